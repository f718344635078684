# METADATA
# title: Install policy is off
# description: >-
#   OpenClaw asks an install policy only when enabled is true; without it
#   every skill and plugin is installed unchecked, and no check of its own
#   says so.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules["install-policy"].disabled

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("an install policy is configured here, but enabled is %s: OpenClaw installs without asking it", [state]),
	"hint": "set enabled: true",
	"at": place,
} if {
	count(object.remove(policy, ["enabled"])) > 0
	not policy.enabled == true
	known
	state := shown
	place := {"path": ["security", "installPolicy", "enabled"], "on": "value"}
}

findings contains {
	"message": "there is no install policy: OpenClaw installs skills and plugins without asking anything",
	"hint": "set security.installPolicy.enabled: true, with exec naming the command that decides",
	"at": {"path": ["security"], "on": "key"},
	"severity": "low",
} if {
	is_object(openclaw.config)
	openclaw.whole
	count(object.remove(policy, ["enabled"])) == 0
	not policy.enabled == true
}

known if openclaw.whole

known if policy.enabled == false

default policy := {}

policy := openclaw.config.security.installPolicy if is_object(openclaw.config.security.installPolicy)

shown := "false" if {
	policy.enabled == false
} else := "not set" if {
	not "enabled" in object.keys(policy)
} else := "not true" if {
	not policy.enabled in {true, false}
}
