# METADATA
# title: Downloads code and runs it without a check
# description: >-
#   The text has the agent download code and run it in one step. Whoever controls the
#   address, or the network on the way, decides what runs, today and every time after.
# custom:
#   code: EXE-001
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
#   options:
#     hosts:
#       default: []
#       description: Domains whose installers may be run like this; nothing is said about them.
#     vendors:
#       default: [aka.ms, apt.llvm.org, aspire.dev, astral.sh, bun.com, bun.sh, claude.ai/install.sh, cli.github.com, community.chocolatey.org, deb.nodesource.com, deno.land/install.sh, deno.land/x/install, developer.download.nvidia.com/compute, dot.net, get.docker.com, get.k3s.io, get.pnpm.io, get.scoop.sh, get.sdkman.io, get.volta.sh, github.com/conda-forge/miniforge, install.determinate.systems, install.python-poetry.org, mise.run, nixos.org/nix/install, packages.microsoft.com, pyenv.run, raw.githubusercontent.com/Homebrew/install, raw.githubusercontent.com/helm/helm, raw.githubusercontent.com/nvm-sh/nvm, repo.anaconda.com/miniconda, rpm.nodesource.com, sdk.cloud.google.com, sh.rustup.rs, starship.rs, tailscale.com, win.rustup.rs]
#       description: Domains, or folders of them, by which the makers of package managers and platforms hand out their own installers; a finding about them is of medium severity.
package skillctl.rules.exe["pipe-to-shell"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands

options := input.options["exe/pipe-to-shell"]

findings contains {
	"message": sprintf(wording[flow.how], [commands.shown(flow), step.program, flow.to]),
	"hint": "download a fixed release, verify its checksum, then run the file; or use a package manager",
	"at": {"file": flow.file, "span": flow.span},
	"severity": severity(flow),
	"locus": commands.locus(flow.file),
} if {
	some flow in input.skill.body.flows
	some step in flow.steps
	commands.fetches(step)
	fetched(step)
	not only_from(options.hosts, flow.text)
}

# Programs that fetch what they run by themselves.
findings contains {
	"message": sprintf("%s has %s run code straight from an address, without a check", [commands.shown(command), command.program]),
	"hint": "download a fixed release, verify its checksum, then run the file; or use a package manager",
	"at": {"file": command.file, "span": command.span},
	"severity": weight(command),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	command.program in {"deno", "uv"}
	"run" in command.args
	some arg in command.args
	regex.match(`(?i)^https?://`, arg)
	some host in addresses.named(arg)
	not addresses.local(host)
	not only_from(options.hosts, command.text)
}

weight(command) := "medium" if {
	command.file != input.skill.manifest.file
} else := "medium" if {
	commands.warned(command)
} else := "medium" if {
	only_from(array.concat(options.vendors, ["deno.land", "jsr.io", "esm.sh"]), command.text)
} else := "high"

wording := {
	"pipe": "%s pipes what %s downloads into %s, without a check",
	"variable": "%s stores what %s downloads and has %s run it, without a check",
	"file": "%s saves what %s downloads and runs it with %s, without a check",
}

# What comes from the machine itself was not fetched.
fetched(step) if {
	hosts := addresses.asked(step)
	count(hosts) == 0
}

fetched(step) if {
	some host in addresses.asked(step)
	not addresses.local(host)
}

# SKILL.md is an order, and so is a program of the package. Where nobody answers
# for what an address hands out, it does not matter where that stands.
severity(flow) := "high" if {
	dubious(flow)
} else := "low" if {
	# What there is to choose from, or what helps when something fails, is no step.
	flow.row
	only_from(options.vendors, flow.text)
} else := "medium" if {
	flow.file != input.skill.manifest.file
} else := "medium" if {
	only_from(options.vendors, flow.text)
} else := "high"

dubious(flow) if {
	some step in flow.steps
	some host in addresses.asked(step)
	addresses.anonymous(host)
}

dubious(flow) if {
	commands.code(flow.file)
	some step in flow.steps
	addresses.plain(concat(" ", step.args))
}

# Every address in the command is that of one of the domains, or in one of the folders.
only_from(hosts, shown) if {
	found := regex.find_all_string_submatch_n(`https://([^/\s"'?#]+)([^\s"'?#|);]*)`, shown, -1)
	count(found) > 0
	not elsewhere(shown)
	every address in found {
		some host in hosts
		from(lower(address[1]), address[2], lower(host))
	}
}

from(host, _, vendor) if host == vendor

from(host, path, vendor) if {
	contains(vendor, "/")
	not contains(path, "..")
	not contains(path, "%")
	startswith(lower(concat("", [host, path, "/"])), concat("", [vendor, "/"]))
}

# What is fetched may come from another place than the addresses with https say:
# an address without it, a proxy, a name that leads elsewhere, a certificate that
# nobody looks at.
elsewhere(shown) if regex.match(`(?i)http://`, shown)

elsewhere(shown) if regex.match(`(?:^|\s)["']?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?:/|:\d|["']?\s*\|)`, shown)

elsewhere(shown) if regex.match(`\s--(?:proxy|preproxy|socks|connect-to|resolve|insecure|no-check-certificate|config|doh-url)`, shown)

elsewhere(shown) if regex.match(`\bcurl\b[^|]*\s-[A-Za-z]*[xkK]`, shown)
