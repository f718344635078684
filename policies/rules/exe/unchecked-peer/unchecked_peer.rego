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

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.losses
import data.skillctl.lib.provisions
import data.skillctl.lib.text

findings contains {
	"message": sprintf("%s: certificates are not checked, and the program talks to %s", [text.cited(text.clip(deed.call, 80)), text.clip(deed.what, 80)]),
	"hint": hint,
	"at": {"file": deed.file, "span": deed.span},
	"severity": losses.weighed(deed, "high"),
	"locus": commands.locus(deed.file),
} if {
	some deed in input.skill.body.deeds
	deed.kind == "blind"
	not explained
}

# Languages of which a program is not read part by part, where it shows a key.
findings contains {
	"message": sprintf("certificates are not checked, and the program shows a key to %s", [host]),
	"hint": hint,
	"at": {"file": laid.file, "span": laid.span},
	"severity": losses.weighed(laid, "high"),
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "unchecked"
	not explained
	not read_in_parts(laid.file)
	not provisions.warned(laid)
	every asked in laid.to { not addresses.local(asked) } # a machine of the user
	host := min({asked |
		some asked in laid.to
		not destinations.placeholder(asked)
		destinations.relation(asked) != "anonymous"
	})
}

# What all packages of a program share is changed, and not what one asks with.
findings contains {
	"message": "certificates are checked by no connection of the program that does not say otherwise: it changes what all its packages share",
	"hint": "give the one client that needs it a transport of its own, in a test",
	"at": {"file": laid.file, "span": laid.span},
	"severity": losses.weighed(laid, "high"),
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "unchecked"
	laid.name == "all"
	not explained
	not provisions.warned(laid)
}

read_in_parts(file) if {
	some deed in input.skill.body.deeds
	deed.kind == "blind"
	deed.file == file
}

hint := "have certificates checked; for a host of the user's own, leave it to an option that is off unless it is asked for"

# It is about such hosts, or about certificates.
explained if regex.match(`\b(self[- ]?signed|insecure|certificates?|certs?|tls|ssl|x\.?509|pki|mitm|proxy|proxies|intercept\w*|self[- ]?hosted|on[- ]?prem\w*|home ?lab|routers?|nas|pen-?test\w*|penetration|security (test\w*|audit\w*|scan\w*)|proxmox|unifi|esxi|vsphere|idrac|firmware)\b`, losses.promise)
