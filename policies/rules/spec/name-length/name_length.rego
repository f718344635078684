# METADATA
# title: Name is too long
# description: >-
#   Codex and the specification end a name at 64 characters and refuse the skill
#   beyond that.
# custom:
#   code: SPEC-004
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [agentskills, claude, codex]
#   fix: none
package skillctl.rules.spec["name-length"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts
import data.skillctl.lib.text

strict := {"agentskills", "claude", "codex"}

findings contains {
	"message": sprintf("the name %q has %d characters; %s more than 64", [text.clip(name, 40), count(name), hosts.doing(hosts.concerned(strict), "refuse")]),
	"hint": "shorten it, and rename the folder to match",
	"at": {"path": ["name"]},
} if {
	name := front.name
	count(name) > 64
	count(hosts.concerned(strict)) > 0
}
