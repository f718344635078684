# METADATA
# title: How severe is what the doctor found?
# description: >-
#   The doctor finds out what is so on this machine, and names each fact by the check
#   that found it and by what it found: "fault" is what the check looks for, other
#   words say that it is less, or something else, than that. Here each fact gets
#   its severity, in the order of the facts. A fact that no file knows is critical, and
#   one that is none after all is "none".
# entrypoint: true
package skillctl.doctor

severities := [severity(fact) | some fact in input.facts]

severity(fact) := variable(upper(fact.name)) if {
	is_variable(fact)
} else := "none" if {
	excused(fact)
} else := started(fact.start) if {
	fact.start
} else := object.get(weights, [fact.check, fact.found], "critical")

# Something kept the doctor from looking. When that is the configuration of an agent,
# nothing is known about the agent.
weights["doctor/check-failed"] := {"fault": "medium", "unreadable": "high"}
