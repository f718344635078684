# METADATA
# title: Image is not pinned by digest
# description: >-
#   A tag, latest above all, can refer to another image tomorrow. Only a digest says
#   which image runs.
# custom:
#   severity: low
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.sandbox["image-unpinned"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s has no digest: the next pull may fetch another image", [image]),
	"hint": sprintf("append the digest, %s@sha256:…", [image]),
	"at": {"path": place},
	"severity": weight(image),
} if {
	some [place, image] in images
	is_string(image)
	trim_space(image) != ""
	not contains(image, "@sha256:")
	not contains(image, "${")
}

images contains [path, image] if {
	some scope in openclaw.sandbox_scopes
	image := scope.value.docker.image
	path := array.concat(scope.path, ["docker", "image"])
}

images contains [["runtime", "docker", "image"], input.config.value.runtime.docker.image] if input.config.kind == "zeroclaw"

images contains [["skills", "codeExec", "sandbox", "image"], input.config.value.skills.codeExec.sandbox.image] if input.config.kind == "codeexec"

default weight(_) := "low"

weight(image) := "medium" if endswith(image, ":latest")

weight(image) := "medium" if not contains(regex.replace(image, `^.*/`, ""), ":")
