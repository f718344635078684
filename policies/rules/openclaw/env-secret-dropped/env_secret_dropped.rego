# METADATA
# title: Secret that OpenClaw does not pass on
# description: >-
#   A variable of an entry that looks like a secret reaches the skill only
#   when the skill names it in requires.env or primaryEnv.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: set
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["env-secret-dropped"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("OpenClaw drops %s: it looks like a secret, and %s names it neither in requires.env nor in primaryEnv", [name, skill.name]),
	"hint": "add it to requires.env in the metadata of the skill",
	"at": {"file": config.file, "path": ["skills", "entries", key, "env", name], "on": "key"},
	"related": [{"at": {"file": openclaw.manifest(skill)}, "message": "the skill"}],
} if {
	some config in openclaw.settings
	some key, entry in config.value.skills.entries
	is_object(entry.env)
	some name, value in entry.env
	value != ""
	secret(upper(trim_space(name)))
	some i in openclaw.by_key[key]
	skill := input.set.skills[i]
	not trim_space(name) in skill.openclaw.env
	trim_space(name) != skill.openclaw.primary_env
}

table := data.skillctl.tables.openclaw_skill_env

# Names that are never passed on are a matter of openclaw/env-dropped.
secret(name) if {
	not name in table.blocked
	some pattern in table.secrets
	regex.match(pattern, name)
}
