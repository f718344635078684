# METADATA
# title: Turns off a protection of the operating system
# description: >-
#   The text turns off a protection of the operating system, or removes the mark that
#   has a downloaded file checked before it runs.
# custom:
#   code: EXE-008
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["protection-off"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.told

findings contains {
	"message": sprintf("%s %s", [commands.shown(command), what[1]]),
	"hint": "sign and notarise the program, or distribute it through a package manager; a skill must work with the protection on",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command, what[0]),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	not commands.of_image(command)
	what := stops(command)
}

severity(command, _) := "medium" if commands.lesser(command)

severity(command, grade) := grade if not commands.lesser(command)

stops(command) := ["medium", what] if {
	what := switches_off(command)
	in_bounds(command)
} else := ["high", what] if {
	what := switches_off(command)
} else := [grade_of_network, what] if {
	what := opens_network(command)
} else := [grade_of_network, what] if {
	what := ends_guard(command)
} else := ["high", what] if {
	what := lets_in(command)
} else := [grade, what] if {
	[grade, what] := trusts(command)
}

# Whoever has the key of a certificate among those that are trusted can pose as any site.
trusts(command) := [grade, sprintf("has the machine trust whoever has the key of a certificate from %s", [host])] if {
	adds_root(command)
	not regex.match(`(?i)\b(mkcert|certificates?|pki|mitm\w*|intercept\w*|(debug\w*|inspect\w*) (the )?(traffic|proxy)|tls|ca)\b`, told.description)
	host := min({host |
		some other in input.skill.body.commands
		other.file == command.file
		other.program in {"curl", "wget", "iwr", "invoke-webrequest"}
		some arg in other.args
		regex.match(`(?i)\.(crt|cer|pem|der)([?#]|$)`, arg)
		some host in addresses.named(arg)
		destinations.strange(host)
	})
	grade := "high"
}

adds_root(command) if command.program in {"update-ca-certificates", "update-ca-trust"}

adds_root(command) if {
	command.program == "security"
	"add-trusted-cert" in command.args
}

adds_root(command) if {
	command.program == "certutil"
	regex.match(`(?i)(-addstore.*\broot\b|-A\b.*-t\b)`, concat(" ", command.args))
}

adds_root(command) if {
	command.program == "trust"
	"anchor" in command.args
}

adds_root(command) if {
	command.program == "keytool"
	regex.match(`(?i)-import(cert)?\b.*\bcacerts\b`, concat(" ", command.args))
}

adds_root(command) if {
	command.program == "import-certificate"
	regex.match(`(?i)cert:\\\w+\\root`, concat(" ", command.args))
}

# Whoever looks after networks and servers has to do this at times, and says so.
grade_of_network := "medium" if {
	regex.match(`(?i)\b(firewalls?|networks?|networking|vpn|servers?|hardening|iptables|nftables|ufw|routers?|kubernetes|containers?|sysadmin|linux|windows|security|audit\w*)\b`, told.description)
} else := "high"

switches_off(command) := "removes the quarantine mark, so macOS does not check the download before it runs" if {
	command.program == "xattr"
	some arg in command.args
	regex.match(`^-[a-z]*[dc]`, arg)
	quarantine(command.args)
} else := "lets macOS run every program unchecked" if {
	command.program == "spctl"
	some arg in command.args
	arg in {"--master-disable", "--global-disable", "--add"}
} else := "turns off the integrity protection of macOS" if {
	command.program == "csrutil"
	command.args[0] == "disable"
} else := "turns off the access control of Linux" if {
	command.program == "setenforce"
	lower(command.args[0]) in {"0", "permissive"}
} else := "turns a part of Windows Defender off" if {
	command.program in {"set-mppreference", "add-mppreference"}
	commands.has_option(command.args, {"-disable"})
} else := "excludes files from Windows Defender" if {
	command.program in {"set-mppreference", "add-mppreference"}
	commands.has_option(command.args, {"-exclusion"})
}

# One folder that builds write to is left out of the scan, by a skill that says that it is
# about the scanner.
in_bounds(command) if {
	command.program == "add-mppreference"
	not commands.code(command.file)
	regex.match(`(?i)\b(defender|antivirus|exclusions?|real-?time protection)\b`, told.description)
	[lower(arg) | some arg in command.args; startswith(arg, "-")] == ["-exclusionpath"]
	some arg in command.args
	regex.match(`(?i)^["']?([a-z]:[\\/]|\$\w+[\\/]|\.)[^*]*[\\/](\w*build\w*|bin|obj|out|dist|target|node_modules|\.?cache|packages?|src|repos?|projects?|work(space)?)["']?$`, arg)
}

# Who looks after machines with Windows leaves out the data of a program: one folder that is
# written out, deep enough to be one, and none where downloads, programs or the system lie.
in_bounds(command) if {
	command.program == "add-mppreference"
	not commands.code(command.file)
	regex.match(`(?i)\b(windows|defender|intune|endpoints?)\b`, told.description)
	regex.match(`(?i)\b(administ\w+|admins?|sysadmins?|servers?|fleets?|endpoints?|defender|intune|organi[sz]ation\w*|sql server|exchange)\b`, told.description)
	[lower(arg) | some arg in command.args; startswith(arg, "-")] == ["-exclusionpath"]
	some arg in command.args
	regex.match(`(?i)^["']?[a-z]:[\\/][\w .-]{2,}([\\/][\w .-]+)*[\\/]?["']?$`, arg)
	not regex.match(`(?i)[\\/](users|windows|temp|tmp|appdata|programdata|program files[^\\/]*|public|downloads?|inetpub|perflogs|\$?recycle[^\\/]*|skills?|scripts?|tools?|agents?|\.[^\\/]*)([\\/"']|$)`, arg)
}

# A program leaves out the folder that whoever starts it names, in a skill that says that it is
# about the scanner: a person is asked, not refused.
in_bounds(command) if {
	command.program == "add-mppreference"
	commands.code(command.file)
	regex.match(`(?i)\b(defender|antivirus|exclusions?|real-?time protection)\b`, told.description)
	[lower(arg) | some arg in command.args; startswith(arg, "-")] == ["-exclusionpath"]
	some i, option in command.args
	lower(option) == "-exclusionpath"
	regex.match(`^["']?\$\w+["']?$`, command.args[i + 1])
	asks(command)
}

# Somebody types the path again right before, or a person has to agree.
asks(command) if regex.match(`(?i)\b(read-host|shouldcontinue|promptforchoice)\b`, concat(" ", [command.before, command.text]))

# It is turned on again by the same text, in a skill that says that it is about it.
in_bounds(command) if {
	command.program == "setenforce"
	not commands.code(command.file)
	some other in input.skill.body.commands
	other.file == command.file
	other.program == "setenforce"
	lower(other.args[0]) in {"1", "enforcing"}
	regex.match(`(?i)\b(selinux|firewalls?|access control|hardening|mandatory access)\b`, told.description)
}

# The mark of one download goes after the same text has held it against its checksum or its
# signature: a person is asked, not refused.
in_bounds(command) if {
	command.program == "xattr"
	"com.apple.quarantine" in command.args
	some other in input.skill.body.commands
	other.file == command.file
	other.span.start.line < command.span.start.line
	verifies(other)
}

verifies(command) if {
	command.program in {"b2sum", "gsha256sum", "sha256sum", "sha384sum", "sha512sum", "shasum"}
	some arg in command.args
	regex.match(`^(-[a-z]*c|--check(=|$))`, arg)
}

verifies(command) if command.program == "gpgv"

verifies(command) if {
	command.program in {"gpg", "minisign", "signify"}
	some arg in command.args
	arg in {"--verify", "-V", "-Vm", "-Vx"}
}

verifies(command) if {
	command.program in {"cosign", "slsa-verifier"}
	some arg in command.args
	arg in {"verify", "verify-artifact", "verify-blob", "verify-blob-attestation"}
}

# All marks, or that one.
quarantine(args) if "com.apple.quarantine" in args

quarantine(args) if {
	some arg in args
	regex.match(`^-[a-z]*c`, arg)
}

opens_network(command) := "turns the firewall off" if {
	command.program == "ufw"
	command.args[0] in {"disable", "reset"}
} else := "removes all rules of the firewall" if {
	command.program in {"ip6tables", "iptables"}
	some arg in command.args
	arg in {"-F", "--flush"}
	not named_chain(command.args)
} else := "lets everything in" if {
	command.program in {"ip6tables", "iptables"}
	some i, arg in command.args
	arg in {"-P", "--policy"}
	command.args[i + 1] == "INPUT"
	command.args[i + 2] == "ACCEPT"
} else := "removes all rules of the firewall" if {
	command.program == "nft"
	array.slice(command.args, 0, 2) == ["flush", "ruleset"]
} else := "turns the firewall off" if {
	command.program == "pfctl"
	"-d" in command.args
} else := "turns the firewall off" if {
	command.program == "netsh"
	shown := lower(concat(" ", command.args))
	regex.match(`firewall .*\b(state off|opmode (mode=)?disable)`, shown)
} else := "turns the firewall off" if {
	command.program == "set-netfirewallprofile"
	regex.match(`(?i)-enabled[ :]+\$?false`, concat(" ", command.args))
}

# One chain of rules, and not all of them.
named_chain(args) if {
	some i, arg in args
	arg in {"-F", "--flush"}
	not startswith(args[i + 1], "-")
}

# Services that guard the machine.
guards := `(?i)^(ufw|firewalld|iptables|nftables|apparmor|auditd|clamav\S*|clamd\S*|freshclam|falcon-sensor|mdatp|wazuh-agent|osqueryd?|fail2ban|windefend|sense|wscsvc|mpssvc)(\.service)?$`

ends_guard(command) := sprintf("ends %s, which guards the machine", [concat(", ", names)]) if {
	ends(command)
	names := [name | some name in command.args; regex.match(guards, name)]
	count(names) > 0
}

ends(command) if {
	command.program in {"net", "sc", "service", "systemctl"}
	some verb in {"config", "delete", "disable", "kill", "mask", "stop"}
	verb in [lower(arg) | some arg in command.args]
}

ends(command) if command.program in {"killall", "pkill", "set-service", "stop-service"}

# Who may log in, and what files from elsewhere may do.
lets_in(command) := "lets downloads run unchecked" if {
	command.program == "defaults"
	regex.match(`(?i)LSQuarantine\s+(-bool\s+)?(no|false|0)`, concat(" ", command.args))
} else := "turns a protection of Windows off" if {
	command.program in {"new-itemproperty", "reg", "set-itemproperty"}
	shown := concat(" ", command.args)
	regex.match(`(?i)\b(disableantispyware|disablerealtimemonitoring|disablebehaviormonitoring)\b.*\b1\b|\b(enablelua|enablesmartscreen|enablevirtualizationbasedsecurity)\b.*\b0\b`, shown)
} else := "ends the record of what is done on the machine" if {
	command.program == "auditctl"
	regex.match(`-e 0\b|(^| )-D\b`, concat(" ", command.args))
} else := "lets the administrator log in from elsewhere, or without a password" if {
	some write in command.writes
	regex.match(`^/etc/ssh/sshd_config`, write.place)
	regex.match(`(?i)(PermitRootLogin|PermitEmptyPasswords)[ \t]+yes`, concat(" ", array.concat([object.get(command, "put", "")], command.args)))
}
