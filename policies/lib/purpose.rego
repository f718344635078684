# METADATA
# title: What a skill says that it is for
# description: >-
#   The description, the name and what else of the front matter a user reads before a skill
#   is taken, and which abilities the topics that it speaks of explain. What it says that it
#   does not do explains nothing.
package skillctl.lib.purpose

import data.skillctl.lib.front
import data.skillctl.tables.purpose as table

description := trim_space(value) if {
	value := input.skill.front.fields.description.value
	is_string(value)
}

# Fields that say what it is for, of the front matter and of SKILL.toml; those about its
# author, its licence and the tools of the agent do not.
spoken := {"name", "description", "title", "summary", "when_to_use", "homepage", "tags", "keywords", "category", "requires", "compatibility", "metadata"}

words contains value if {
	some [key, value] in front.values
	key in spoken
}

words contains key if {
	some name in {"metadata", "requires"}
	walk(input.skill.front.fields[name].value, [path, _])
	some key in path
	is_string(key)
}

# All of it in lower case, a name in its parts; the clauses that say what is not done, and
# how a skill is spoken of in general, are left out.
promise := regex.replace(
	regex.replace(lower(concat(" . ", sort(words))), `[-_/]`, " "),
	`\b(never|not|no|without|nothing|none|neither|nor|\w+n['’]t)\b[^.;:]*|\b(use|using|with|in|of|load|invoke|trigger) (this|the) skill\b`,
	" ",
)

# It says in English what it is for. Of another language no word is known.
stated if {
	description != ""
	count(regex.find_n(`(?i)\b(a|an|the|of|to|and|or|for|with|in|on|from|into|when|use|by|is|are|that|this)\b`, description, 4)) >= 2
}

# What the topics that it speaks of explain.
explained contains ability if {
	some topic in table.topics
	regex.match(concat("", [`\b(`, topic.words, `)`]), promise)
	some ability in topic.explains
}

# An ability that it says nothing of.
unsaid(ability) if {
	stated
	not ability in explained
}

# It speaks of nothing outside of what it is given: of no topic that explains any ability,
# and of nothing by a name of which it is not known what it is.
bare if {
	stated
	count(explained) == 0
	count(unknown) == 0
}

# Names within its sentences, of products and services perhaps, other than those of
# formats, notations and languages, which are nowhere.
unknown contains name if {
	some found in regex.find_all_string_submatch_n(`[a-z0-9,;)]\s+["'(]?([A-Z][A-Za-z0-9+#]*)`, description, 50)
	name := found[1]
	not lower(name) in plain
	not upper(name) == "I"
}

plain := {name | some name in table.plain}

# What it says that it does not do, as it says so.
denied contains {"what": denial.what, "words": found} if {
	some denial in table.denials
	some sentence in regex.split(`[.!?;]\s+|\n`, description)
	some found in regex.find_n(concat("", [`(?i)`, denial.words]), sentence, 1)
	not regex.match(concat("", [`(?i)`, denial.unless]), sentence)
}
