# METADATA
# title: Script of the install policy is not an absolute path
# description: >-
#   When the command is an interpreter, OpenClaw checks arguments that look
#   like a path or script as it checks the command: a relative one is refused
#   at every install.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules["install-policy"]["script-relative"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s looks like the script of %s and is not an absolute path: every install is refused", [arg, command]),
	"hint": "write the full path of the script",
	"at": {"path": ["security", "installPolicy", "exec", "args", i]},
} if {
	exec := openclaw.config.security.installPolicy.exec
	command := exec.command
	is_string(command)
	regex.replace(lower(command), `^.*[/\\]|\.exe$`, "") in interpreters
	some i, arg in exec.args
	is_string(arg)
	pathlike(arg)
	not regex.match(`^(/|[A-Za-z]:[\\/]|\$\{)`, value(arg))
}

interpreters := {"bash", "bun", "deno", "fish", "node", "perl", "powershell", "pwsh", "python", "python3", "ruby", "sh", "zsh"}

value(arg) := regex.replace(arg, `^--[^=]*=`, "")

pathlike(arg) if {
	not startswith(arg, "-")
	script(arg)
}

pathlike(arg) if {
	regex.match(`^--[^=]+=`, arg)
	script(value(arg))
}

script(text) if regex.match(`^\.|[/\\]|\.(bash|cjs|cts|js|mjs|mts|pl|ps1|py|rb|sh|ts|zsh)$`, text)
