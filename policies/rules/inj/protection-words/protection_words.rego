# METADATA
# title: Asks for a protection to be turned off
# description: >-
#   The text asks, in words, that the antivirus, the firewall or another check of the
#   system is turned off. What runs afterwards is checked by nobody.
# custom:
#   code: EXE-008
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["protection-words"]

import data.skillctl.lib.main
import data.skillctl.lib.orders
import data.skillctl.lib.told

findings contains {
	"message": sprintf("%s: a protection of the machine is to be turned off", [orders.shown(order)]),
	"hint": "leave it out; sign the program, or distribute it through a package manager: a skill must work with the protection on",
	"at": {"file": order.file, "span": order.span},
	"severity": severity(order),
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	order.act in {"send", "skip"}
	"protection" in order.objects
	orders.given(order)
	not orders.front(order)
	close(order)
}

# Something is put where the protection does not look.
close(order) if regex.match(`(?i)\b(exclusions?|exceptions?|white-?list|allow-?list)\b[^.;]{0,30}\b(of|for|in|from|list)\b[^.;]{0,30}\b(anti-?virus|defender|smartscreen|gatekeeper|edr|security (software|tools?|products?))\b|\b(anti-?virus|defender|smartscreen|gatekeeper|edr)\b[^.;]{0,20}\b(exclusions?|exceptions?|white-?list|allow-?list)\b`, order.text)

# The verb and the protection stand together.
close(order) if regex.match(`(?i)\b(disabled?|turn(ed)? off|switch(ed)? off|deactivated?|bypass(ed)?|suppress|exclude|whitelist|allowlist)\b[^.;]{0,60}\b(anti-?virus|defender|protection|scanning|monitoring|smartscreen|firewalls?|gatekeeper|selinux|apparmor|account control|uac|edr|security (software|tools?|products?|agents?)|quarantine)\b`, order.text)

close(order) if regex.match(`(?i)\b(exclude|whitelist|allowlist)\b[^.;]{0,80}\b(from|in|of)\b[^.;]{0,30}\b(anti-?virus|defender|smartscreen|edr|security (software|tools?))\b`, order.text)

close(order) if regex.match(`(?i)\b(anti-?virus|defender|protection|smartscreen|firewalls?|gatekeeper|selinux|apparmor|uac|edr)\b[^.;]{0,40}\b(be )?(disabled|turned off|switched off|deactivated|excluded|whitelisted)\b`, order.text)

# A firewall is in the way at times; who scans for malware only looks for it.
severity(order) := "high" if {
	regex.match(`(?i)\b(anti-?virus|defender|smartscreen|gatekeeper|system integrity|edr|security (software|tools?|products?|agents?)|(real-?time|endpoint|tamper) protection|quarantine)\b`, order.text)
	not for_it
	main.is(order.file)
} else := "high" if {
	orders.hidden(order)
} else := "medium"

# The skill is about such programs.
for_it if regex.match(`(?i)\b(anti-?virus|defender|edr|firewalls?|malware|hardening|endpoint security)\b`, told.description)
