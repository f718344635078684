# METADATA
# title: Docker sandbox inside a Docker runtime
# description: >-
#   In ZeroClaw runtime.kind docker already runs commands in a container. A docker
#   sandbox inside that container finds no Docker engine, so every command fails.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.sandbox["nested-docker"]

findings contains {
	"message": sprintf("runtime.kind is docker and so is the sandbox of risk profile %s: the inner container cannot start, and every command fails", [name]),
	"hint": "remove sandbox_backend, or set it to landlock or bubblewrap",
	"at": {"path": ["risk_profiles", name, "sandbox_backend"]},
	"related": [{"at": {"path": ["runtime", "kind"]}, "message": "commands run in a container already"}],
} if {
	input.config.kind == "zeroclaw"
	input.config.value.runtime.kind == "docker"
	some name, profile in input.config.value.risk_profiles
	profile.sandbox_backend == "docker"
	not profile.sandbox_enabled == false
}
