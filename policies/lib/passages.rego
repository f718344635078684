# METADATA
# title: Passages of a text
# description: Whether words are an order, or only spoken about.
package skillctl.lib.passages

import data.skillctl.lib.main
import data.skillctl.lib.text

shown(passage) := text.cited(text.clip(trim_space(object.get(passage, "shown", passage.line)), 120))

# The words of a pattern stand in a line outside of quotes …
said(line, pattern) if {
	some sentence in sentences(line, pattern)
	regex.match(concat("", [`(?i)`, pattern]), sentence)
}

# … and what is before them in their sentence does not make them mere talk.
ordered(line, pattern) if {
	not listed(line)
	some sentence in sentences(line, pattern)
	parts := regex.split(concat("", [`(?i)`, pattern]), sentence)
	some i, part in parts
	i < count(parts) - 1
	not spoken_of(part)
	not named(parts[i + 1])
	not continued(parts, i)
}

# A ban on one thing may stand before the order to do another: "Never send less,
# send …", where the words of the pattern begin with the ban.
ordered(line, pattern) if {
	not listed(line)
	some sentence in sentences(line, pattern)
	some found in regex.find_n(concat("", [`(?i)`, pattern]), sentence, -1)
	regex.match(concat("", [`(?i)^\w+\s+[^\s,].*(?:[,:—–]\s*|\b(?:and|but|then)\s+)(?:(?:always|instead|just|now|please|to)\s+)?`, pattern]), found)
}

sentences(line, pattern) := regex.split(`[.!?;]["”')\]]*\s+`, regex.replace(outside(line, pattern), `(?i)\b(e\.g|i\.e)\.`, "such as"))

# A line without the quotes that have the words of a pattern in them. An apostrophe
# within a word is no quote, nor is the end of a quote the begin of one.
outside(line, pattern) := regex.replace(
	regex.replace(line, concat("", [`(?i)(?:^|[^\pL\pN"”»])["“«][^"”»]{0,80}`, pattern, `[^"”»]{0,80}(?:["”»]|$)`]), " … "),
	concat("", [`(?i)(?:^|[^\pL\pN'’])['‘][^'’]{0,80}`, pattern, `[^'’]{0,80}['’](?:\PL|$)`]), " … ",
)

# The words before name an attack or a text that says so, in the same clause; or
# they forbid the very verb that follows. "Never ask, …" forbids something else.
spoken_of(before) if regex.match(concat("", [`(?i)`, talk, `[^,—–]*$`]), before)

spoken_of(before) if regex.match(concat("", [`(?i)`, watch, `\s`]), clause(before))

spoken_of(before) if regex.match(concat("", [`(?i)`, negation, `(?:\s*,[^,]{0,40},)?\s+`, adverbs, `$`]), before)

spoken_of(before) if regex.match(concat("", [`(?i)`, negation, `\s+`, adverbs, `(?:use|be used|let|allow|permit|instruct|tell|ask|cause|make|have|follow|obey|accept|trust|act on)\s`]), clause(before))

# Somebody's text is what the sentence is about, and what it asks for is listed: "a mail that asks
# to forward something, to open a link or to ignore …". Each item is one of what it asks for.
spoken_of(before) if regex.match(concat("", [`(?i)^\W*(?:(?:if|when|whenever|should) )?(?:an?|any|each|every|no|some|all|whatever|whoever|whichever)\b[^.;:]*\b`, demands, `\b[^.;:,—–]*(?:,\s*(?:(?:or|and|nor) )?(?:to|for|that you) [^.;:,—–]*)*(?:,\s*)?(?:\b(?:or|and|nor) )?\bto\s+$`]), before)

demands := `(?:asks?|tells?|wants?|orders?|instructs?|urges?|begs?|demands?|requests?|tries|try|claims?|pleads?|commands?|asking|telling|urging|ordering|instructing|demanding)`

# What follows the last word or mark with which another thing to do begins.
clause(before) := parts[count(parts) - 1] if parts := regex.split(`(?i)\b(?:and|but|then|so)\b|[,:—–]`, before)

talk := `\b(?:attack(?:s|ers?|ing)?|adversar\w+|injections?|jailbreaks?|malicious|hostile|suspicious|untrusted|embedded|such as|warning signs?|red flags?|attempts?(?: \w+)? to|(?:try|tries|trying|attempting|claims?|claimed|claiming|pretends?|pretending|purports?) to|(?:requests?|orders?|demands?) to|(?:asks?|asked|tells?|told|wants?|urges?|begs?) (?:you|it|the (?:model|agent|assistant)) to|(?:text|contents?|messages?|phrases?|words|strings?|patterns?|instructions?|prompts?|requests?|inputs?|pages?|comments?|documents?|files?|lines|anything|whatever) (?:\w+ )?(?:that|which|telling|asking|saying|claiming|instructing|like|containing|attempting))\b`

watch := `\b(?:refus(?:e|es|ing)|reject(?:s|ing)?|resist(?:s|ing)?|prevent(?:s|ing)?|detect(?:s|ing)?|flag(?:s|ging)?|block(?:s|ing)?|contain(?:s|ing)?)\b`

negation := `(?:\b(?:never|not|cannot|avoid|without|nor|refuse to)|n['’]t)`

adverbs := `(?:(?:ever|ask to|try to|attempt to|simply|just|\w+ly|and|or)\s+)*`

# The words are the name of something: "ignore previous instructions" attacks.
named(after) if regex.match(`(?i)^["'”’)\s-]*(attacks?|attempts?|injections?|patterns?|style|payloads?|phrases?|jailbreaks?)\b`, after)

# A list of words goes on that has been spoken of from its begin.
continued(parts, i) if {
	i > 0
	spoken_of(parts[0])
	every part in array.slice(parts, 1, i + 1) {
		regex.match(`(?i)^[\s,/]*(or|and|nor)?\s*(to )?$`, part)
	}
}

# What forbids, or speaks of an attack, anywhere in a line.
mentioned(line) if {
	regex.match(`(?i)\b(never|do not|don't|must not|mustn't|should not|shouldn't|cannot|avoid|refuse|reject|resist|prevent|detect|flag|block|attempts?|attack(s|er|ers)?|injection|jailbreak|malicious|suspicious|untrusted|embedded|e\.g\.|such as|example|examples|like|patterns?|contains?|try|tries|trying|warning sign|red flags?)\b`, regex.replace(line, `(?i)https?://\S+`, ""))
}

# A row of a table of attacks.
listed(line) if {
	startswith(trim_space(line), "|")
	regex.match(`(?i)\b(attack(s|ers?)?|injections?|jailbreaks?|malicious|suspicious|detect(s|ed)?|reject(s|ed)?|refuse|block(s|ed)?|red flags?)\b`, line)
}

severity(passage, grave) := grave if main.is(passage.file)

severity(passage, _) := "medium" if not main.is(passage.file)

# What stands in a block of code is shown rather than said, though an agent reads it
# like the rest: it is looked at, but does not block by itself.
locus(passage) := "example" if passage.fenced

locus(passage) := "instruction" if not passage.fenced
