# METADATA
# title: The front matter of SKILL.md
# description: What rules about fields share.
package skillctl.lib.front

skill := input.skill

front := input.skill.front

is_md if input.skill.manifest.format == "md"

# The manifest was opened and read: what it lacks is really not there.
was_read if {
	is_md
	not unread
}

unread if {
	some gap in input.skill.coverage.gaps
	gap.file == input.skill.manifest.file
}

broken if {
	is_object(front.error)
}

# There is a front matter and it is YAML: rules about fields may speak.
readable if {
	is_md
	front.present
	front.closed
	not broken
}

# OpenClaw gets fields out of the front matter, after its own repairs.
openclaw_reads if count(front.host) > 0

# Codex reads the manifest, after its own repairs.
codex_reads if front.codex == ""

# Agents that refuse what is not as the specification has it, of this manifest.
strict contains "agentskills"

strict contains "codex" if not codex_reads

fields := front.fields if readable

# Each text in the fields, with the name of the field that it is in, however the front matter is
# written: what it names.
values contains [key, value] if {
	some key, field in front.fields
	walk(field.value, [_, value])
	is_string(value)
}

# What nearly every rule asks for, worked out once.
name := text("name")

description := text("description")

# The text of a field, without surrounding spaces; undefined when it is not text.
text(key) := trim_space(value) if {
	value := fields[key].value
	is_string(value)
}

# Whether the name is of the form that every agent accepts.
name_is_good if good_name(name)

good_name(name) if {
	count(name) <= 64
	regex.match(`^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$`, name)
}

# A name of that form, as near to the given text as can be.
name_from(value) := trim(substring(trim(regex.replace(lower(value), `[^\p{L}\p{N}]+`, "-"), "-"), 0, 64), "-")
