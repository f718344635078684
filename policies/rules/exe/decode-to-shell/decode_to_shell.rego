# METADATA
# title: Decodes hidden text and runs it
# description: >-
#   The text has the agent decode something that nobody can read and run what
#   comes out. What it does cannot be seen before it is done.
# custom:
#   code: EXE-002
#   severity: critical
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["decode-to-shell"]

import data.skillctl.lib.commands

findings contains {
	"message": sprintf("%s decodes hidden text with %s and runs it with %s", [commands.shown(flow), step.program, flow.to]),
	"hint": "write the commands in plain text, in a file of the package",
	"at": {"file": flow.file, "span": flow.span},
	"severity": severity(flow),
	"locus": commands.locus(flow.file),
} if {
	some flow in input.skill.body.flows
	some step in flow.steps
	decodes(step, flow)
}

findings contains {
	"message": sprintf("%s has %s run encoded text that nobody can read", [commands.shown(command), command.program]),
	"hint": "write the commands in plain text, in a file of the package",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	command.program in {"bash", "eval", "sh", "zsh"}
	some arg in command.args
	startswith(arg, "$'")
	numbered(arg)
}

# Programs that turn letters and digits back into what they stand for, when told so.
decodes(step, _) if {
	step.program in {"base32", "base64", "basenc", "gbase32", "gbase64"}
	some arg in step.args
	regex.match(`^(-[A-Za-z]*[dD][A-Za-z0-9]*|--d(e(c(o(d(e)?)?)?)?)?)$`, arg)
}

decodes(step, _) if {
	regex.match(`^python[0-9.]*$`, step.program)
	some i, arg in step.args
	concat(" ", [arg, step.args[i + 1]]) in {"-m base64", "-m quopri", "-m uu"}
	step.args[i + 2] in {"-d", "-u"}
}

decodes(step, _) if {
	step.program == "openssl"
	"-d" in step.args
}

decodes(step, _) if {
	step.program in {"age", "ccrypt", "gpg", "gpg2", "rage"}
	some arg in step.args
	regex.match(`^(-[a-z]*d|--decrypt|-c)$`, arg)
}

# One file out of an archive, straight to where it is run.
decodes(step, flow) if {
	step.program in {"7z", "7za", "7zz", "bsdtar", "tar", "unzip"}
	some arg in step.args
	regex.match(`^(-p|-c|-so|-[a-zA-Z]*O|--to-stdout)$`, arg)
	not fetching(flow)
}

decodes(step, _) if {
	step.program == "xxd"
	some arg in step.args
	regex.match(`^-[a-z]*r`, arg)
}

decodes(step, _) if step.program in {"frombase64string", "uudecode", "base58", "base91", "ascii85", "basE91"}

# Letters that stand for others, or backwards.
decodes(step, _) if {
	step.program == "tr"
	count(step.args) == 2
	every arg in step.args { regex.match(`[A-Za-z]-[A-Za-z]`, arg) }
	not step.args in {["a-z", "A-Z"], ["A-Z", "a-z"]}
}

decodes(step, flow) if {
	step.program == "rev"
	written(flow)
}

# Numbers of letters instead of letters.
decodes(step, _) if {
	step.program in {"echo", "printf"}
	some arg in step.args
	numbered(arg)
}

numbered(arg) if count(regex.find_n(`\\+(x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|0?[0-7]{3})`, arg, 3)) == 3

# What is packed cannot be read either, when the text itself brings it.
decodes(step, flow) if {
	step.program in {"gunzip", "gzip", "zcat", "bunzip2", "bzip2", "bzcat", "unxz", "xz", "xzcat", "zstd", "brotli"}
	written(flow)
}

# Interpreters that are told to do the same.
decodes(step, _) if {
	step.program in {"node", "perl", "php", "python", "python2", "python3", "ruby"}
	some arg in step.args
	regex.match(`(?i)b64decode|base64_decode|decode_base64|decode64|unpack|a2b_|fromhex|unhexlify|hex2bin|fromcharcode|atob\(|buffer\.from|rot13|chr\(`, arg)
}

# The text itself brings what is decoded.
written(flow) if {
	some step in flow.steps
	step.program in {"cat", "echo", "printf"}
	not fetching(flow)
}

written(flow) if {
	some step in flow.steps
	step.stdin
}

fetching(flow) if {
	some step in flow.steps
	commands.fetches(step)
}

# SKILL.md is an order. What stands in another document is read when the agent is
# sent there; what a program of the package does is done.
# A lesson about attacks shows what nobody is to do.
severity(flow) := "medium" if {
	commands.taught(flow)
} else := "high" if {
	commands.aside(flow.file)
} else := "critical"
