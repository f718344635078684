# METADATA
# title: What is a user's goes to a stranger
# description: >-
#   The sentences of a section together have what is somebody's, such as secrets, the
#   conversation or documents, go to an address that the skill is not for, or where others
#   read it: one names the thing, one has it go, one says why or that nobody is to know.
# custom:
#   code: EXF-009
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["handed-over"]

import data.skillctl.lib.destinations
import data.skillctl.lib.leans
import data.skillctl.lib.main
import data.skillctl.lib.orders
import data.skillctl.lib.remarks
import data.skillctl.lib.text
import data.skillctl.tables.contacts

findings contains {
	"message": sprintf("%s: %s %s, and %s", [orders.shown(deed), goes[matter], where, why]),
	"hint": "leave it out; if the skill is for that service, name the service in the description and ask the user before anything is handed to it",
	"at": {"file": deed.file, "span": deed.span},
	"severity": severity,
	"locus": remarks.locus(deed),
} if {
	some [deed, list] in remarks.deeds
	remarks.said(deed)
	not deed.forbids
	not orders.settles(deed)
	[where, relation] := target(list, deed)
	matters := {matter | some matter in order; concerns(list, deed, matter)}
	count(matters) > 0
	[severity, matter, why] := judged(list, deed, relation, matters)
}

# Work that nobody else has seen yet is mailed to a stranger.
findings contains {
	"message": sprintf("%s: work of the user goes to %s before it is handed over", [text.cited(text.clip(trim_space(lean.text), 120)), destinations.called(host)]),
	"hint": "leave it out; if the skill is for that service, name the service in the description and ask the user before anything is handed to it",
	"at": {"file": lean.file, "span": lean.span},
	"locus": "instruction",
} if {
	some lean in leans.bodied
	host := leans.handed(lean)
}

# A paragraph in another language is not understood; where it names several stores of keys
# and the address of a stranger, nothing has to be.
findings contains {
	"message": sprintf("%q names stores of keys and %s, in a language that is not read", [text.clip(part.text, 120), destinations.called(host)]),
	"hint": "leave it out; if the skill is for that service, name the service in the description and ask the user before anything is handed to it",
	"at": {"file": part.file, "span": part.span},
	"locus": "instruction",
} if {
	some part in input.skill.body.foreign
	host := min(object.keys(remarks.strangers({"addresses": part.addresses, "file": part.file, "span": part.span})))
	stores := {lower(found) | some found in regex.find_n(`(?i)\bid_(rsa|ed25519|ecdsa|dsa)\b|\.kdbx\b|\.env\b|\.aws/credentials|\.(netrc|pgpass|git-credentials)\b|\.ssh/|\.gnupg\b|\bwallet\.dat\b`, part.text, -1)}
	count(stores) > 1
}

# Somebody of whom the text tells, such as a clerk, a tutor or the skill itself, reads what is the
# user's and hands it on: who plays the part does it.
findings contains {
	"message": sprintf("%s: what is read there goes to %s, and the agent plays who does it", [orders.shown(deed), destinations.called(host)]),
	"hint": "leave it out; a story has no real files of the user and no real address in it",
	"at": {"file": deed.file, "span": deed.span},
	"severity": grave(list, deed),
	"locus": remarks.locus(deed),
} if {
	some [deed, list] in remarks.deeds
	remarks.is(deed, "peers")
	remarks.said(deed)
	not deed.looked
	not deed.forbids
	played(deed.text)
	not remarks.agreed(list, deed)
	host := min({host |
		some other in list
		other.index >= deed.index
		other.index <= deed.index + 3
		not other.forbids
		passed(other)
		some host, _ in remarks.strangers(other)
	})
}

# A person, the skill or the agent does it, and no program of which it is only told.
played(text) if {
	some found in regex.find_all_string_submatch_n(concat("", [`(?i)(?:^|[.!?;:,("]\s*|\b(?:and|then|when|where|while|once|there|day|visit|morning|evening|night|turn|scene|game|step|door|lesson|round|story|room) )(?:(?:the|an?|this|our|your|every|each|my|that) )((?:[\w'’-]+ ){0,3}?)(?:(?:then|now|always|first|also|quietly|often|never fails to|likes to|goes and|has to|must|will|should|may) )*`, looking, `\b`]), text, 5)
	not regex.match(`(?i)\b(scripts?|cli|tools?|npm|pip|clients?|librar(y|ies)|programs?|commands?|plug-?ins?|extensions?|servers?|daemons?|sdks?|browsers?|actions?|attackers?|malware|apps?|applications?|packages?|modules?|functions?|methods?|hooks?|wrappers?|installers?|users?|workflows?|containers?|images?|services?|runners?|example|payload|api)\b`, found[1])
	regex.match(`\w`, found[1])
}

looking := `(?:reads?|opens?|looks? (?:in|into|at|through|over|up)|collects?|gathers?|copies|copy|takes?|unlocks?|inspects?|loads?|grabs?|picks? up|study|studies|goes through|consults?|examines?|retrieves?|fetch(?:es)?|learns?|recites?|transcribes?|quotes?|empties|rummages?|peeks?|leafs?)`

# It is handed on, or asked for with something filled into the address.
passed(remark) if remarks.is(remark, "conveys")

passed(remark) if regex.match(`(?i)\b(sends?|posts?|mails?|delivers?|uploads?|reports?|hands?|carries|brings?|writes?|tells?|passes|forwards?|submits?|dispatch(es)?|publish(es)?|whispers?|reads? (it|them) out|pays?|returns?|leaves?)\b`, bare(remark))

passed(remark) if {
	regex.match(`(?i)\b(web-?fetch\w*|fetch(es)?|gets?|requests?|visits?|opens?|calls?|asks?|knocks?|curl)\b`, bare(remark))
	regex.match(`(?i)\?[\w.-]+=|/[<{$]|\b(with|and|of|by|for) (it|them|that|what|the (text|contents?|words|lines|values?|answer))\b`, remark.text)
}

bare(remark) := regex.replace(remark.text, `(?i)https?://\S+`, " ")

order := ["secret", "token", "private", "files"]

goes := {"secret": "secrets go", "token": "keys go", "private": "what is private goes", "files": "work of the user goes"}

# The stranger that it goes to.
target(list, deed) := [sprintf("to %s", [destinations.called(host)]), relation] if {
	moves(deed)
	known := remarks.strangers(deed)
	host := min({host | some host, _ in known; not supporter(deed, host)})
	relation := known[host]
} else := [sprintf("to %s", [destinations.called(host)]), relation] if {
	# "The address is …", behind what is done or before it.
	moves(deed)
	count(deed.addresses) == 0
	nearest := [known | some other in list_near(list, deed); known := remarks.strangers(other); count(known) > 0][0]
	host := min(object.keys(nearest))
	relation := nearest[host]
} else := ["where others read it", "published"] if {
	moves(deed)
	some sink in {"published", "somebody"}
	sink in deed.sinks
}

# Who made something is supported there, by whoever wants to.
supporter(deed, host) if {
	destinations.domain(host) in contacts.supporters
	regex.match(`(?i)\b(support|sponsor|donat\w+|back|tip)\b`, deed.text)
}

# The sentences before and behind it that name where something goes, and do nothing themselves.
list_near(list, deed) := {other |
	some other in list
	count(other.addresses) > 0
	remarks.within(deed, other, 1)
	other.index != deed.index
	not other.forbids
	carrying(deed, other)
}

carrying(deed, _) if remarks.is(deed, "fills")

carrying(_, other) if remarks.is(other, "fills")

carrying(_, other) if regex.match(`(?i)\b(its|the|their) ([\w-]+ )?(place|address|destination|recipient|inbox|endpoint|url|server|form|webhook)\b`, other.text)

# It has something go, or asks an address for which a part is filled in.
moves(deed) if remarks.is(deed, "conveys")

moves(deed) if {
	remarks.is(deed, "asks")
	some kind in {"fills", "coded"}
	remarks.is(deed, kind)
}

moves(deed) if {
	remarks.is(deed, "fills")
	remarks.is(deed, "coded")
}

# A picture or a link is asked for by whoever shows it.
moves(deed) if {
	remarks.is(deed, "fills")
	regex.match(`(?i)!\[|\b(images?|pictures?|pixels?|badges?|links?|banners?|headers?)\b`, deed.text)
}

# What it is done with: it names that, or a sentence near it does.
concerns(_, deed, matter) if {
	remarks.is(deed, matter)
	not shown_to(deed, matter)
}

concerns(list, deed, matter) if {
	some other in list
	other.index != deed.index
	remarks.within(deed, other, 2)
	remarks.is(other, matter)
	not other.forbids
	not regex.match(`(?i)^\W*(never|do not|don['’]t)\b`, other.text)
	not shown_to(other, matter)
	bound(deed, other)
}

# A key is shown to whoever it is for.
shown_to(remark, matter) if {
	matter in {"secret", "token"}
	remarks.is(remark, "auth")
	not remarks.is(remark, "access")
}

bound(deed, other) if {
	remarks.is(deed, "bound")
	other.index < deed.index
}

# What others read is filled with what a sentence behind it says.
bound(deed, other) if {
	"published" in deed.sinks
	other.index > deed.index
}

bound(deed, other) if {
	remarks.within(deed, other, 1)
	some kind in {"fills", "coded"}
	remarks.is(other, kind)
}

judged(list, deed, _, matters) := [grave(list, deed), first(matters), veil[0]] if {
	veil := remarks.veiled(list, deed)
} else := [grave(list, deed), first(matters), "nobody answers for the place"] if {
	relation_of(deed) == "anonymous"
	remarks.is(deed, "conveys")
	not remarks.agreed(list, deed)
} else := [grave(list, deed), first(matters), free[0]] if {
	free := remarks.freed(list, deed)
	count(remarks.strangers(deed)) > 0
	not remarks.agreed(list, deed)
} else := [grave(list, deed), first(matters & dear), "it is written so that nobody sees what it is"] if {
	count(matters & dear) > 0
	near(list, deed, "coded", 1)
	not remarks.agreed(list, deed)
} else := [grave(list, deed), first(matters), "it is written so that nobody sees what it is"] if {
	remarks.is(deed, "fills")
	remarks.is(deed, "coded")
	count(remarks.strangers(deed)) > 0
	not remarks.agreed(list, deed)
} else := [grave(list, deed), first(matters & dear), "a reason is given that is none of the user's"] if {
	count(matters & dear) > 0
	count(remarks.strangers(deed)) > 0
	near(list, deed, "pretext", 2)
	not remarks.agreed(list, deed)
} else := [grave(list, deed), "secret", "the skill does not say that it is for that"] if {
	remarks.is(deed, "secret")
	not shown_to(deed, "secret")
	count(remarks.strangers(deed)) > 0
	not remarks.agreed(list, deed)
} else := [grave(list, deed), "secret", "a part of the address is filled with it"] if {
	"secret" in matters
	remarks.is(deed, "fills")
	count(remarks.strangers(deed)) > 0
	not remarks.agreed(list, deed)
} else := [grave(list, deed), first(matters & dear), "it comes with all work"] if {
	count(matters & dear) > 0
	remarks.is(deed, "fills")
	remarks.is(deed, "always")
	count(remarks.strangers(deed)) > 0
	not remarks.agreed(list, deed)
} else := ["medium", first(matters), "a reason is given that is none of the user's"] if {
	near(list, deed, "pretext", 1)
	remarks.is(deed, first(matters))
	not remarks.agreed(list, deed)
} else := ["medium", first(matters & dear), "the skill does not say that it is for that"] if {
	some matter in (matters & dear)
	remarks.is(deed, matter)
	count(remarks.strangers(deed)) > 0
	not remarks.agreed(list, deed)
}

relation_of(deed) := "anonymous" if "anonymous" in object_values(remarks.strangers(deed))

object_values(object) := {value | some value in object}

dear := {"secret", "token", "private"}

first(matters) := [matter | some matter in order; matter in matters][0]

near(list, deed, kind, most) if {
	some other in list
	remarks.within(deed, other, most)
	remarks.is(other, kind)
}

# What another document says is read when the agent is sent there, and is for somebody to
# look at, unless it is kept from the user.
grave(list, deed) := "high" if loud(list, deed)

grave(list, deed) := "medium" if not loud(list, deed)

loud(_, deed) if main.is(deed.file)

loud(list, deed) if remarks.veiled(list, deed)
