# METADATA
# title: Does not look who is at the other end
# description: >-
#   A program has certificates not be checked and talks to a public host that it has written out:
#   whoever stands between reads and changes what is sent, keys included. A host of that kind has a
#   certificate that can be checked.
# custom:
#   code: EXE-036
#   severity: high
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["unchecked-peer"]

import data.skillctl.lib.commands
import data.skillctl.lib.losses
import data.skillctl.lib.text

findings contains {
	"message": sprintf("%s: certificates are not checked, and the program talks to %s", [text.cited(text.clip(deed.call, 80)), text.clip(deed.what, 80)]),
	"hint": "have certificates checked; for a host of the user's own, leave it to an option that is off unless it is asked for",
	"at": {"file": deed.file, "span": deed.span},
	"severity": losses.weighed(deed, "high"),
	"locus": commands.locus(deed.file),
} if {
	some deed in input.skill.body.deeds
	deed.kind == "blind"
	not explained
}

# It is about such hosts, or about certificates.
explained if regex.match(`\b(self[- ]?signed|insecure|certificates?|certs?|tls|ssl|x\.?509|pki|mitm|proxy|proxies|intercept\w*|self[- ]?hosted|on[- ]?prem\w*|home ?lab|routers?|nas|pen-?test\w*|penetration|security (test\w*|audit\w*|scan\w*))\b`, losses.promise)
