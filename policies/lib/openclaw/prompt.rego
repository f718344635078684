# METADATA
# title: The skills in the prompt of a model
# description: >-
#   How OpenClaw 2026.9.6 puts skills into the prompt of a model
#   (src/skills/loading/skill-prompt-limits.ts): no more of them than a limit, the
#   first by name; in full if that is short enough, else with their descriptions
#   cut, else without descriptions, else as many as there is room for. Lengths are
#   in UTF-16 units; those of the host's own words stand in the table, digits of
#   numbers not counted.
package skillctl.lib.openclaw.prompt

lengths := data.skillctl.tables.skill_roots.prompt.lengths

# METADATA
# title: Which skills does the prompt name?
# description: >-
#   "listed" is how many of the first by name are in it, "format" how: "full",
#   "cut" (the descriptions are), "names" (there are no descriptions), "none". The
#   message says what is missing, and "left_out" what to say of a skill that is
#   not in it; both are "" for nothing. The setting is that of the limit behind it.
# entrypoint: true
answer := {
	"skills": input.skills,
	"listed": listed,
	"format": format,
	"rule": "catalog/prompt",
	"message": message,
	"left_out": left_out,
	"setting": setting,
}

# How many the limit on their number leaves.
allowed := min([input.skills, input.limits.skills.value])

in_full if fits("full", allowed, true)

# Where there is room for all but the note, the host does without that.
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
fits(kind, n, with_note) if {
	skills := catalog_length(kind, n)
	note := note_length(kind, n, with_note)
	line_end := count([1 | note > 0; skills > 0])
	(skills + note) + line_end <= input.limits.characters.value
}

# The note says how many are left out, or how the others are shown.
note_length(_, _, false) := 0

note_length(kind, n, true) := lengths.compact[kind] if n == input.skills

note_length(kind, n, true) := lengths.truncated[kind] + count(sprintf("%d%d", [n, input.skills])) if n < input.skills

catalog_length(_, 0) := 0

catalog_length(kind, n) := (((lengths.head[kind] + lengths.foot) + (n * lengths.skill)) + input.sums.names[n - 1]) + described(kind, n) if n > 0

described("full", n) := input.sums.descriptions[n - 1] + (n * lengths.description)

described("cut", n) := input.sums.cut[n - 1] + (input.sums.described[n - 1] * lengths.description)

described("names", _) := 0

# What keeps skills or descriptions out: the limit on the number only where all
# that it leaves are there as they are.
all_there if {
	listed == input.skills
	in_full
}

bound := {"by": sprintf("%d skills", [input.limits.skills.value]), "setting": input.limits.skills.setting} if {
	listed == allowed
	allowed < input.skills
} else := {"by": sprintf("%d characters", [input.limits.characters.value]), "setting": input.limits.characters.setting}

setting := null if {
	all_there
} else := bound.setting

shown := {"cut": ", their descriptions cut short", "names": ", without their descriptions"}

how := object.get(shown, format, "")

message := "" if {
	all_there
} else := sprintf("the prompt of the model names none of %d skills: there is room for %s", [input.skills, bound.by]) if {
	listed == 0
} else := sprintf("the prompt of the model names all %d skills%s: there is room for %s", [listed, how, bound.by]) if {
	listed == input.skills
} else := sprintf("the prompt of the model names %d of %d skills, the first by name%s: there is room for %s", [listed, input.skills, how, bound.by])

left_out := "" if {
	listed == input.skills
} else := sprintf("the prompt of the model has no room for it (%s)", [bound.by])
