# METADATA
# title: Field that only one agent knows
# description: >-
#   The field is not in the Agent Skills specification: a strict validator refuses the
#   skill for it. The agents it was made for read it, so it is a defect only of a skill
#   that is to pass such a validator: ask with `--dialect agentskills`.
# custom:
#   code: SPEC-010
#   severity: medium
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
	"hosts": ["agentskills"],
} if {
	"agentskills" in hosts.selected
	some key in fields.foreign
	fields.known(key)
}

who(key) := sprintf("%s it, %s it", [hosts.reading(hosts.readers(key)), hosts.ignoring(deaf)]) if {
	deaf := hosts.deaf(key) - {"agentskills"}
	count(deaf) > 0
} else := sprintf("%s it", [hosts.reading(hosts.readers(key))]) if {
	count(hosts.deaf(key) - {"agentskills"}) == 0
}

default hint := "delete it if the skill must pass a strict validator; leave `agentskills` out of the dialects if it need not"

hint := "delete it: validators of agentskills refuse the skill for it" if hosts.selected == {"agentskills"}
