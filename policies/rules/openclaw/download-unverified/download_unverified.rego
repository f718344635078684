# METADATA
# title: Download without a checksum
# description: >-
#   A download installer without a checksum runs whatever the address serves
#   that day; over plain http, whatever anyone on the way puts there.
# custom:
#   severity: low
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
#   security: true
package skillctl.rules.openclaw["download-unverified"]

findings contains {
	"message": sprintf("%s is downloaded over plain http: anyone on the network can replace it", [spec.target]),
	"hint": "use an https address, and add the sha256 of the file",
	"at": {"path": array.concat(spec.path, ["url"])},
	"severity": "medium",
} if {
	some spec in input.skill.openclaw.install
	spec.kind == "download"
	spec.status != "dropped"
	startswith(lower(spec.target), "http://")
	not spec.hashed
}

findings contains {
	"message": sprintf("the download from %s is not verified: there is no sha256", [spec.target]),
	"hint": "add the sha256 of the file",
	"at": {"path": array.concat(spec.path, ["url"])},
} if {
	some spec in input.skill.openclaw.install
	spec.kind == "download"
	spec.status != "dropped"
	not startswith(lower(spec.target), "http://")
	not spec.hashed
}
