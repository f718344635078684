# METADATA
# title: Interpreter among the safe bins
# description: >-
#   A safe bin runs without approval. An interpreter or a multi-call program runs
#   whatever code it is given.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.exec["safe-bin-interpreter"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s runs any code that it is given, so as a safe bin it allows everything%s", [name, only_profiled(scope, name)]),
	"hint": "remove it; allow single scripts by their path instead",
	"at": {"path": array.concat(scope.path, ["safeBins", i])},
	"severity": weight(scope, name),
} if {
	some scope in openclaw.exec_scopes
	some i, name in scope.value.safeBins
	is_string(name)
	regex.replace(lower(name), `[0-9.]+$`, "") in interpreters
}

interpreters contains regex.replace(name, `[0-9.]+$`, "") if some name in data.skillctl.tables.safe_bins.interpreters

profiled(scope, name) if scope.value.safeBinProfiles[name]

only_profiled(scope, name) := "" if profiled(scope, name)

only_profiled(scope, name) := " as soon as it gets a profile" if not profiled(scope, name)

weight(scope, name) := "high" if profiled(scope, name)

weight(scope, name) := "medium" if not profiled(scope, name)
