# METADATA
# title: The variables of a skill
# description: >-
#   Which variables of a skill's entry in skills.entries a command is given that
#   runs in its name: those that OpenClaw 2026.9.6 would set, on this machine alone.
#   The request says which there are, by name; no value is looked at.
package skillctl.exec.skill

import data.skillctl.lib.openclaw.environment

skill := input.request.skill

# The names that it is given; nothing goes into a container.
given contains name if {
	data.skillctl.exec.boundary.host == "gateway"
	some name in skill.variables
	not environment.dropped(name, skill.declared)
}

reasons contains {
	"effect": "warn",
	"rule": "exec/skill",
	"message": sprintf("%s of skill %q is not set: %s", [name, skill.name, reason]),
	"hint": "leave it out of skills.entries, or set it for the service that runs the agent",
} if {
	some name in skill.variables
	reason := environment.dropped(name, skill.declared)
}

reasons contains {
	"effect": "warn",
	"rule": "exec/skill",
	"message": sprintf("variables of skill %q do not go into a container: %s", [skill.name, concat(", ", sort(skill.variables))]),
	"hint": "run it on this machine, or give them with --env",
} if {
	data.skillctl.exec.boundary.host != "gateway"
	count(skill.variables) > 0
}
