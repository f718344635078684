# METADATA
# title: Strict
# description: >-
#   skillctl's own profile and the default. It reads the real syntax of the
#   shell that runs the text, lets through what it positively understands, and
#   denies everything else.
# custom:
#   facts: [programs]
package skillctl.exec.profiles.strict

reasons contains {
	"effect": "deny",
	"rule": "exec/strict/security",
	"message": "nothing may run: exec.security is \"deny\"",
	"hint": "set it to \"allowlist\" and name the programs",
	"setting": ["exec", "security"],
} if {
	input.settings.exec.security == "deny"
}
