# METADATA
# title: Browser of the sandbox has no network
# description: >-
#   The browser of the sandbox needs a network. The configuration accepts "none", and
#   the browser then does not start.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.sandbox["browser-without-network"]

import data.skillctl.lib.openclaw

findings contains {
	"message": "the browser of the sandbox does not work without a network",
	"hint": "remove the line for the browser's own network, or name a bridge network",
	"at": {"path": array.concat(scope.path, ["browser", "network"])},
} if {
	some scope in openclaw.sandbox_scopes
	is_string(scope.value.browser.network)
	lower(trim_space(scope.value.browser.network)) == "none"
}
