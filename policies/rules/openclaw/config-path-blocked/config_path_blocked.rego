# METADATA
# title: Required setting can never be true
# description: >-
#   OpenClaw does not follow the names __proto__, prototype and constructor in
#   requires.config, so such a requirement is never met.
# custom:
#   severity: low
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["config-path-blocked"]

findings contains {
	"message": sprintf("requires.config has %q: OpenClaw does not follow %s, so the skill is never offered", [setting, step]),
	"hint": "name a setting of openclaw.json, such as browser.enabled",
	"at": {"path": array.concat(input.skill.openclaw.metadata.path, ["requires", "config"])},
} if {
	some setting in input.skill.openclaw.requires.config
	some step in split(setting, ".")
	step in {"__proto__", "prototype", "constructor"}
}
