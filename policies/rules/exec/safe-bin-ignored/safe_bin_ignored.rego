# METADATA
# title: Safe bin that is never accepted
# description: >-
#   OpenClaw accepts a safe bin only when it has a profile for it, and some programs
#   never. Other entries in the list have no effect.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.exec["safe-bin-ignored"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s never passes as a safe bin, whatever its profile: the entry has no effect", [name]),
	"hint": "remove it; allow it by its path on the allow-list if it is needed",
	"at": {"path": array.concat(scope.path, ["safeBins", i])},
} if {
	some scope in openclaw.exec_scopes
	some i, name in scope.value.safeBins
	name in data.skillctl.tables.safe_bins.never
}

findings contains {
	"message": sprintf("%s has no profile, and OpenClaw has none of its own for it: the entry has no effect", [name]),
	"hint": sprintf("add safeBinProfiles.%s with the arguments that it may have", [name]),
	"at": {"path": array.concat(scope.path, ["safeBins", i])},
	"severity": "low",
} if {
	openclaw.whole
	some scope in openclaw.exec_scopes
	some i, name in scope.value.safeBins
	not name in data.skillctl.tables.safe_bins.never
	not name in data.skillctl.tables.safe_bins.profiled
	not name in data.skillctl.tables.safe_bins.interpreters
	not scope.value.safeBinProfiles[name]
	not openclaw.config.tools.exec.safeBinProfiles[name]
}
