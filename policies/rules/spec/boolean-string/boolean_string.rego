# METADATA
# title: Boolean is not written as true or false
# description: >-
#   OpenClaw accepts eight spellings of a boolean, Claude only true. A skill that says
#   yes is hidden from the model by one agent and available to it in the other.
# custom:
#   code: SPEC-011
#   severity: low
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [claude, openclaw]
#   fix: safe
package skillctl.rules.spec["boolean-string"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts

readers := {"claude", "openclaw"}

# The switches that are not written as YAML's true or false, and what was meant.
loose[key] := word if {
	some key, _ in data.skillctl.tables.fields.booleans
	field := front.fields[key]
	field.type in {"string", "number"}
	word := lower(trim_space(sprintf("%v", [field.value])))
}

meaning(word) := "true" if {
	word in data.skillctl.tables.fields.true_words
} else := "false" if {
	word in data.skillctl.tables.fields.false_words
}

findings contains {
	"message": sprintf("`%s` is %s; claude takes only `true` for true, openclaw takes this as %s", [key, shown(front.fields[key]), wanted]),
	"hint": sprintf("write `%s: %s`", [key, wanted]),
	"at": {"path": [key]},
	"severity": severity(key, word),
	"fix": {
		"title": sprintf("write %s", [wanted]),
		"safe": true,
		"edits": [{"at": {"path": [key]}, "text": wanted}],
	},
} if {
	some key, word in loose
	count(hosts.addressed(readers)) > 0
	wanted := meaning(word)
}

findings contains {
	"message": sprintf("`%s` is %q, which is neither true nor false: claude takes it as false", [key, word]),
	"hint": sprintf("write `%s: true` or `%s: false`", [key, key]),
	"at": {"path": [key]},
	"severity": "medium",
} if {
	some key, word in loose
	hosts.addressed(readers) == {"claude"}
	not meaning(word)
}

shown(field) := sprintf("%q", [field.value]) if field.type == "string"

shown(field) := sprintf("%v", [field.value]) if field.type == "number"

# Claude takes "yes" for false: the model is kept away in one agent only.
severity(key, word) := "medium" if apart(key, word)

severity(key, word) := "low" if not apart(key, word)

apart("disable-model-invocation", word) if {
	meaning(word) == "true"
	word != "true"
	"claude" in hosts.addressed(readers)
}
