# METADATA
# title: Description speaks in the first person
# description: >-
#   Descriptions are put into the agent's prompt next to each other. "I can help
#   you" there speaks for the agent, not for the skill.
# custom:
#   code: SPEC-020
#   severity: info
#   confidence: medium
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["description-person"]

import data.skillctl.lib.front

findings contains {
	"message": sprintf("the description speaks in the first person (%q)", [trim_space(found[0])]),
	"hint": "write what the skill does, as in `Reads PDF files. Use when …`",
	"at": {"path": ["description"]},
} if {
	description := front.description
	hinted(description)
	found := regex.find_n(`(^|[.!?]\s+)(I|I'm|I'll|We|We'll)\s+(am|are|can|will|help|do|make|create|provide|use|read|write)\b`, description, 1)
	count(found) > 0
}

# A quick look before the expression is tried.
hinted(description) if strings.any_prefix_match(description, ["I ", "I'", "We ", "We'"])

hinted(description) if contains(description, " I ")

hinted(description) if contains(description, " I'")

hinted(description) if contains(description, " We")
