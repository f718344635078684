# METADATA
# title: Installer that OpenClaw ignores
# description: >-
#   OpenClaw silently ignores installers that it cannot use: an unknown kind, a
#   missing or unsafe name, a bad checksum. The user is offered no way to install the
#   dependency.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["install-spec-dropped"]

findings contains {
	"message": sprintf("OpenClaw silently ignores this installer: %s", [spec.reason]),
	"hint": hint(spec),
	"at": {"path": place(spec)},
} if {
	some spec in input.skill.openclaw.install
	spec.status == "dropped"
}

place(spec) := array.concat(spec.path, [spec.field]) if object.get(spec, "field", "") != ""

place(spec) := spec.path if object.get(spec, "field", "") == ""

default hint(_) := "use one of the kinds brew, node, go, uv and download, with the field that it needs: formula, package, module, package, url"

hint(spec) := sprintf("OpenClaw cannot install with %s: say in the text how to, or use the kind uv for Python packages", [spec.kind]) if {
	spec.kind in {"pip", "pipx", "conda", "poetry"}
} else := sprintf("OpenClaw cannot install with %s: say in the text how to, or use one of the kinds brew, node, go, uv and download", [spec.kind]) if {
	spec.kind in {"apt", "apt-get", "dnf", "yum", "pacman", "apk", "cargo", "gem", "snap", "winget", "choco", "scoop", "nix", "script", "shell", "curl"}
} else := "write kind: node" if {
	spec.kind in {"npm", "pnpm", "yarn", "bun", "npx"}
} else := "write kind: uv" if {
	spec.kind in {"python", "uvx"}
} else := "give the 64 hexadecimal digits of the file's SHA-256 as a string, or leave sha256 out" if {
	object.get(spec, "field", "") == "sha256"
}
