# METADATA
# title: Hidden text that is decoded and run
# description: >-
#   The text has the agent decode something that nobody can read and run what
#   comes out. What it does cannot be seen before it is done.
# custom:
#   code: EXE-002
#   severity: critical
#   confidence: high
#   locus: instruction
#   unit: skill
#   fix: none
package skillctl.rules.exe["decode-to-shell"]

import data.skillctl.lib.text

# Programs that turn letters and digits back into what they stand for, when told so.
decoders := {
	"base32": `base32\b[^|;&]*\s(-[A-Za-z]*[dD]|--decode)`,
	"base64": `base64\b[^|;&]*\s(-[A-Za-z]*[dD]|--decode)`,
	"basenc": `basenc\b[^|;&]*\s(-[A-Za-z]*[dD]|--decode)`,
	"gbase64": `base64\b[^|;&]*\s(-[A-Za-z]*[dD]|--decode)`,
	"openssl": `openssl\b[^|;&]*\s-d\b`,
	"uudecode": `uudecode`,
	"xxd": `xxd\b[^|;&]*\s-[A-Za-z]*r`,
}

findings contains {
	"message": sprintf("%s has %s decode what nobody can read, and %s run it", [quoted(flow.text), decoder, flow.to]),
	"hint": "ship the commands as they are, in a file of the package",
	"at": {"file": flow.file, "span": flow.span},
	"severity": severity(flow),
} if {
	some flow in input.skill.body.flows
	some program in flow.from
	decoder := lower(program)
	regex.match(decoders[decoder], flow.text)
}

quoted(shown) := sprintf("%q", [text.clip(shown, 120)])

# SKILL.md is an order. What stands in another file of the package is read when
# the agent is sent there.
severity(flow) := "critical" if flow.file == input.skill.manifest.file

severity(flow) := "high" if flow.file != input.skill.manifest.file
