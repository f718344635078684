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
	some [category, name, answer] in answers
}

answers := [[category, name, answer] |
	some category, name
	some answer in data.skillctl.rules[category][name].findings
]

weighed(category, name, answer) := {"because": "the text teaches, quotes or looks for it, and has nobody do it", "severity": grade} if {
	lesson.concerned(category, name, answer)
	grade := grades[lesson.place(answer)]
	rank[grade] < rank[object.get(answer, "severity", "high")]
} else := {"because": why} if {
	object.get(answer, "severity", "high") in {"medium", "low", "info"}
	why := lowered(answer)
} else := {}

# What stands at a place is looked at once, however many answers are about it.
grades := {place: lesson.grade(place) | some place in places}

places := {lesson.place(answer) |
	some [category, name, answer] in answers
	lesson.concerned(category, name, answer)
}

# Why a rule weighs less than usual what stands at a place, whichever rule it is.
lowered(answer) := "the text only speaks of it, and has nobody run it" if {
	some k in commands_on[line(answer)]
	command := input.skill.body.commands[k]
	at(answer, command)
	commands.told_of(command)
} else := "it stands in another document than SKILL.md, which an agent need not read" if {
	input.skill.manifest.file != ""
	commands.aside(answer.at.file)
} else := "the text warns of it, or shows it as an attack" if {
	some place in here(answer)
	at(answer, place)
	shown(place)
}

here(answer) := array.concat(
	[input.skill.body.commands[k] | some k in object.get(commands_on, [line(answer)], set())],
	[input.skill.body.flows[k] | some k in object.get(flows_on, [line(answer)], set())],
)

# What begins on each line, by number, made once for all.
commands_on[line({"at": command})] contains k if some k, command in input.skill.body.commands

flows_on[line({"at": flow})] contains k if some k, flow in input.skill.body.flows

line(answer) := [answer.at.file, answer.at.span.start.line]

shown(place) if commands.taught(place)

shown(place) if commands.warned(place)

at(answer, place) if {
	place.file == answer.at.file
	place.span == answer.at.span
}

rank := {"info": 0, "low": 1, "medium": 2, "high": 3, "critical": 4}
