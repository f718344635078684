# METADATA
# title: Variable that OpenClaw does not pass on
# description: >-
#   OpenClaw drops variables of skills.entries.*.env that could change how
#   programs load or where they connect, and names that no variable can have.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["env-dropped"]

import data.skillctl.lib.openclaw
import data.skillctl.lib.openclaw.environment

findings contains {
	"message": sprintf("OpenClaw never sets %s for a skill: %s", [name, why]),
	"hint": "set it for the service that runs OpenClaw, if the skill must have it",
	"at": {"path": ["skills", "entries", key, "env", name], "on": "key"},
} if {
	some key, entry in openclaw.config.skills.entries
	is_object(entry.env)
	some name, value in entry.env
	not harmless_pager(name, value)
	why := reason(trim_space(name))
}

reason(name) := environment.why_blocked if environment.blocked(upper(name))

reason(name) := environment.unsettable(name) if not environment.blocked(upper(name))

harmless_pager(name, value) if {
	upper(name) in {"PAGER", "GIT_PAGER"}
	value in {"", "cat"}
}
