# METADATA
# title: Download that is run without being looked at
# description: >-
#   The text has the agent fetch something and run it in one go. Whoever owns the
#   address, or the way to it, decides what runs, today and every time after.
# custom:
#   code: EXE-001
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   fix: none
#   options:
#     hosts:
#       default: []
#       description: Hosts whose installers may be run like this; nothing is said about them.
#     vendors:
#       default: [aka.ms, astral.sh, bun.sh, get.docker.com, get.pnpm.io, install.python-poetry.org, sh.rustup.rs]
#       description: Hosts by which the makers of package managers and platforms hand out their own installers; a finding about them is of medium severity.
package skillctl.rules.exe["pipe-to-shell"]

import data.skillctl.lib.text

# Programs that print what they fetch, and those that only turn it round.
fetchers := {"curl", "wget", "fetch", "aria2c", "http", "https", "xh", "curlie", "lynx", "iwr", "irm", "invoke-webrequest", "invoke-restmethod"}

options := input.options["exe/pipe-to-shell"]

findings contains {
	"message": sprintf("%s hands what %s fetches to %s, unread", [quoted(flow.text), fetcher, flow.to]),
	"hint": "name a release and its checksum, download it, check it, and run the file; or use a package manager",
	"at": {"file": flow.file, "span": flow.span},
	"severity": severity(flow),
} if {
	some flow in input.skill.body.flows
	some program in flow.from
	fetcher := lower(program)
	fetcher in fetchers
	not only_from(options.hosts, flow.text)
}

quoted(shown) := sprintf("%q", [text.clip(shown, 120)])

# SKILL.md is an order. What stands in another file of the package is read when
# the agent is sent there.
severity(flow) := "medium" if {
	flow.file != input.skill.manifest.file
} else := "medium" if {
	only_from(options.vendors, flow.text)
} else := "high"

# Every address in the command is that of one of the hosts.
only_from(hosts, shown) if {
	addresses := regex.find_all_string_submatch_n(`https://([^/\s"'?#]+)`, shown, -1)
	count(addresses) > 0
	not elsewhere(shown)
	every address in addresses {
		lower(address[1]) in {lower(host) | some host in hosts}
	}
}

# What is fetched may come from another place than the addresses with https say:
# an address without it, a proxy, a name that leads elsewhere, a certificate that
# nobody looks at.
elsewhere(shown) if regex.match(`(?i)http://`, shown)

elsewhere(shown) if regex.match(`(?:^|\s)["']?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?:/|:\d|["']?\s*\|)`, shown)

elsewhere(shown) if regex.match(`\s--(?:proxy|preproxy|socks|connect-to|resolve|insecure|no-check-certificate|config|doh-url)`, shown)

elsewhere(shown) if regex.match(`\bcurl\b[^|]*\s-[A-Za-z]*[xkK]`, shown)
