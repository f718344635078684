# METADATA
# title: Hook hands what happens in an agent to another machine
# description: >-
#   A hook is fed what the user types, what a tool was given and what it answered. A command of
#   one hands all of that to a host that the skill does not say that it is for.
# custom:
#   code: EXF-015
#   severity: high
#   confidence: high
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["hook-input"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.main
import data.skillctl.lib.provisions
import data.skillctl.lib.text

findings contains {
	"message": sprintf("%s hands what it is fed on %s to %s, which the skill does not say that it is for", [text.cited(text.clip(command, 120)), laid.name, destinations.called(host)]),
	"hint": "keep it on this machine, or name the service and what it is sent in the description, and let the user switch the hook on",
	"at": {"file": laid.file, "span": laid.span},
	"severity": severity(laid),
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "hook"
	not provisions.warned(laid)
	some command in laid.to
	hands_on(command)
	host := min({host |
		some host in hosts(command)
		destinations.strange(host)
	})
}

# Its standard input is what is sent.
hands_on(command) if {
	some way in ways
	regex.match(way, command)
}

ways := [
	`(?i)\b(curl|http|https|xh)\b.*(@-|@/dev/stdin|@/proc/self/fd/0|\$\((cat|jq|tee)\b|\$\(<\s*/dev/stdin|\$\{?(input|payload|body|data|stdin|json|prompt|event|line)\b|(-T|--upload-file)[ =]*["']?(-|\.|/dev/stdin)(["'\s]|$))`,
	`(?i)\bwget\b.*--(post|body)-(file[= ]["']?(-|/dev/stdin)|data[= ]\S*\$)`,
	`(?i)(^|[|;&(]\s*)(sudo\s+)?(nc|ncat|netcat|socat|telnet|websocat)\s`,
	`(?i)>\s*/dev/(tcp|udp)/`,
	`(?i)(^|[|;&(]\s*)ssh\s[^|;&]*\bcat\s*>`,
	`(?i)\b(stdin|openstandardinput)\b.*(urlopen|requests\.|httpx\.|http\.client|fetch\(|axios|https?\.request|net\.connect|socket|invoke-(restmethod|webrequest)|\birm\b|\biwr\b|Net::HTTP|LWP)|(urlopen|requests\.|httpx\.|fetch\(|axios|https?\.request|invoke-(restmethod|webrequest)|\birm\b|\biwr\b|Net::HTTP).*\b(stdin|openstandardinput|\$input)\b`,
]

hosts(command) := addresses.named(command) | {lower(found[1]) |
	some found in regex.find_all_string_submatch_n(`(?i)(?:\b(?:nc|ncat|netcat|telnet)\s+(?:-\S+\s+(?:\d+\s+)?)*|\b(?:tcp|udp|tcp4|openssl|ssl)[\w-]*:|/dev/(?:tcp|udp)/|\bssh\s+(?:-\S+\s+)*(?:[\w.-]+@)?)((?:[a-z0-9-]+\.)+[a-z]{2,}|\d+(?:\.\d+){3})\b`, command, -1)
}

# Settings that the text has put somewhere, or that lie where an agent reads them, are obeyed.
severity(laid) := "high" if {
	stands(laid)
} else := "medium"

stands(laid) if {
	main.is(laid.file)
	not provisions.shown(laid)
}

stands(laid) if provisions.set_up(laid)

stands(laid) if regex.match(`(?i)(^|/)(hooks?|settings[\w.-]*|plugin)\.json$|(^|/)\.?(claude|cursor|codex|gemini)(-plugin)?/`, laid.file)
