# METADATA
# title: Variables of a skill
# description: >-
#   Which variables of a skill's entry in skills.entries are set for a command that
#   runs for that skill: those that OpenClaw 2026.9.6 would set, and only on this
#   machine. The request lists them by name; values are not looked at.
package skillctl.exec.skill

import data.skillctl.lib.openclaw.environment

skill := input.request.skill

# The names that are set; no variable is passed into a container.
given contains name if {
	data.skillctl.exec.boundary.host == "gateway"
	some name in skill.variables
	not environment.dropped(name, skill.declared)
}

reasons contains {
	"effect": "warn",
	"rule": "exec/skill",
	"message": sprintf("%s of skill %q is not set: %s", [name, skill.name, reason]),
	"hint": "remove it from skills.entries, or set it for the service that runs the agent",
} if {
	some name in skill.variables
	reason := environment.dropped(name, skill.declared)
}

reasons contains {
	"effect": "warn",
	"rule": "exec/skill",
	"message": sprintf("variables of skill %q are not passed into a container: %s", [skill.name, concat(", ", sort(skill.variables))]),
	"hint": "run it on this machine, or pass them with --env",
} if {
	data.skillctl.exec.boundary.host != "gateway"
	count(skill.variables) > 0
}
