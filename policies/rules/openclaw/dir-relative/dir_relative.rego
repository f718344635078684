# METADATA
# title: Skill folder depends on where OpenClaw is started
# description: >-
#   Relative entries of extraDirs and allowSymlinkTargets are resolved from the folder
#   that the process was started in, not from the folder of the configuration file.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["dir-relative"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%q is relative to the folder that OpenClaw is started in, not to this file", [entry]),
	"hint": "write an absolute path, or one that starts with ~/",
	"at": {"path": ["skills", "load", key, i]},
} if {
	some key in ["extraDirs", "allowSymlinkTargets"]
	some i, entry in openclaw.config.skills.load[key]
	is_string(entry)
	path := trim_space(entry)
	path != ""
	not regex.match(`^([/~\\]|\$\{|[A-Za-z]:[\\/])`, path)
}
