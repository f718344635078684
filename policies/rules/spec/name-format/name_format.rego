# METADATA
# title: Name has characters that agents refuse
# description: >-
#   A name is made of lower-case letters, digits and single hyphens. Some agents
#   refuse any other name; the rest derive a slash command and a settings key from it
#   that nobody expects.
# custom:
#   code: SPEC-004
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [agentskills, claude]
#   fix: unsafe
package skillctl.rules.spec["name-format"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts
import data.skillctl.lib.text

strict := {"agentskills", "claude"}

name := front.name if {
	front.name != ""
	not front.name_is_good
}

faults := [fault |
	some [fault, found] in [
		["an upper-case letter", lower(name) != name],
		["a hyphen at the start", startswith(name, "-")],
		["a hyphen at the end", endswith(name, "-")],
		["two hyphens in a row", contains(name, "--")],
		["a space", regex.match(`\s`, name)],
		["an underscore", contains(name, "_")],
		["other characters", regex.match(`[^\p{L}\p{N}\s_-]`, name)],
	]
	found
]

findings contains {
	"message": sprintf("name %q has %s; a name is lower-case letters, digits and single hyphens", [text.clip(name, 80), text.listed(faults)]),
	"hint": sprintf("write `name: %s`, and rename the folder to match", [wanted]),
	"at": {"path": ["name"]},
	"severity": hosts.severity(strict, "medium", "low"),
	"fix": {
		"title": sprintf("rename the skill to %s", [wanted]),
		"safe": false,
		"edits": [{"at": {"path": ["name"]}, "text": text.scalar(wanted)}],
	},
} if {
	wanted := front.name_from(name)
	wanted != ""
	count(faults) > 0
}

findings contains {
	"message": sprintf("name %q has no letter or digit; a name is lower-case letters, digits and single hyphens", [text.clip(name, 80)]),
	"hint": sprintf("write `name: %s`", [front.name_from(front.skill.dir)]),
	"at": {"path": ["name"]},
	"severity": hosts.severity(strict, "medium", "low"),
} if {
	front.name_from(name) == ""
}
