# METADATA
# title: Field that an agent ignores
# description: >-
#   An agent that the skill is for does not read the field. Where the field limits
#   what the skill may do, it limits nothing there.
# custom:
#   code: SPEC-021
#   severity: low
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["ignored-field"]

import data.skillctl.lib.fields
import data.skillctl.lib.front
import data.skillctl.lib.hosts

findings contains {
	"message": sprintf("%s does not read `%s`: %s", [hosts.listed(deaf), key, loss(key)]),
	"hint": sprintf("%s it; for the others say it in a way that they read, or in the text of the skill", [hosts.reading(hosts.readers(key))]),
	"at": {"path": [key], "on": "key"},
	"hosts": sort(deaf),
	"severity": severity(key),
} if {
	count(hosts.selected) > 0
	some key, _ in front.fields
	fields.known(key)
	not key in data.skillctl.tables.fields.notes
	deaf := (hosts.selected - hosts.readers(key)) - {"agentskills"}
	count(deaf) > 0
}

# Of all fields, this one is taken for a limit where it is none.
findings contains {
	"message": sprintf("only Claude reads `allowed-tools`; in %s it has no effect", [hosts.listed(deaf)]),
	"hint": "limit tools in the settings of the agent; there is no field in a skill that does",
	"at": {"path": ["allowed-tools"], "on": "key"},
	"hosts": sort(deaf),
	"severity": "info",
} if {
	front.fields["allowed-tools"]
	count(hosts.selected) == 0
	deaf := hosts.likely - hosts.readers("allowed-tools")
	count(deaf) > 0
}

switched_off if front.fields["disable-model-invocation"].value == true

loss(key) := "the model may start the skill by itself there" if {
	key == "disable-model-invocation"
	switched_off
} else := "the tools it names stay in reach there" if {
	key == "disallowed-tools"
} else := "it grants and limits nothing there" if {
	key == "allowed-tools"
} else := "it has no effect there" if {
	not grave(key)
}

grave("disallowed-tools")

grave("allowed-tools")

grave("disable-model-invocation") if switched_off

severity(key) := "medium" if {
	grave(key)
	key != "allowed-tools"
}

severity("allowed-tools") := "low"

severity(key) := "low" if not grave(key)
