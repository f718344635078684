# METADATA
# title: Findings of all rules
# description: >-
#   Asks every rule that was loaded and says which rule each answer is from. What a
#   document only shows weighs less than what it has somebody do, whichever rule it is.
#   Which rules are loaded is decided by the settings, before compiling.
# entrypoint: true
package skillctl.lint

import data.skillctl.lib.lesson

findings contains object.union(answer, object.union({"rule": concat("/", [category, name])}, weighed(category, name, answer))) if {
	some [category, name, answer] in answers
}

answers := [[category, name, answer] |
	some category, name
	some answer in data.skillctl.rules[category][name].findings
]

weighed(category, name, answer) := {"severity": grade} if {
	lesson.concerned(category, name, answer)
	grade := grades[lesson.place(answer)]
	rank[grade] < rank[object.get(answer, "severity", "high")]
} else := {}

# What stands at a place is looked at once, however many answers are about it.
grades := {place: lesson.grade(place) | some place in places}

places := {lesson.place(answer) |
	some [category, name, answer] in answers
	lesson.concerned(category, name, answer)
}

rank := {"info": 0, "low": 1, "medium": 2, "high": 3, "critical": 4}
