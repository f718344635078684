# METADATA
# title: Limit that lets no skill load
# description: >-
#   With skills.limits.maxSkillFileBytes at 0 no manifest is small enough, so
#   no skill loads.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["no-skill-loads"]

import data.skillctl.lib.openclaw

findings contains {
	"message": "maxSkillFileBytes is 0: every SKILL.md is too large, so no skill loads",
	"hint": "remove the line for the default of 256000",
	"at": {"path": ["skills", "limits", "maxSkillFileBytes"]},
} if {
	openclaw.config.skills.limits.maxSkillFileBytes == 0
}
