# METADATA
# title: Every command is allowed without a check
# description: >-
#   In ZeroClaw a star among the allowed commands together with
#   block_high_risk_commands = false skips every check of a command, redirects
#   and substitutions included.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.exec["wildcard-unblocked"]

findings contains {
	"message": sprintf("risk profile %s allows every command and checks none: redirects, substitutions and high-risk programs pass too", [name]),
	"hint": "name the commands that are needed, or leave block_high_risk_commands on",
	"at": {"path": ["risk_profiles", name, "block_high_risk_commands"]},
	"related": [{"at": {"path": ["risk_profiles", name, "allowed_commands"], "on": "key"}, "message": "\"*\" is listed here"}],
} if {
	input.config.kind == "zeroclaw"
	some name, profile in input.config.value.risk_profiles
	"*" in profile.allowed_commands
	profile.block_high_risk_commands == false
}
