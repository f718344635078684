# METADATA
# title: '`mode` together with the settings that it replaces'
# description: >-
#   OpenClaw refuses the whole configuration when mode is in the same object as
#   security or ask.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.exec["mode-conflict"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("mode and %s exclude each other: OpenClaw refuses the whole configuration", [concat(" and ", old)]),
	"hint": sprintf("keep mode: %q and remove %s", [scope.value.mode, concat(" and ", old)]),
	"at": {"path": array.concat(scope.path, ["mode"])},
	"related": [{"at": {"path": array.concat(scope.path, [key]), "on": "key"}, "message": "remove this"} | some key in old],
} if {
	some scope in openclaw.exec_scopes
	scope.value.mode
	old := [key | some key in ["security", "ask"]; key in object.keys(scope.value)]
	count(old) > 0
}
