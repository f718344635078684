# METADATA
# title: Link that ZeroClaw refuses
# description: >-
#   ZeroClaw refuses a skill for a link in any Markdown file, code blocks included, that
#   has another scheme than http, https or mailto, is an absolute path, leads to a
#   script, to a missing document in a subfolder, or out of the skill.
# custom:
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw.link

import data.skillctl.lib.hosts
import data.skillctl.lib.zeroclaw

findings contains {
	"message": sprintf("%s; ZeroClaw refuses the skill", [sprintf(words[kind], [link.target])]),
	"hint": hints[kind],
	"at": {"file": link.file, "span": link.span},
	"hosts": ["zeroclaw"],
} if {
	"zeroclaw" in hosts.selected
	some link in zeroclaw.facts.links
	kind := zeroclaw.objection(link)
}

# Normal elsewhere: one remark for a skill that ZeroClaw only might load.
findings contains {
	"message": sprintf("ZeroClaw would refuse this skill for %s: %s", [count_of(count(wrong)), sprintf(words[zeroclaw.objection(first)], [first.target])]),
	"hint": "if the skill is for ZeroClaw too, run lint with `--dialect zeroclaw` to see them all",
	"at": {"file": first.file, "span": first.span},
	"severity": "info",
	"hosts": ["zeroclaw"],
} if {
	count(hosts.selected) == 0
	"zeroclaw" in hosts.likely
	count(wrong) > 0
	first := zeroclaw.facts.links[min(wrong)]
}

wrong contains i if {
	some i, link in zeroclaw.facts.links
	link.where != "unknown"
	zeroclaw.objection(link)
}

findings contains {
	"message": sprintf("only the first %d links were checked", [count(zeroclaw.facts.links)]),
	"hint": "split the documents",
	"severity": hosts.severity({"zeroclaw"}, "high", "low"),
	"hosts": ["zeroclaw"],
} if {
	zeroclaw.facts.truncated
}

count_of(1) := "a link"

count_of(n) := sprintf("%d links", [n]) if n != 1

words := {
	"scheme": "the link %q has a scheme that is not http, https or mailto (in lower case)",
	"absolute": "the link %q is an absolute path",
	"script": "the link %q leads to a script",
	"missing": "the link %q leads to a document that does not exist",
	"escapes": "the link %q leaves the skill",
	"folder": "the link %q leads to something that is not a file",
}

hints := {
	"scheme": "link to an http, https or mailto address, or write the text without a link",
	"absolute": "copy the document into the skill and link to it by a relative path",
	"script": "name the script in a code span instead of linking to it",
	"missing": "correct the path, or add the document",
	"escapes": "copy the document into the skill; links to other skills work below a folder named skills",
	"folder": "link to a file in it",
}
