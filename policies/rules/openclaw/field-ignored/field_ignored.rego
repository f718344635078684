# METADATA
# title: Value of a type that OpenClaw ignores
# description: >-
#   OpenClaw takes each field of its metadata in one type only and passes over
#   any other silently, so the requirement or switch has no effect.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["field-ignored"]

findings contains {
	"message": sprintf("%s is %s (%s), and OpenClaw reads only %s there: it is ignored%s", [odd.field, a(odd.got), odd.text, a(odd.want), effect(odd)]),
	"hint": hint(odd),
	"at": {"path": odd.path},
	"severity": weight(odd),
} if {
	some odd in input.skill.openclaw.misfits
	not text_of_item(odd)
}

findings contains {
	"message": sprintf("an item of %s is %s, not a string: OpenClaw looks for the name %q, which is never there", [odd.field, a(odd.got), name(odd)]),
	"hint": "write the name as a string",
	"at": {"path": odd.path},
} if {
	some odd in input.skill.openclaw.misfits
	text_of_item(odd)
}

a("null") := "null"

a(type) := sprintf("an %s", [type]) if type == "object"

a(type) := sprintf("a %s", [type]) if not type in {"object", "null"}

# Items of lists are turned into text.
text_of_item(odd) if {
	is_number(odd.path[count(odd.path) - 1])
	odd.want == "string"
}

name(odd) := "[object Object]" if odd.got == "object"

name(odd) := odd.text if odd.got != "object"

looks := {"emoji", "homepage"}

default weight(_) := "medium"

weight(odd) := "low" if odd.field in looks

default effect(_) := ""

effect(odd) := ", and the requirements count" if odd.field == "always"

effect(odd) := ", and with it every requirement" if odd.field in {"requires", "openclaw", "clawdbot"}

effect(odd) := ", so no installer is offered" if odd.field == "install"

default hint(_) := "write it in the type that is read"

hint(odd) := "write true or false without quotes" if odd.want == "boolean"

hint(odd) := "write a list, even for a single entry" if odd.want == "list"

hint(odd) := "write an object with the fields that OpenClaw reads" if odd.want == "object"
