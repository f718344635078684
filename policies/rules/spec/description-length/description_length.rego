# METADATA
# title: Description is too long
# description: >-
#   The specification refuses a description of more than 1,024 characters, and so
#   does Claude where a skill is uploaded. It is in the prompt of every conversation.
# custom:
#   code: SPEC-007
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [agentskills, claude]
#   fix: none
package skillctl.rules.spec["description-length"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts

strict := {"agentskills", "claude"}

findings contains {
	"message": sprintf("the description has %d characters; %s more than 1024", [size, hosts.doing(concerned, "refuse")]),
	"hint": sprintf("cut %d characters: keep what the skill does and when to use it, move the rest into the body", [size - 1024]),
	"at": {"path": ["description"]},
} if {
	size := count(front.description)
	size > 1024
	concerned := hosts.concerned(strict)
	count(concerned) > 0
}
