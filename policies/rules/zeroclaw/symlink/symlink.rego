# METADATA
# title: ZeroClaw refuses symbolic links
# description: >-
#   ZeroClaw skips a skill that holds any symbolic link, wherever it leads.
# custom:
#   severity: high
#   confidence: high
#   locus: package
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw.symlink

import data.skillctl.lib.hosts
import data.skillctl.lib.zeroclaw

findings contains {
	"message": "symbolic link: ZeroClaw refuses skills that hold one, wherever it leads",
	"hint": "replace the link by a copy of its target",
	"at": {"file": path},
	"severity": hosts.severity({"zeroclaw"}, "high", "info"),
	"hosts": ["zeroclaw"],
} if {
	some path in zeroclaw.symlinks
}
