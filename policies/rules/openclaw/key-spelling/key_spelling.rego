# METADATA
# title: Key spelt in a way that hosts do not read
# description: >-
#   Keys of the front matter are spelt with hyphens and lower case.
#   userInvocable or disable_model_invocation is passed over without a word,
#   so the skill stays open to the user or the model.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [claude, openclaw]
#   fix: unsafe
package skillctl.rules.openclaw["key-spelling"]

findings contains {
	"message": sprintf("no host reads %q: %s counts as not set%s", [key, wanted, effect(wanted)]),
	"hint": sprintf("write %s", [wanted]),
	"at": {"path": [key], "on": "key"},
	"fix": {"title": sprintf("rename %s to %s", [key, wanted]), "safe": false, "edits": [{"at": {"path": [key], "on": "key"}, "text": wanted}]},
} if {
	some key in input.skill.front.order
	table := data.skillctl.tables.openclaw_keys
	wanted := table.front[replace(replace(lower(key), "-", ""), "_", "")]
	not key in table.front_read
	not input.skill.front.fields[wanted]
}

findings contains {
	"message": sprintf("OpenClaw does not read %q: keys are case-sensitive, and %q is missing", [key, lower(key)]),
	"hint": sprintf("write %s", [lower(key)]),
	"at": {"path": [key], "on": "key"},
	"hosts": [],
	"fix": {"title": sprintf("rename %s to %s", [key, lower(key)]), "safe": false, "edits": [{"at": {"path": [key], "on": "key"}, "text": lower(key)}]},
} if {
	some key in input.skill.front.order
	lower(key) in {"name", "description", "metadata"}
	key != lower(key)
	not input.skill.front.fields[lower(key)]
}

default effect(_) := ""

effect("disable-model-invocation") := ", so the model may call the skill"

effect("user-invocable") := ", so users see it as a command"
