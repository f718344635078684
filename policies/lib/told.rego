# METADATA
# title: What a skill is called, and what it says that it is for
# description: >-
#   As texts: front matter may have anything in their place, and a function that wants a
#   text ends the whole question where it is given something else.
package skillctl.lib.told

description := value if {
	value := input.skill.front.fields.description.value
	is_string(value)
} else := ""

name := value if {
	value := input.skill.front.fields.name.value
	is_string(value)
} else := ""
