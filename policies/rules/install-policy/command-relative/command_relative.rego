# METADATA
# title: Command of the install policy is not an absolute path
# description: >-
#   OpenClaw takes the command of the install policy as it is written: a name,
#   a relative path or one with ~ is refused at every install.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules["install-policy"]["command-relative"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%q is not an absolute path: every install is refused", [command]),
	"hint": hint(command),
	"at": {"path": ["security", "installPolicy", "exec", "command"]},
} if {
	command := openclaw.config.security.installPolicy.exec.command
	is_string(command)
	command != ""
	not regex.match(`^(/|[A-Za-z]:[\\/]|\\\\|\$\{)`, command)
}

default hint(_) := "write the full path of the program"

hint(command) := "write the folder itself: ~ is not expanded here" if startswith(command, "~")
