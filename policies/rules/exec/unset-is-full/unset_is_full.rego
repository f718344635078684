# METADATA
# title: Commands run without approval by default
# description: >-
#   Without tools.exec.mode OpenClaw runs every command on the gateway and on
#   nodes, and asks nobody. Its own checks take the missing setting for deny.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.exec["unset-is-full"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("tools.exec.mode is not set, so OpenClaw runs every command without asking%s", [wasted]),
	"hint": "set tools.exec.mode to ask, allowlist or deny",
	"at": {"path": ["tools", "exec"], "on": "key"},
} if {
	is_object(openclaw.config)
	openclaw.whole
	not decided
	not openclaw.exec_elsewhere(exec)
}

default exec := {}

exec := openclaw.config.tools.exec if is_object(openclaw.config.tools.exec)

decided if exec.mode

decided if exec.security

# Settings that only matter when some commands need leave.
gates := [key | some key in ["ask", "safeBins", "safeBinTrustedDirs", "safeBinProfiles", "strictInlineEval", "reviewer", "grantExpiryDays"]; key in object.keys(exec)]

default wasted := ""

wasted := sprintf("; %s has no effect", [concat(", ", gates)]) if count(gates) > 0
