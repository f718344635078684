# METADATA
# title: Tells the model to ignore other instructions
# description: >-
#   The text tells the model to disregard the instructions that it has: those of the
#   user, of the agent or of other skills.
# custom:
#   code: INJ-001
#   severity: high
#   confidence: low
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj.override

import data.skillctl.lib.passages
import data.skillctl.lib.shown

findings contains {
	"message": sprintf("%s tells the model to ignore its other instructions", [passages.shown(passage)]),
	"hint": "remove it; describe what this skill does and when to use it",
	"at": {"file": passage.file, "span": passage.span},
	"severity": passages.severity(passage, "high"),
	"confidence": confidence(passage),
	"locus": passages.locus(passage),
} if {
	some passage in input.skill.body.passages
	passage.about == "override"
	not entry(passage.line)
	some words in [order, order_told]
	passages.ordered(plain(passage), words)
	not pattern(passage)
	not shown.only(passage)
}

plain(passage) := regex.replace(regex.replace(passage.line, form, "…"), older, "…")

# What is to be forgotten is all that the model was told before: no setting of a program, and no
# rule about how something is written, is spoken of so.
confidence(passage) := "medium" if {
	passages.ordered(plain(passage), whole)
} else := "low"

whole := `(?:\b(ignore|disregard|forget)\b\s+((all|any|every|everything|each|of|and|your|the|these|those|other)\s+){0,4}(previous|previously|prior|above|earlier|preceding|original|initial|system|safety|security|your)\b[^.\n]{0,30}\b(instructions?|prompts?|directives?|guidelines?|safeguards?|guard ?-?rails?|training|told|given|said)\b|\bforget\s+(everything|all|anything|whatever)\s+((that\s+)?you\s+(were|have been|had been|are|know|learned)\b|(you\s+)?(said|told|given)\b))`

# All that it was told, without a name for it.
order_told := `\bforget\s+(everything|all|anything|whatever)\s+((that\s+)?(you|i|we|they|anyone|the user|the system)\s+(were|was|have|had|has|are|know|said|told|learned)\b)`

order := `\b(ignore|disregard|forget|override|supersede)\b[^.\n]{0,30}\b(all|any|every|your|the|these)?\s*\b(previous|prior|above|earlier|preceding|existing|other|original|initial|system|safety|security|your)\b[^.\n]{0,30}\b(instructions?|prompts?|rules|guidelines?|directives?|polic(y|ies)|safeguards?|restrictions?|constraints|limits?|limitations|boundaries|guard ?-?rails?|training)\b`

# Rules about how something is written are nobody's instructions.
form := `(?i)\b(ignore|disregard|forget|override|supersede)\s+((the|any|all|our)\s+)*(previous|prior|above|earlier|existing|other|original)\s+(rules|guidelines?|constraints)\s+(on|for|about|regarding)\s+((the|our)\s+)?(tabs|spaces|indent\w*|naming|names|format\w*|styl(e|ing)|layout|whitespace|spelling|punctuation|quotes|imports|colou?rs?|fonts?|line (length|breaks?|ends)|comments|headings)\b`

# Nor are those of a text that people work by, which is named.
older := `(?i)\b(ignore|disregard|forget|override|supersede)\s+((the|any|all|our)\s+)*(previous|prior|earlier|existing|other|original|old)\s+(instructions?|rules|guidelines?|polic(y|ies)|directives?)\s+(of|in|from)\s+((the|our|an?)\s+)?([\w-]+\s+)?(runbooks?|handbooks?|manuals?|wiki|recipes?|leaflets?|circulars?|catalogues?|datasheets?|manufacturer|edition|release notes|(19|20)\d\d|v\d[\w.]*)\b`

# A pattern that finds such orders is none.
pattern(passage) if {
	passage.fenced
	regex.match(`\(\?|\\+[sbwd]\b|\.\*|\([^()]*\)\?|\(\w+( \w+)?(\|\w+)+\)`, passage.line)
}

# What a setting or an argument is for, in a row of a table, an item of a list or behind
# a name: "override" is said of a default, or nothing is left to do in the sentence.
entry(line) if {
	regex.match(concat("", [name_of_setting, `.*\boverrides?\s+((the|its|a|any)\s+)?(default|built-?in|base|global)\s`]), line)
}

entry(line) if {
	regex.match(concat("", [name_of_setting, `[^.!?]*\boverrides?\s+((the|its|a|any)\s+)?system[ -](prompts?|instructions?|messages?)(\s+(for|of|per|in)\s+[\w "'-]{1,40})?\s*[.|]?\s*(\||$)`]), line)
}

# What a comment in code says of the line below.
entry(line) if regex.match(`(?i)^\s*[/*#-]*\s*overrides?\s+((the|its|a|any)\s+)?default\s+system[ -](prompts?|instructions?|messages?)[\s.*/]*$`, line)

# A row whose first cell is one word, or words in code; or a word with what it is behind it.
name_of_setting := `(?i)^\s*(\|\s*("[^"|]{1,60}"|[A-Za-z_$-][\w.$-]*\??)\s*\||([-+]\s|\d+[.)]\s)?\s*("[\w .<>=\[\]-]{1,40}"|[a-z]+([A-Z][a-z]+)+|\w+_\w+)\s*(\([^)]{1,30}\))?\s*[:–—-])`
