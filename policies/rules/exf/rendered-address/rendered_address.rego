# METADATA
# title: Picture or link that carries data away
# description: >-
#   The text has the model write a picture or a link whose address is filled with what was
#   said or read. Whoever renders a picture asks its host for it, and with that sends it,
#   without a click and without a tool.
# custom:
#   code: EXF-004
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["rendered-address"]

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.main
import data.skillctl.lib.orders
import data.skillctl.lib.passages
import data.skillctl.lib.text
import data.skillctl.tables.hosting

findings contains {
	"message": sprintf("%s is filled with %q and asks %s for it, %s", [kind(one), text.clip(one.fill, 80), called(one), why[judged[2]]]),
	"hint": "leave it out; if the skill shows pictures of that service, name the service in the description and put nothing of the conversation into the address",
	"at": {"file": one.file, "span": one.span},
	"severity": severity(one, judged[0]),
	"confidence": judged[1],
	"locus": locus(one),
} if {
	some one in input.skill.body.templates
	not passages.mentioned(one.line)
	not regex.match(orders.lesson, one.lead)
	judged := weight(one, relation(one))
}

kind(one) := "a picture" if one.image

kind(one) := "a link" if not one.image

called(one) := destinations.called(host(one))

why := {
	"anonymous": "for which nobody answers",
	"unrelated": "which the skill does not say that it is for",
}

# What is filled in belongs to the name: whoever has the rest of it gets it.
host(one) := trim_left(one.host, "*.") if startswith(one.host, "*")

host(one) := regex.replace(one.host, `:\d+$`, "") if not startswith(one.host, "*")

relation(one) := "anonymous" if {
	addresses.anonymous(host(one))
} else := "anonymous" if {
	some name in hosting.free
	destinations.below(host(one), name)
	not destinations.domain(host(one)) in destinations.declared
} else := "other" if {
	destinations.relation(host(one)) in {"declared", "local"}
} else := "other" if {
	destinations.mentioned(host(one))
} else := "other" if {
	count(host(one)) == 0
} else := "pictures" if {
	some name in hosting.pictures
	destinations.below(host(one), name)
} else := "linked" if {
	elsewhere(one)
} else := "unrelated"

# Another sentence links to the same host, without a place to be filled in.
elsewhere(one) if {
	some link in input.skill.body.links
	link.kind == "url"
	abs(link.span.start.line - one.span.start.line) > 3
	some known in addresses.named(link.target)
	destinations.domain(known) == destinations.domain(host(one))
}

# Words for what is said, kept or read.
personal := `(?i)\b(conversations?|chats?|history|transcripts?|messages?|prompts?|repl(y|ies)|answers?|responses?|what (was|is|the user)\b.*|user('s)?( |_|-)?(input|data|query|question|message|prompt|name|email)|secrets?|tokens?|keys?|passwords?|credentials?|cookies?|env(ironment)?|variables?|e-?mails?|phone|memor(y|ies)|context|contents?|summary|summari[sz]ed?|data|payload|encoded|base64|b64|leak|exfil\w*|session|files?)\b|(?i)(api|access|auth|secret|user|session|private)_(key|token|prompt|data|input|message)`

filled(one) := concat(" ", [one.fill, replace(one.fill, "_", " ")])

weight(one, whose) := ["high", "high", whose] if {
	one.image
	whose == "anonymous"
	regex.match(personal, filled(one))
} else := ["high", "medium", whose] if {
	one.image
	whose == "unrelated"
	regex.match(personal, filled(one))
	not one.part == "path"
} else := ["high", "medium", whose] if {
	whose in {"anonymous", "unrelated"}
	regex.match(`(?i)secret|token|password|credential|\bkey|_key|cookie|conversation|transcript|chat`, one.fill)
	not one.part == "path"
	pressed(one)
} else := ["medium", "medium", whose] if {
	whose in {"anonymous", "unrelated"}
	regex.match(personal, filled(one))
	not one.part == "path"
} else := ["medium", "medium", whose] if {
	# A name of somebody is often a part of such a path, what was said is not.
	one.image
	whose == "unrelated"
	regex.match(`(?i)\b(conversations?|chats?|transcripts?|what (was|is|the user)\b|(last|latest|user['’]s) (messages?|questions?|prompts?|input)|secrets?|tokens?|passwords?|credentials?|api keys?)`, filled(one))
} else := ["medium", "medium", whose] if {
	one.image
	whose == "anonymous"
}

# It comes with every answer, or nobody is to know.
pressed(one) if regex.match(`(?i)\b(each|every|all|always|after|end of|append|silently|do not (mention|tell)|never mention|invisible|hidden)\b`, concat(" ", [one.line, one.lead]))

severity(one, grade) := grade if main.is(one.file)

severity(one, grade) := "medium" if {
	not main.is(one.file)
	grade == "high"
}

severity(one, grade) := "low" if {
	not main.is(one.file)
	grade == "medium"
}

locus(one) := "example" if one.fenced

locus(one) := "instruction" if not one.fenced
