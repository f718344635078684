# METADATA
# title: Findings of all rules
# description: >-
#   Asks every rule that was loaded and says which rule each answer is from. What a
#   document only shows weighs less than what it has somebody do, whichever rule it is.
#   Which rules are loaded is decided by the settings, before compiling.
# entrypoint: true
package skillctl.lint

import data.skillctl.lib.commands
import data.skillctl.lib.lesson

findings contains object.union(answer, object.union({"rule": concat("/", [category, name])}, weighed(category, name, answer))) if {
	some category, name
	some answer in data.skillctl.rules[category][name].findings
}

weighed(category, name, answer) := {"because": "the text teaches, quotes or looks for it, and has nobody do it", "severity": lesson.weight(category, name, answer)} if {
	rank[lesson.weight(category, name, answer)] < rank[object.get(answer, "severity", "high")]
} else := {"because": why} if {
	object.get(answer, "severity", "high") in {"medium", "low", "info"}
	why := lowered(answer)
} else := {}

# Why a rule weighs less than usual what stands at a place, whichever rule it is.
lowered(answer) := "the text only speaks of it, and has nobody run it" if {
	some command in input.skill.body.commands
	at(answer, command)
	commands.told_of(command)
} else := "it stands in another document than SKILL.md, which an agent need not read" if {
	input.skill.manifest.file != ""
	commands.aside(answer.at.file)
} else := "the text warns of it, or shows it as an attack" if {
	some place in array.concat(input.skill.body.commands, input.skill.body.flows)
	at(answer, place)
	shown(place)
}

shown(place) if commands.taught(place)

shown(place) if commands.warned(place)

at(answer, place) if {
	place.file == answer.at.file
	place.span == answer.at.span
}

rank := {"info": 0, "low": 1, "medium": 2, "high": 3, "critical": 4}
