# METADATA
# title: What a command leaves behind that runs later
# description: >-
#   The places that a command changes from which something is started or obeyed by itself,
#   the programs by which something is registered, and what of it is only convenience.
package skillctl.lib.lasting

import data.skillctl.lib.commands

kinds := {"agent", "git", "key", "login", "program", "python", "registry", "rights", "schedule", "service", "shell"}

# What is written, with the place.
places(command) := ({[write.kind, write.place] |
	some write in command.writes
	write.kind in kinds
	write.act in {"write", "append", "link", "device"}
	not command.program in {"mkdir", "touch", "gmkdir"}
} | {["registered", name] | some name in registered(command)}) | {["registered", name] | some name in registers(command)}

# Programs by which something is registered.
registered(command) := {"crontab"} if {
	command.program == "crontab"
	not commands.has_option(command.args, {"-l", "-e", "-r", "-h", "--help", "-v"})
} else := {"at"} if {
	command.program == "at"
	not commands.has_option(command.args, {"-l", "-d", "-c", "-r", "-v"})
	some arg in command.args
	regex.match(`(?i)^(now|noon|midnight|teatime|tomorrow|\+|\d{1,2}(:?\d\d)?(am|pm)?)$`, arg)
} else := {"batch"} if {
	command.program == "batch"
	every arg in command.args { regex.match(`^(-f|/|\.|~)`, arg) }
} else := {"systemd"} if {
	command.program == "systemctl"
	some verb in {"enable", "link"}
	verb in command.args
} else := {"systemd-run"} if {
	command.program == "systemd-run"
	commands.has_option(command.args, {"--on-", "--timer"})
} else := {"launchctl"} if {
	command.program == "launchctl"
	command.args[0] in {"load", "bootstrap", "submit"}
} else := {"a task"} if {
	command.program in {"schtasks", "register-scheduledtask", "new-service"}
} else := {"a service"} if {
	command.program == "sc"
	lower(command.args[0]) == "create"
} else := {"the registry"} if {
	command.program in {"reg", "new-itemproperty", "set-itemproperty"}
	some arg in command.args
	regex.match(`(?i)currentversion\\+(run|runonce|policies\\+explorer\\+run)\b|winlogon|image file execution options|userinitmprlogonscript`, arg)
} else := {"a login hook"} if {
	command.program == "defaults"
	commands.has_option(command.args, {"loginhook", "logouthook"})
} else := {"Git"} if {
	command.program == "git"
	"config" in command.args
	not commands.has_option(command.args, {"--get", "--unset", "-l", "--list"})
	some i, arg in command.args
	regex.match(`(?i)^(core\.(hookspath|fsmonitor|sshcommand|editor|pager)|init\.templatedir|credential\.helper|alias\.[^=]+)$`, arg)
	runs_by_git(lower(arg), command.args[i + 1])
} else := set()

registers(command) := {"the source of packages"} if {
	command.program in {"npm", "pip", "pip3", "pnpm", "yarn"}
	"config" in command.args
	"set" in command.args
	commands.has_option(command.args, {"registry", "global.index-url", "index-url", "global.extra-index-url", "npmregistryserver", "install.index-url"})
} else := {"the settings of an agent"} if {
	command.program in {"claude", "clawdbot", "openclaw"}
	command.args[0] == "config"
	command.args[1] in {"set", "add"}
	some arg in command.args
	regex.match(`(?i)hook|permission|exec|sandbox|approval|security|dangerous|allow|auth|plugin|elevated`, arg)
} else := {"a job of an agent"} if {
	command.program in {"clawdbot", "openclaw"}
	command.args[0] == "cron"
	command.args[1] == "add"
}

runs_by_git(key, _) if key in {"core.hookspath", "init.templatedir"}

runs_by_git(key, value) if {
	not key in {"core.hookspath", "init.templatedir"}
	regex.match(`^!|^/|^~|\$\(|[|;&]|\b(curl|wget|nc|bash -c|sh -c)\b`, value)
}

# Lines that set a variable, name another command, or ask an installed program for its
# own set-up.
harmless(command) if {
	lines := [line |
		some raw in split(object.get(command, "put", ""), "\n")
		line := trim_space(raw)
		line != ""
	]
	count(lines) > 0
	every line in lines { harmless_line(line) }
}

harmless_line(line) if startswith(line, "#")

harmless_line(line) if {
	regex.match(`^(export |set |setenv |fish_add_path |typeset -x |declare -x )?\s*[-A-Za-z_][A-Za-z0-9_ -]*[=: ]`, line)
	not regex.match(`\$\(|\x60|<\(|[|;&]\s*[\w./~$]`, line)
	not regex.match(`^(alias\s+)?(sudo|su|ssh|git|ls|cd|source|eval|exec|bash|sh|python3?|node|perl)\b`, line)
	not regex.match(`(?i)^(export )?\s*(prompt_command|ld_preload|ld_library_path|bash_env|env|pythonstartup|dyld_insert_libraries|http_proxy|https_proxy|all_proxy)=`, line)
}

harmless_line(line) if regex.match(`^(eval|source|\.)\s+["']?(\$|<)\(\s*[\w./-]+(\s+[\w./=-]+)*\s*\)["']?$`, line)

harmless_line(line) if regex.match(`^\S+\s+(init|hook|activate|completion|shellenv)\s+\w+\s*\|\s*source$`, line)
