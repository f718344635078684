# METADATA
# title: Sandbox without a system call filter
# description: >-
#   seccomp unconfined lets code in the container use every system call of the
#   host kernel.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.sandbox["seccomp-unconfined"]

findings contains {
	"message": "seccomp is unconfined: code in the sandbox can use every system call of the kernel",
	"hint": "remove the line for skillctl's own profile, or name a profile file",
	"at": {"path": place},
} if {
	input.config.kind == "codeexec"
	some place, profile in profiles
	is_string(profile)
	lower(trim_space(profile)) == "unconfined"
}

profiles[["skills", "codeExec", "seccomp"]] := input.config.value.skills.codeExec.seccomp

profiles[["skills", "codeExec", "sandbox", "seccomp"]] := input.config.value.skills.codeExec.sandbox.seccomp
