# METADATA
# title: Field that only one agent knows
# description: >-
#   The field is not in the Agent Skills specification. The agents it was made
#   for read it, others ignore it, and a strict validator refuses the skill.
# custom:
#   code: SPEC-010
#   severity: info
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["host-field"]

import data.skillctl.lib.fields
import data.skillctl.lib.hosts

findings contains {
	"message": sprintf("`%s` is not in the Agent Skills specification; %s", [key, who(key)]),
	"hint": hint,
	"at": {"path": [key], "on": "key"},
	"severity": severity,
	"hosts": ["agentskills"],
} if {
	some key in fields.foreign
	fields.known(key)
	"agentskills" in hosts.relevant
}

who(key) := sprintf("%s it, %s it", [hosts.reading(hosts.readers(key)), hosts.ignoring(deaf)]) if {
	deaf := hosts.deaf(key) - {"agentskills"}
	count(deaf) > 0
}

who(key) := sprintf("%s it", [hosts.reading(hosts.readers(key))]) if count(hosts.deaf(key) - {"agentskills"}) == 0

default severity := "info"

severity := "medium" if "agentskills" in hosts.selected

default hint := "leave it if the skill is for those agents, and say so with `--dialect`; delete it if the skill must pass a strict validator"

hint := "delete it: validators of agentskills refuse the skill for it" if hosts.selected == {"agentskills"}
