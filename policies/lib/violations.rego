# METADATA
# title: What schemas object to
# description: The violations of all agents' schemas in one list, so that each rule looks through it once.
package skillctl.lib.violations

all := [{"host": host, "fault": violation} |
	some host, violations in input.skill.violations
	some violation in violations
]
