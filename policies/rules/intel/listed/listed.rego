# METADATA
# title: Known to be bad
# description: >-
#   The package, a file in it, or something that it names — a domain, an address, an
#   account, a package — is on the list that `skillctl intel` has taken in. Somebody
#   who is trusted has looked at just that thing, and says why.
# custom:
#   code: INT-001
#   severity: critical
#   confidence: high
#   locus: package
#   unit: skill
#   package: true
#   security: true
#   held: true
#   fix: none
package skillctl.rules.intel.listed

import data.skillctl.lib.commands

findings contains {
	"message": sprintf("%s is known to be bad: %s (%s)", [subject(known), known.reason, known.reference]),
	"hint": hint(known),
	"at": place(known),
	"locus": locus(known),
} if {
	some known in input.skill.listed
	not known.ended
}

subject(known) := "this file" if {
	known.kind == "digest"
	known.file != "."
}

subject(known) := "this package" if {
	known.kind == "digest"
	known.file == "."
}

subject(known) := sprintf("the %s %s", [what[known.kind], shown(known)]) if known.kind in {"domain", "address", "account"}

subject(known) := sprintf("the %s %s", [managed[known.manager], shown(known)]) if known.kind == "package"

what := {"domain": "domain", "address": "address", "account": "account"}

managed := {"npm": "npm package", "pypi": "Python package", "skill": "skill"}

# What is written here, and what of it is listed.
shown(known) := known.value if lower(known.text) == lower(known.value)

shown(known) := sprintf("%s (%s)", [known.text, known.value]) if lower(known.text) != lower(known.value)

hint(known) := "do not use this package; `skillctl intel show` says whose list that is" if known.file == "."

hint(known) := "take it out, or do not use this package; `skillctl intel show` says whose list that is" if known.file != "."

place(known) := {} if known.file == "."

place(known) := {"file": known.file} if {
	known.file != "."
	nowhere(known.span)
}

place(known) := {"file": known.file, "span": known.span} if {
	known.file != "."
	not nowhere(known.span)
}

nowhere(span) if span.start.line == 0

locus(known) := "package" if {
	known.file == "."
} else := commands.locus(known.file)
