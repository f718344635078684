# METADATA
# title: Trusted folder that others can write to
# description: >-
#   A program counts as safe by its name when it lies in a trusted folder. In
#   a folder that users or package managers write to, anything can take that
#   name.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.exec["safe-bin-dir"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%q is trusted for safe bins, and %s", [dir, why]),
	"hint": "trust only folders that root alone writes to; /bin and /usr/bin always are",
	"at": {"path": array.concat(scope.path, ["safeBinTrustedDirs", i])},
} if {
	some scope in openclaw.exec_scopes
	some i, dir in scope.value.safeBinTrustedDirs
	is_string(dir)
	why := risk(trim_space(dir))
}

risk(dir) := "it depends on the folder that OpenClaw is started in" if {
	not regex.match(`^([/~\\]|\$\{|[A-Za-z]:)`, dir)
} else := "users or package managers can put programs there" if {
	regex.match(`^(~|\$\{HOME\})`, dir)
} else := "users or package managers can put programs there" if {
	some risky in data.skillctl.tables.safe_bins.risky_dirs
	startswith(sprintf("%s/", [trim_suffix(dir, "/")]), sprintf("%s/", [risky]))
}
