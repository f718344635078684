# METADATA
# title: Command of the install policy is outside trustedDirs
# description: >-
#   With trustedDirs set the command of the install policy must lie in one of
#   them, by its spelling: otherwise every install is refused.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules["install-policy"]["outside-trusted-dirs"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s lies in none of the trustedDirs: every install is refused", [command]),
	"hint": "add the folder of the command to trustedDirs, or move the command",
	"at": {"path": ["security", "installPolicy", "exec", "command"]},
	"related": [{"at": {"path": ["security", "installPolicy", "exec", "trustedDirs"], "on": "key"}, "message": "the folders that are trusted"}],
} if {
	exec := openclaw.config.security.installPolicy.exec
	command := exec.command
	is_string(command)
	startswith(command, "/")
	dirs := [dir | some dir in exec.trustedDirs; is_string(dir)]
	count(dirs) > 0
	not trusted(command, dirs)
}

trusted(command, dirs) if {
	some dir in dirs
	startswith(sprintf("%s/", [command]), sprintf("%s/", [trim_suffix(trim_space(dir), "/")]))
}

# Where a home or variable leads is not known here.
trusted(_, dirs) if {
	some dir in dirs
	regex.match(`^(~|[^/])`, trim_space(dir))
}
