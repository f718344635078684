# The limits of skills.workshop, as OpenClaw 2026.9.6 reads them: values that are not
# numbers are ignored, and values out of bounds become the nearest bound.
package skillctl.proposals

limits := {
	"policy": policy,
	"waiting": bounded("maxPending", {"standard": 50, "least": 1, "most": most_waiting}),
	"bytes": bounded("maxSkillBytes", {"standard": 40000, "least": 1024, "most": 200000}),
	# Of a description, in bytes.
	"description": 160,
	# Of the name of a skill, https://agentskills.io/specification.
	"name": 64,
}

most_waiting := 200

policy := "pending" if input.settings.approvalPolicy == "pending"

else := "auto"

bounded(key, bounds) := min([max([whole(value), bounds.least]), bounds.most]) if {
	value := input.settings[key]
	is_number(value)
} else := bounds.standard

whole(value) := floor(value) if value >= 0

else := ceil(value)
