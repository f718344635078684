# METADATA
# title: Two skills have the same slash command
# description: >-
#   OpenClaw derives the same slash command from names that differ only in case,
#   hyphens or other signs. The second one gets a number, by the order of loading.
# custom:
#   severity: low
#   confidence: high
#   locus: package
#   unit: set
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["command-collision"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("/%s is the slash command of both %s and %s: the one that is loaded second gets a number", [command, skill.openclaw.name, other.openclaw.name]),
	"hint": "rename one of them, or set user-invocable: false",
	"at": {"file": openclaw.manifest(skill)},
	"related": [{"at": {"file": openclaw.manifest(other)}, "message": "this one has the same command"}],
} if {
	some command, skills in wanted
	count(skills) > 1
	some skill in skills
	some other in skills
	other.openclaw.name != skill.openclaw.name
	first(skills, skill) == other.path
}

wanted := {command: skills |
	some skill in invocable
	command := skill.openclaw.command
	skills := {other | some other in invocable; other.openclaw.command == command}
}

invocable contains skill if {
	some skill in openclaw.placed
	skill.openclaw.userInvocable
	skill.inside == ""
}

# The first of the others, so that each skill is named once.
first(skills, skill) := min({other.path | some other in skills; other.openclaw.name != skill.openclaw.name})
