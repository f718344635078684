# METADATA
# title: Orders in a language that was not read
# description: >-
#   Sentences of a skill are read in English only. One in another language that names an
#   address, or that stands alone in a text in English, may have the model do anything.
# custom:
#   code: COV-005
#   severity: medium
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.coverage["unread-language"]

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.house
import data.skillctl.lib.orders
import data.skillctl.lib.purpose
import data.skillctl.lib.strangers
import data.skillctl.lib.text
import data.skillctl.tables.contacts
import data.skillctl.tables.foreign

findings contains {
	"message": sprintf("%q is in a language of which orders are not read, and names %s, %s", [shown(place), destinations.called(host), why[relation]]),
	"hint": "read it; if the skill is for that service, name the service in the description",
	"at": {"file": place.file, "span": place.span},
} if {
	some place in input.skill.body.foreign
	some host in hosts(place)
	relation := orders.relation(place, host)
	relation in object.keys(why)
	not explained(place, host)
}

# Nobody is reached there, other parts of the skill name it, or whoever made the skill is supported there.
explained(_, host) if strangers.stands_for_another(host)

explained(place, host) if {
	not addresses.anonymous(host)
	strangers.elsewhere(host, place)
}

explained(place, host) if {
	not addresses.anonymous(host)
	house.introduced(host, place)
}

explained(_, host) if destinations.domain(host) in contacts.supporters

# Nobody else hides an order better than the one sentence that its reader does not know.
findings contains {
	"message": sprintf("%q is in another language than the rest of the text: orders in it are not read", [shown(place)]),
	"hint": "read it, or write it in the language of the skill",
	"at": {"file": place.file, "span": place.span},
} if {
	some place in input.skill.body.foreign
	place.alone
	count(hosts(place)) == 0
	every other in input.skill.body.foreign { other.alone }
	not expected
}

# The description names the language that a part of the text is written in.
expected if regex.match(language, purpose.description)

language := `(?i)\b(german|deutsch|french|français|spanish|español|castilian|portuguese|português|italian|italiano|dutch|polish|czech|russian|ukrainian|turkish|chinese|mandarin|japanese|korean|arabic|hebrew|hindi|swedish|danish|norwegian|finnish|greek|multilingual|bilingual|translat\w+)\b`

# Words that are known in many languages tell what it is about: what is kept from somebody,
# and goes to a stranger.
findings contains {
	"message": sprintf("%q names %s, %s, and has it kept from somebody", [shown(place), destinations.called(host), why[relation]]),
	"hint": "leave it out; say in the language of the skill what is handed to whom, and ask the user first",
	"at": {"file": place.file, "span": place.span},
	"severity": "high",
} if {
	some place in input.skill.body.foreign
	speaks(place, "hush")
	some host in hosts(place)
	relation := orders.relation(place, host)
	relation in object.keys(why)
	not regex.match(`(^|\.)localhost$`, host)
}

# … what is somebody's, in the one paragraph that the readers of the skill do not know …
findings contains {
	"message": sprintf("%q names %s, %s, and what is the user's, in another language than the rest of the text", [shown(place), destinations.called(host), why[relation]]),
	"hint": "leave it out; say in the language of the skill what is handed to whom, and ask the user first",
	"at": {"file": place.file, "span": place.span},
	"severity": "high",
} if {
	some place in input.skill.body.foreign
	place.alone
	some kind in {"data", "lasts"}
	speaks(place, kind)
	not speaks(place, "hush")
	some host in hosts(place)
	relation := orders.relation(place, host)
	relation in object.keys(why)
	not regex.match(`(^|\.)localhost$`, host)
}

# … or mail that is handed on …
findings contains {
	"message": sprintf("%q names %s, %s, and has mail sent, in another language than the rest of the text", [shown(place), destinations.called(host), why[relation]]),
	"hint": "leave it out; say in the language of the skill what is handed to whom, and ask the user first",
	"at": {"file": place.file, "span": place.span},
	"severity": "high",
} if {
	some place in input.skill.body.foreign
	place.alone
	speaks(place, "mails")
	speaks(place, "sends")
	every kind in ["data", "lasts", "hush"] { not speaks(place, kind) }
	some host in hosts(place)
	relation := orders.relation(place, host)
	relation in object.keys(why)
}

# … or has what was said before put aside for what an address says …
findings contains {
	"message": sprintf("%q has instructions put aside, in another language than the rest of the text", [shown(place)]),
	"hint": "leave it out; what the agent was told before holds",
	"at": {"file": place.file, "span": place.span},
	"severity": "high",
} if {
	some place in input.skill.body.foreign
	place.alone
	speaks(place, "obeys")
	count(hosts(place)) > 0
}

# … or is removed, or is to hold for ever.
findings contains {
	"message": sprintf("%q has something removed or done from now on, and kept from somebody", [shown(place)]),
	"hint": "leave it out; say in the language of the skill what is done, and ask the user first",
	"at": {"file": place.file, "span": place.span},
	"severity": "high",
} if {
	some place in input.skill.body.foreign
	count(hosts(place)) == 0
	speaks(place, "hush")
	some kind in {"removes", "lasts"}
	speaks(place, kind)
}

speaks(place, kind) if {
	some word in foreign[kind]
	regex.match(word, lower(place.text))
}

# A file with secrets and an address, even one that the skill is for.
findings contains {
	"message": sprintf("%q is in a language of which orders are not read, and names a file with secrets and %s", [shown(place), host]),
	"hint": "read it; a secret belongs nowhere but to the service that issued it",
	"at": {"file": place.file, "span": place.span},
} if {
	some place in input.skill.body.foreign
	regex.match(kept, place.text)
	some host in hosts(place)
	not orders.relation(place, host) in object.keys(why)
}

# … and one that is a stranger's.
findings contains {
	"message": sprintf("%q is in a language of which orders are not read, and names a file with secrets and %s, %s", [shown(place), destinations.called(host), why[relation]]),
	"hint": "read it; a secret belongs nowhere but to the service that issued it",
	"at": {"file": place.file, "span": place.span},
	"severity": "high",
} if {
	some place in input.skill.body.foreign
	regex.match(kept, place.text)
	not regex.match(`(?i)\b(example|localhost)\b`, place.text)
	some host in hosts(place)
	relation := orders.relation(place, host)
	relation in object.keys(why)
}

why := {
	"anonymous": "for which nobody answers",
	"unrelated": "which the skill does not say that it is for",
}

kept := `(?i)(/|\b|^|[\s"'(])(\.(ssh|aws|gnupg|kube|netrc|npmrc|pgpass|env)\b|id_(rsa|ed25519)\b|etc/(passwd|shadow)\b|\w*\.(kdbx|pem|p12)\b)`

# A name of a file with its folder is no host.
hosts(place) := {host |
	some host in orders.hosts(place)
	not regex.match(`\.(ya?ml|json|md|txt|toml|py|js|ts)$`, host)
}

shown(place) := text.clip(trim_space(place.text), 80)
