# What the installed settings let run, and whether the boundary of runs holds.
package skillctl.doctor

# An attack that runs without a question; or a harmless command that is refused.
weights["exec/proof"] := {"fault": "high", "refused": "low"}

# Without a boundary nothing runs; one that can be left protects nothing.
weights["run/boundary"] := {"fault": "critical", "unavailable": "high"}
