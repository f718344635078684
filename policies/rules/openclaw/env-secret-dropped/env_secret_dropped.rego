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
import data.skillctl.lib.openclaw.environment

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
	copies := openclaw.by_key[key]
	every i in copies {
		not declares(input.set.skills[i].openclaw, trim_space(name))
	}
	skill := input.set.skills[min(copies)]
}

declares(skill, name) if {
	some declared in array.concat(skill.env, [skill.primaryEnv])
	trim_space(declared) == name
}

# Names that are never passed on are a matter of openclaw/env-dropped.
secret(name) if {
	not environment.blocked(name)
	environment.secret(name)
}
