# METADATA
# title: Install policy is started through env
# description: >-
#   OpenClaw refuses env as the command of the install policy: what it starts
#   would not be checked.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules["install-policy"]["command-env"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("the command is %s, which only starts another one: every install is refused", [command]),
	"hint": "name that program itself, with its full path",
	"at": {"path": ["security", "installPolicy", "exec", "command"]},
} if {
	command := openclaw.config.security.installPolicy.exec.command
	is_string(command)
	regex.match(`(?i)(^|[/\\])env(\.exe)?$`, command)
}
