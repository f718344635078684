# METADATA
# title: Which agents a finding is about
# description: >-
#   A rule names the agents that a defect matters to. Where it is known which agents a
#   skill is for, the defect counts in full for those and not at all for others. Else it
#   counts quietly, for the specification and for agents that might load the skill.
package skillctl.lib.hosts

known := {host | some host in data.skillctl.tables.fields.hosts}

selected := {host | some host in input.hosts}

# Agents that might load the skill, where it is not known which do.
likely := {host | some host in input.likely}

# Agents that the skill is judged for.
relevant := selected if count(selected) > 0

relevant := likely | {"agentskills"} if count(selected) == 0

# Those of the given set of agents that matter to this run.
concerned(about) := about & relevant

# The loud severity when the skill is for one of the agents, the quiet one when it
# might be, and undefined when it is only for others.
severity(about, loud, quiet) := loud if {
	count(about & selected) > 0
} else := quiet if {
	count(selected) == 0
	count(about & relevant) > 0
}

# Those of the readers of a field that it is written for. Who writes the field of an
# agent means that agent, unless it is known that the skill is for others.
addressed(about) := about & selected if count(selected) > 0

addressed(about) := about if count(selected) == 0

# The severity of what is wrong with such a field.
field_severity(about, loud, quiet) := loud if {
	count(about & selected) > 0
} else := quiet if {
	count(selected) == 0
}

# Agents that read a field of the front matter, and those that do not.
readers(key) := {host | some host in data.skillctl.tables.fields.readers[key]}

deaf(key) := relevant - readers(key)

# "agentskills, claude and codex", sorted.
listed(about) := data.skillctl.lib.text.listed(sort(about))

# "claude refuses", "claude and openclaw refuse", of a verb that takes an s.
doing(about, verb) := sprintf("%s %ss", [listed(about), verb]) if count(about) == 1

doing(about, verb) := sprintf("%s %s", [listed(about), verb]) if count(about) != 1

# "claude reads", "claude and openclaw read", and so for ignoring.
reading(about) := sprintf("%s reads", [listed(about)]) if count(about) == 1

reading(about) := sprintf("%s read", [listed(about)]) if count(about) > 1

# "claude does not", "claude and openclaw do not".
doing_not(about) := sprintf("%s does not", [listed(about)]) if count(about) == 1

doing_not(about) := sprintf("%s do not", [listed(about)]) if count(about) > 1

ignoring(about) := sprintf("%s ignores", [listed(about)]) if count(about) == 1

ignoring(about) := sprintf("%s ignore", [listed(about)]) if count(about) > 1
