# METADATA
# title: The dialects that a skill is judged in
# description: >-
#   What the operator asked for counts alone. Else the folder that the skill is in says
#   whose it is, or the plugin or configuration that it is beside. An agent that is only
#   set up in the project or for the user might load the skill: rules about it speak
#   quietly. Where nothing is known, the Agent Skills specification is left.
# entrypoint: true
package skillctl.lint.dialects

default decision := {"judged": [], "likely": [], "from": "nothing", "signs": []}

decision := {"judged": sort(input.asked), "likely": [], "from": "asked", "signs": []} if {
	count(input.asked) > 0
} else := {"judged": sort(table.folders[innermost]), "likely": [], "from": "folder", "signs": [innermost]} if {
	innermost
} else := {"judged": sort({host | some host in table.owners[owners[_]]}), "likely": [], "from": "owner", "signs": sort(owners)} if {
	count(owners) > 0
} else := {"judged": [], "likely": sort(likely), "from": "nearby", "signs": sort(nearby)} if {
	count(likely) > 0
}

table := data.skillctl.tables.dialects

# The folders of agents may be nested: a project that an agent works on has one of
# its own, and the nearest is the one that loads the skill.
innermost := known[count(known) - 1] if count(known) > 0

known := [name | some name in input.folders; table.folders[name]]

# Of the folders above the skill the nearest that belongs to an agent.
owners := [of | some names in input.above; of := {name | some name in names; table.owners[name]}; count(of) > 0][0]

projects := {name | some names in input.above; some name in names; table.projects[name]}

homes := {name | some name in input.home; table.homes[name]}

likely := {host | some name in projects; some host in table.projects[name]} | {host | some name in homes; some host in table.homes[name]}

nearby := projects | {concat("/", ["~", name]) | some name in homes}
