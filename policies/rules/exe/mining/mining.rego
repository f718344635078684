# METADATA
# title: Uses the machine for somebody else
# description: >-
#   The text has a program mine coins, or start itself without an end. The machine works
#   for whoever has the wallet, or not at all.
# custom:
#   code: DST-002
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe.mining

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.text
import data.skillctl.lib.told

findings contains {
	"message": sprintf("%s %s", [commands.shown(command), what]),
	"hint": "leave it out; if the skill is for mining, say so in the description",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	not commands.taught(command)
	what := uses(command)
}

# A page is made to compute for somebody, in the browser of whoever opens it.
findings contains {
	"message": sprintf("has a page load %s, which computes for somebody", [text.cited(text.clip(laid.to[0], 120))]),
	"hint": "leave it out; if the skill is for mining, say so in the description",
	"at": {"file": laid.file, "span": laid.span},
	"severity": page_severity(laid),
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "script"
	laid.name == "mines"
	some host in addresses.named(laid.to[0])
	not destinations.relation(host) in {"local", "declared"}
}

# Agents that start agents: nothing ends it but what they cost.
findings contains {
	"message": sprintf("%s, and nothing ends it", [endless[laid.name]]),
	"hint": "say how many agents are started, how deep, and what ends it; have the user start each round",
	"at": {"file": laid.file, "span": laid.span},
	"severity": endless_severity(laid),
	"confidence": "medium",
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "agents"
	not laid.limited
	not ended(laid)
	endless[laid.name]
}

# The sentence says what ends it, or that it is not to be.
ended(laid) if {
	laid.name == "breeds"
	regex.match(`(?i)\b(unless|until|at most|up to|max\w*|depth|limit\w*|only (if|when|once))\b|(\b(never|not|cannot|no)\b|n['’]t\b)[^.]{0,40}\b(starts?|spawns?|launch(es)?|creates?|forks?|begins?)\b|\b(starts?|spawns?|launch(es)?|creates?|forks?|begins?) (no|none|neither)\b`, laid.to[0])
}

endless := {
	"breeds": "has each agent start others",
	"itself": "starts an agent and itself again",
	"loop": "starts agents in a loop",
	"minutely": "has an agent started each minute",
}

endless_severity(laid) := "medium" if {
	commands.aside(laid.file)
} else := "medium" if {
	commands.about_attacks
} else := "medium" if {
	regex.match(`(?i)\b(loop(s|ing)?|ralph|autonomous(ly)?|unattended|overnight|continuous(ly)?|daemons?|schedul\w+|cron\w*|recurs\w+|swarms?|orchestrat\w+|watch(es|er)?|queues?|poll(s|ing)?)\b`, told.description)
} else := "high"

page_severity(laid) := "medium" if {
	commands.aside(laid.file)
} else := "medium" if {
	commands.about_attacks
} else := "high"

severity(command) := "medium" if {
	commands.lesser(command)
} else := "medium" if {
	regex.match(`(?i)\b(min(e|er|ing)|hash ?rate|fork bombs?|stress)\b`, told.description)
} else := "high"

# The protocol by which miners are told what to work on, and what only they are asked.
uses(command) := "mines coins for somebody" if {
	some arg in command.args
	regex.match(`(?i)^(-\S+=?)?stratum[12]?(\+(tcp|ssl|tls|udp))?://`, arg)
} else := "mines coins for somebody" if {
	some arg in command.args
	regex.match(`^--(donate-level|randomx-\S+|cpu-max-threads-hint|nicehash)\b`, arg)
} else := "mines coins for somebody" if {
	regex.match(`(?i)^(xmrig|xmr-stak\S*|minerd|cpuminer\S*|ethminer|nbminer|lolminer|t-rex|phoenixminer|gminer|cgminer|bfgminer|ccminer|srbminer\S*|teamredminer)$`, command.program)
	count(command.args) > 0
} else := "mines coins for somebody" if {
	# In a container: the image is called like a miner, or what it is given is a pool and who is paid.
	command.program in {"docker", "podman", "nerdctl", "kubectl"}
	some arg in command.args
	regex.match(`(?i)(^|[/_-])(xmrig|xmr-stak|minerd|cpuminer|ethminer|nbminer|lolminer|t-rex|phoenixminer|gminer|cgminer|bfgminer|ccminer|srbminer|teamredminer|nicehash)([-_:@/]|$)`, arg)
}
