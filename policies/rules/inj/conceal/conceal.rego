# METADATA
# title: Hides from the user that data is sent
# description: >-
#   The text has the model send, read or run something and keep that from the user.
# custom:
#   code: INJ-004
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj.conceal

import data.skillctl.lib.passages
import data.skillctl.lib.shown

findings contains {
	"message": sprintf("%s: data is sent and the user is not to be told", [passages.shown(passage)]),
	"hint": "tell the user what is sent and where, and ask first",
	"at": {"file": passage.file, "span": passage.span},
	"severity": passages.severity(passage, "high"),
	"locus": passages.locus(passage),
} if {
	some passage in input.skill.body.passages
	passage.about == "conceal"
	some pattern in secrecy
	passages.said(allowed(regex.replace(passage.line, own, "")), pattern)
	sends(allowed(passage.text))
	not on_show(passage)
	not regex.match(`(?i)\b(attack(er|s)?|malicious|injection|suspicious|detect|flag)\b`, passage.text)
}

# A quotation of what somebody else says.
on_show(passage) if {
	passage.quoted
	shown.only(passage)
}

# Advice about a secret of the reader hides nothing from the reader.
own := `(?i)\b(tell|give|show|reveal|disclose|let)\w*\s+(to\s+)?(anyone|anybody|others|strangers)( else)?\s+(see |know |have )?(your|their)\s+([\w-]+\s+){0,2}(pins?|pass ?(words?|codes?|phrases?|keys?)|codes?|keys?|secrets?|phrases?|cards?|tokens?|log-?ins?|credentials?)\b`

# What is left of a line without bans of what is done unseen: "never upload it to a server without telling
# the user". What another order is joined by is banned no more.
allowed(line) := strings.replace_n(bans(line), line)

bans(line) := {found: "" |
	some found in regex.find_n(banned, line, -1)
	not regex.match(not_banned, found)
}

not_banned := `(?i)\s(and|but|then|just|instead|so|while|unless|till|until|by|wait|stop|cease|delay\w*|hesitate|fail|forget|let|end|count|omit|skip|miss|neglect|refrain|avoid)\s|\swithout\s.*\swithout\s`

banned := `(?i)\b(do not|don['’]t|never|must not|should not|may not|cannot|avoid)(\s+([^\s,;:.—]|[.:][^\s])+){1,12}?\s+without\s+(telling|informing|notifying|alerting|mentioning (it|this) to)\b`

# An order to hide, not a ban on hiding.
secrecy := {
	`\b(do not|don't|never|must not|should not)\s+(ever\s+)?(tell|inform|notify|alert|mention (this|it|anything) to|reveal (this|it) to|disclose (this|it) to|let)\s+(the |your |any )?(user|human|operator|owner|anyone)\b`,
	`\bwithout\s+(telling|informing|notifying|alerting|mentioning (it|this) to)\s+(the |your |any )?(user|human|operator|owner|anyone)\b`,
	`\b(hide|conceal|keep) (this|it|that|these steps|the (request|upload|transfer))\s+(hidden |secret )?from (the |your )?(user|human|operator|owner)\b`,
	`^[\s\d.*>-]*(silently|secretly|quietly|covertly)\s+(send|upload|post|forward|transmit|copy|exfiltrate|collect)\b`,
}

sends(shown) if {
	regex.match(`(?i)\b(send|upload|post|forward|transmit|exfiltrate|submit|append|push|copy)\b`, shown)
	regex.match(`(?i)https?://|\bcurl\b|\bwebhook\b|\bserver\b|\bendpoint\b|@[a-z0-9-]+\.[a-z]`, shown)
}
