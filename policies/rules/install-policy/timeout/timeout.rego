# METADATA
# title: Time limit of the install policy is unusable
# description: >-
#   OpenClaw puts no upper bound on timeoutMs: a policy that hangs blocks the
#   install that long. One that may be silent for longer than it may run never
#   trips that limit.
# custom:
#   severity: low
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules["install-policy"].timeout

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("timeoutMs is %d: an install waits up to %d minutes for a policy that hangs", [ms, floor(ms / 60000)]),
	"hint": "use a value between 1000 and 60000; the default is 10000",
	"at": {"path": ["security", "installPolicy", "exec", "timeoutMs"]},
} if {
	ms := openclaw.config.security.installPolicy.exec.timeoutMs
	is_number(ms)
	ms > 300000
}

findings contains {
	"message": sprintf("timeoutMs is %d: too short for a policy to start, so every install is refused", [ms]),
	"hint": "use a value between 1000 and 60000; the default is 10000",
	"at": {"path": ["security", "installPolicy", "exec", "timeoutMs"]},
	"severity": "medium",
} if {
	ms := openclaw.config.security.installPolicy.exec.timeoutMs
	is_number(ms)
	ms > 0
	ms < 100
}

findings contains {
	"message": sprintf("noOutputTimeoutMs is %d and the whole policy has %d: the first has no effect", [silent, ms]),
	"hint": "make noOutputTimeoutMs the smaller one, or remove it",
	"at": {"path": ["security", "installPolicy", "exec", "noOutputTimeoutMs"]},
} if {
	exec := openclaw.config.security.installPolicy.exec
	silent := exec.noOutputTimeoutMs
	ms := object.get(exec, "timeoutMs", 10000)
	is_number(silent)
	is_number(ms)
	silent > ms
}
