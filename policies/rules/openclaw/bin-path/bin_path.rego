# METADATA
# title: Required program is given as a path
# description: >-
#   OpenClaw looks for the names in requires.bins in the folders of PATH. A
#   path is never found there, so the skill is never offered.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["bin-path"]

findings contains {
	"message": sprintf("%q is a path: OpenClaw looks for it in the folders of PATH, never finds it, and %s", [bin, effect[field]]),
	"hint": sprintf("write only the name: %s", [base(bin)]),
	"at": {"path": array.concat(input.skill.openclaw.metadata.path, ["requires", field])},
} if {
	some field, bins in {"bins": input.skill.openclaw.requires.bins, "anyBins": input.skill.openclaw.requires.anyBins}
	some bin in bins
	regex.match(`[/\\]`, bin)
}

effect := {"bins": "never offers the skill", "anyBins": "treats it as missing"}

base(bin) := parts[count(parts) - 1] if parts := split(replace(bin, "\\", "/"), "/")
