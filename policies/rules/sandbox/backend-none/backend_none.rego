# METADATA
# title: Commands run without a sandbox
# description: >-
#   In ZeroClaw sandbox_backend none, or sandbox_enabled false, runs commands
#   with all rights of the user.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.sandbox["backend-none"]

findings contains {
	"message": sprintf("%s in risk profile %s: commands run with all rights of the user", [what[key], name]),
	"hint": "remove the line, so that the best sandbox of the system is used, or run commands in a container with runtime.kind = \"docker\"",
	"at": {"path": ["risk_profiles", name, key]},
} if {
	input.config.kind == "zeroclaw"
	not input.config.value.runtime.kind == "docker"
	some name, profile in input.config.value.risk_profiles
	some key in off(profile)
}

what := {"sandbox_backend": "there is no sandbox", "sandbox_enabled": "the sandbox is off"}

off(profile) := {"sandbox_enabled"} if profile.sandbox_enabled == false

else := {"sandbox_backend"} if profile.sandbox_backend == "none"

else := set()
