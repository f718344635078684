# METADATA
# title: API key for a skill that does not use it
# description: >-
#   apiKey of an entry goes into the variable that the skill names as
#   primaryEnv. Without one it goes nowhere, and does not meet requires.env
#   either. Of several copies of a skill any may be the one that counts.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: set
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["api-key-unused"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s names no primaryEnv, so the apiKey goes nowhere%s", [skill.name, waiting(skill)]),
	"hint": hint(skill),
	"at": {"file": config.file, "path": ["skills", "entries", key, "apiKey"], "on": "key"},
	"related": [{"at": {"file": openclaw.manifest(skill)}, "message": "the skill"}],
} if {
	some config in openclaw.settings
	some key, entry in config.value.skills.entries
	entry.apiKey
	copies := openclaw.by_key[key]
	every i in copies {
		trim_space(input.set.skills[i].openclaw.primaryEnv) == ""
	}
	skill := input.set.skills[min(copies)]
}

waiting(skill) := sprintf(", and the skill still waits for %s", [concat(", ", skill.openclaw.env)]) if count(skill.openclaw.env) > 0

waiting(skill) := "" if count(skill.openclaw.env) == 0

hint(skill) := sprintf("set %s under env of the entry, or primaryEnv in the metadata of the skill", [skill.openclaw.env[0]]) if count(skill.openclaw.env) > 0

hint(skill) := "set primaryEnv in the metadata of the skill, or use env of the entry" if count(skill.openclaw.env) == 0
