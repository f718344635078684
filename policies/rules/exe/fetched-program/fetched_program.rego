# METADATA
# title: Has a program fetched from a stranger and run
# description: >-
#   A sentence has the agent fetch a program from a host that the skill does not say that it
#   is for, and it or the next one has it run, or put in the place of a program of the
#   package. Whoever has the address decides what runs, today and every time after.
# custom:
#   code: EXE-031
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["fetched-program"]

import data.skillctl.lib.addresses
import data.skillctl.lib.main
import data.skillctl.lib.namesake
import data.skillctl.lib.orders
import data.skillctl.lib.relation
import data.skillctl.lib.remarks
import data.skillctl.tables.vendors

findings contains {
	"message": sprintf("%s: a program is fetched from %s, which the skill does not say that it is for, and %s", [orders.shown(deed), host, how]),
	"hint": "ship the program as a file of the package, or name who hands it out in the description and compare a checksum before it runs",
	"at": {"file": deed.file, "span": deed.span},
	"severity": severity(list, deed, host),
	"because": "somebody is named or asked, a checksum is compared, or another document than SKILL.md has it",
	"locus": "instruction",
} if {
	some [deed, list] in remarks.deeds
	remarks.is(deed, "brings")
	remarks.said(deed)
	ordered(deed.text)
	host := min(strangers(deed))
	how := runs(list, deed)
}

# A verb that is to be done, and not what somebody else does or may do.
ordered(text) if regex.match(concat("", [`(?i)(^["“\s]*(\d+[.)]\s*)?|[.!?,;:—–|(]\s*["“]?|\b(and|then|also|always|must|should|shall|please|first|just|now|next|instead|(need|needs|have|has|sure|remember) to)\s+["“]?)(`, fetching, `)\b`]), text)

fetching := `download|fetch|get|grab|pull|retrieve|obtain|load|copy|save|wget|curl|replace|update|refresh|install|take|bring|sync|swap|overwrite|import|acquire|request`

# The hosts of its addresses for which nobody answers whom the skill names. That the sentence
# itself links to one makes it no acquaintance.
strangers(deed) := {host |
	some url in regex.find_n(`(?i)\bhttps?://[^\s<>"'\x60)\]]+`, deed.text, 10)
	some host in addresses.named(url)
	not addresses.local(host)
	not remarks.placeholder(host)
	not host in vendors.shared
	not of_vendor(url)
	orders.relation(deed, host) in {"anonymous", "unrelated", "known"}
}

of_vendor(url) if {
	some place in relation.vendors_at
	startswith(lower(concat("", [regex.replace(url, `(?i)^https://(www\.)?`, ""), "/"])), lower(concat("", [place, "/"])))
}

# It is run in the same sentence or one of the next, or takes the place of what is.
runs(list, deed) := "run" if {
	some other in list
	other.index >= deed.index
	other.index <= deed.index + 2
	executed(bare(other.text))
} else := "run" if {
	some other in list
	other.index >= deed.index
	other.index <= deed.index + 2
	some base in bases(deed.text)
	some found in regex.find_all_string_submatch_n(started, bare(other.text), 10)
	parts := split(found[6], "/")
	parts[count(parts) - 1] == base
} else := sprintf("takes the place of %s", [path]) if {
	path := min({file.path |
		some file in input.skill.files
		regex.match(programs, file.path)
		some word in regex.split(`[\s"'“”\x60,;()]+`, bare(deed.text))
		trim_right(trim_prefix(word, "./"), ".:") == file.path
	})
}

# Without addresses, and without what is not to be done.
bare(text) := regex.replace(regex.replace(text, `(?i)https?://[^\s<>"'\x60)\]]+`, " "), `(?i)\b(not|never|n['’]t|cannot|without|don['’]t)\s+(\w+\s+)?(run|execute|start|launch|invoke|call|import|source)\b`, " ")

executed(text) if regex.match(`(?i)\b(run|execute|start|launch|invoke|import|source|eval)\s+(it|them|that|this)\b`, text)

executed(text) if regex.match(`(?i)\b(run|execute|start|launch|invoke|call|import|load|source)\s+(the|that|this|your)\s+(new\s+|fresh\s+|fetched\s+|downloaded\s+|latest\s+|saved\s+|current\s+|resulting\s+){0,2}(script|program|file|helper|binary|executable|plug-?in|module|runner|copy|version|one|code)\b`, text)

# The names of the files that the addresses hand out.
bases(text) := {parts[count(parts) - 1] |
	some url in regex.find_n(`(?i)\bhttps?://[^\s<>"'\x60)\]]+`, text, 10)
	parts := split(trim_right(regex.replace(url, `[?#].*$`, ""), ".,;:!"), "/")
	count(parts) > 3
}

started := `(?i)(\b(run|execute|start|launch|invoke|import|source|call)\s+["“\x60']?(python[\d.]*|node|bash|sh|zsh|perl|ruby|deno|bun|lua|pwsh|powershell)?|\b(python[\d.]*|node|bash|sh|zsh|perl|ruby|deno|bun|lua|pwsh|powershell)|["“\x60']\.)[\s/]+(-\S+\s+|run\s+)*([\w./~-]+)`

programs := `(?i)\.(py|pyw|sh|bash|zsh|js|mjs|cjs|ts|mts|rb|pl|lua|ps1|bat|cmd|php)$`

severity(list, deed, host) := "medium" if {
	not main.is(deed.file)
	not deed.hidden
} else := "medium" if {
	namesake.one(host)
} else := "medium" if {
	orders.relation(deed, host) == "known"
} else := "medium" if {
	remarks.agreed(list, deed)
} else := "medium" if {
	some other in list
	remarks.within(deed, other, 3)
	regex.match(`(?i)\b(sha-?(1|256|512)(sum)?|checksums?|signatures?|digests?|gpg)\b`, other.text)
} else := "high"
