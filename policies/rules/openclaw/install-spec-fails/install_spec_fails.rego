# METADATA
# title: Installer that always fails
# description: >-
#   OpenClaw checks an installer a second time, more strictly, when it runs. One that
#   passes only the first check is offered to the user and always fails.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["install-spec-fails"]

findings contains {
	"message": sprintf("OpenClaw offers this installer and refuses to run it: %s", [spec.reason]),
	"hint": hint(spec),
	"at": {"path": array.concat(spec.path, [spec.field])},
} if {
	some spec in input.skill.openclaw.install
	spec.status == "runs-not"
}

default hint(_) := "write it in the form that is accepted"

hint(spec) := sprintf("write %s@v followed by the version, or @latest", [spec.target]) if {
	spec.kind == "go"
	not contains(spec.target, "@")
} else := sprintf("write %s, if the name exists in lower case", [lower(spec.target)]) if {
	spec.kind in {"brew", "node"}
	lower(spec.target) != spec.target
} else := "name a folder below the skill's tools folder, such as runtime" if {
	object.get(spec, "field", "") == "targetDir"
}
