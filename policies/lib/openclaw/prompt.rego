# METADATA
# title: The skills in the prompt of a model
# description: >-
#   How OpenClaw 2026.9.6 puts skills into the prompt of a model
#   (src/skills/loading/skill-prompt-limits.ts): no more of them than a limit, the
#   first by name; in full if that is short enough, else with their descriptions
#   cut, else without descriptions, else as many as there is room for. Lengths are
#   in UTF-16 units; those of the agent's own words stand in the table, digits of
#   numbers not counted.
package skillctl.lib.openclaw.prompt

lengths := data.skillctl.tables.skill_roots.prompt.lengths

# METADATA
# title: Which skills does the prompt name?
# description: >-
#   "listed" is how many of the first by name are in it, "format" how: "full",
#   "cut" (the descriptions are), "names" (there are no descriptions), "none".
#   "summary" says both. "leftOut" and "descriptions" say what is missing of the
#   one and of the other: the message is about all, "each" about one skill, the
#   setting is that of the limit behind it; null for nothing.
# entrypoint: true
answer := {
	"skills": input.skills,
	"listed": listed,
	"format": format,
	"rule": "catalog/prompt",
	"summary": summary,
	"leftOut": left_out,
	"descriptions": shortened,
}

# How many the limit on their number leaves.
allowed := min([input.skills, input.limits.skills.value])

in_full if fits("full", allowed, true)

# Where there is room for all but the note, the agent does without that.
in_full if {
	named == 0
	fits("full", allowed, false)
}

# As many as fit without descriptions.
named := most("names", true)

most(kind, with_note) := max([n | some n in numbers.range(0, allowed); fits(kind, n, with_note)]) if {
	fits(kind, 0, with_note)
} else := 0

listed := allowed if {
	in_full
} else := named if {
	named > 0
} else := most("names", false)

format := "none" if {
	listed == 0
} else := "full" if {
	in_full
} else := "cut" if {
	fits("cut", listed, noted)
} else := "names"

default noted := false

noted if fits("names", listed, true)

# Whether the first n are short enough in a format, with the note or without.
fits(kind, n, with_note) if size(kind, n, with_note) <= input.limits.characters.value

size(kind, n, with_note) := (skills + note) + line_end if {
	skills := catalog_length(kind, n)
	note := note_length(kind, n, with_note)
	line_end := count([1 | note > 0; skills > 0])
}

# The note says how many are left out, or how the others are shown.
note_length(_, _, false) := 0

note_length(kind, n, true) := lengths.compact[kind] if {
	n == input.skills
} else := lengths.truncated[kind] + count(sprintf("%d%d", [n, input.skills])) if {
	n < input.skills
}

catalog_length(_, 0) := 0

catalog_length(kind, n) := (((lengths.head[kind] + lengths.foot) + (n * lengths.skill)) + input.sums.names[n - 1]) + described(kind, n) if n > 0

described("full", n) := input.sums.descriptions[n - 1] + (n * lengths.description)

described("cut", n) := input.sums.cut[n - 1] + (input.sums.described[n - 1] * lengths.description)

described("names", _) := 0

# What keeps skills out: the limit on their number where all that it leaves are
# there.
bound := by_number if {
	listed == allowed
	allowed < input.skills
} else := by_length

by_number := {
	"room": sprintf("%d skills%s", [input.limits.skills.value, standard(input.limits.skills, "maxSkillsInPrompt")]),
	"setting": input.limits.skills.setting,
}

by_length := {
	"room": sprintf("%d characters%s", [input.limits.characters.value, standard(input.limits.characters, "maxSkillsPromptChars")]),
	"setting": input.limits.characters.setting,
}

standard(limit, _) := "" if limit.setting != null

standard(limit, key) := sprintf(", unless skills.limits.%s says otherwise", [key]) if limit.setting == null

number := sprintf("all %d skills", [listed]) if {
	listed == input.skills
} else := sprintf("none of %d skills", [input.skills]) if {
	listed == 0
} else := sprintf("%d of %d skills, the first by name", [listed, input.skills])

summary := sprintf("%s%s", [number, object.get({"cut": ", with their descriptions cut short", "names": ", without their descriptions"}, format, "")])

left_out := null if {
	listed == input.skills
} else := {
	"message": sprintf("the prompt of the model names %s: there is room for %s", [number, bound.room]),
	"each": sprintf("the prompt of the model has no room for it (%s)", [bound.room]),
	"setting": bound.setting,
}

shortened := {
	"message": sprintf("the prompt of the model has %s: there is room for %s; in full it would take %d", [words.all, by_length.room, size("full", listed, true)]),
	"each": words.each,
	"setting": by_length.setting,
} if {
	words := shortenings[format]
} else := null

shortenings := {
	"cut": {"all": "descriptions cut short", "each": "its description is cut short in the prompt of the model"},
	"names": {"all": "no descriptions", "each": "its description is not in the prompt of the model"},
}
