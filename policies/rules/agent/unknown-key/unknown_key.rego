# METADATA
# title: A key that agents may obey is not understood
# description: >-
#   Nobody has said here what the key does. It may be new, misspelled, or one that changes
#   what the agent is allowed to.
# custom:
#   code: AGT-008
#   severity: medium
#   confidence: high
#   locus: config
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.agent["unknown-key"]

import data.skillctl.lib.obeyed

findings contains {
	"message": sprintf("%s is not understood: it is not known what %s makes of it", [obeyed.shown(entry.key), obeyed.client(part)]),
	"hint": "look it up in the documentation of the agent; it may be misspelled",
	"at": {"file": part.file, "span": entry.span},
	"severity": obeyed.weight(part, severity(part, entry)),
	"confidence": "medium",
	"locus": obeyed.locus(part),
} if {
	some [part, entry] in obeyed.entries({"unknown"})
}

# What describes a plugin or a prompt is not what an agent is set up with.
severity(part, entry) := "low" if {
	part.kind in {"prompt", "skill"}
} else := "low" if {
	entry.keys in {"claude-plugin", "marketplace", "marketplace-plugin", "gemini-extension", "gemini-command"}
} else := "medium"
