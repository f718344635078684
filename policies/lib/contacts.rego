# METADATA
# title: What a text does with an address
# description: >-
#   What a sentence has somebody do with an address that it names: something is handed there, what is
#   said there is taken up, a part of it is filled in. All else leads a reader there.
package skillctl.lib.contacts

import data.skillctl.lib.orders
import data.skillctl.lib.owners
import data.skillctl.lib.shown
import data.skillctl.lib.strangers
import data.skillctl.tables.contacts as table

# Who answers at the address, where that is a stranger: a host, or an account of one that all know.
stranger(contact) := "whoever has this account" if {
	strangers.holds_account(contact.address)
} else := min({host |
	some host in orders.hosts({"addresses": [contact.address]})
	strangers.at(host, contact)
}) if {
	not owners.of(contact.address)
} else := owner if {
	owner := owners.stranger({contact.address})
}

# The text says it itself: it is no example, no lesson, and nothing that is quoted.
said(contact) if {
	not regex.match(orders.lesson, contact.heading)
	not about_itself(contact)
	not shown.only(contact)
	not orders.front(contact)
	not commanded(contact)
}

# Where people who use the skill meet, or who made it.
about_itself(contact) if {
	regex.match(meeting, contact.heading)
	regex.match(`(?i)^\W*([\w/-]+ ){0,6}[\w/-]+\W*$`, words(contact))
}

about_itself(contact) if {
	regex.match(meeting, contact.heading)
	regex.match(`(?i)\b(bugs?|issues?|questions?|feedback|patches|pull requests?|ideas)\b`, contact.text)
	not regex.match(`(?i)\b(files?|logs?|keys?|tokens?|tables?|transcripts?|contents?|all|every|each|always)\b`, contact.text)
}

meeting := `(?i)^\W*(contribut\w+|community|contacts?|feedback|help|bugs|credits?|acknowledge?ments?|authors?|about|licen[cs]e|links?|resources|references|further reading|see also|change ?log|support)\W*$`

# A command has it, which is judged by what it does.
commanded(contact) if {
	some command in input.skill.body.commands
	command.file == contact.file
	some arg in command.args
	contains(arg, contact.address)
}

# What the sentence says beside its addresses, and the sentences that have the name of one.
words(contact) := plain(concat(" ", array.concat([contact.text], contact.told)))

# A text without addresses, and without what it forbids or has the user do.
plain(text) := regex.replace(regex.replace(regex.replace(regex.replace(text, address, " "), always, " "), forbidden, " "), others, " ")

# "Never forget to …" has it done.
always := `(?i)\b(never|do not|don['’]t) (ever )?(forget|fail|omit|neglect|hesitate|skip|miss)\b( to)?`

# What is forbidden, as far as the clause goes.
forbidden := `(?i)\b(never|(do|does|must|should|may|shall|will)(n['’]t| not)|cannot|can['’]t|not to|avoid|refuse to|instead of|rather than) [^,.;:—–]*?(\b(but|until|unless|without|before)\b|[,.;:—–]|$)`

# What people do who use the skill.
others := `(?i)\b(the )?(users?|customers?|candidates?|applicants?|students?|visitors?|people|authors?|reporters?) (then |can |may |must |should |will |also )*[a-z]+s?\b`

address := `(?i)\b[a-z][a-z0-9+.-]*://[^\s"<>]*|[\w.+-]+@[\w-]+(\.[\w-]+)+|\b([a-z0-9-]+\.)+[a-z]{2,8}/\S*`

around(contact) := plain(concat(" ", array.concat([contact.text, contact.behind], contact.told)))

# Something is handed there.
gives(contact) if {
	not reference(contact)
	not links(contact)
	giving(contact, words(contact))
}

# "It is at …. Upload the table there."
gives(contact) if {
	not links(contact)
	giving(contact, plain(contact.behind))
	regex.match(`(?i)\bthere\b|\b(to|with|at|into|via) (it|that|this)\b|\b(to|at|into|via|with|through) (the|this|that) (same )?(address|endpoint|url|host|server|service|inbox|form|bucket|webhook|page|site|place)\b`, first_sentence(contact.behind))
}

# "Upload it to the desk. Its address is …"
gives(contact) if {
	giving(contact, plain(contact.before))
	regex.match(`(?i)\b(its|the|their) ([\w-]+ )?(address|endpoint|url|host|server|inbox|form|webhook|place) (is|:)`, contact.text)
}

first_sentence(text) := regex.split(`[.!?]\s`, text)[0]

giving(contact, said) if {
	not contact.foreign
	regex.match(in_english, said)
}

giving(_, said) if regex.match(elsewhere, said)

# Words that are also nouns are verbs where an order begins.
in_english := concat("", [
	`(?i)\b(`, concat("|", table.gives), `)\b|(^|[.,;:!?—–|(>"'*/]\s*|[-+]\s+|\d[.)]\s+|\b(to|and|then|also|always|must|should|shall|will|please|or|you|we|i|first|next|finally|now|automatically|can|may|each|agent|it|skill)\s+)(`,
	concat("|", table.orders), `)\b|\b(?-i:PUT|POST|PATCH)\b`,
])

elsewhere := concat("", [`(?i)(^|\PL)(`, concat("|", table.gives_elsewhere), `)(\PL|$)|`, concat("|", table.gives_unspaced)])

# A link leads a reader there, unless something goes to it: "hand the table to [the desk](…)".
links(contact) if {
	contact.link
	not regex.match(`(?i)\b(to|into|at|via|with|through|on|by|past)\s+((the|our|this|an?) )?\[[^\]]*\]\($`, lead(contact))
}

# What leads to the address says that something is to be read there: "a FAQ is available at". A name
# without a scheme is that of a package, unless something goes to it.
reference(contact) if regex.match(concat("", [`(?i)\b`, table.refers, `\b[^.]{0,40}\b(is|are) (also )?(available|found|published|documented|listed|explained)\b[^.]{0,30}$`]), lead(contact))

reference(contact) if {
	not contains(contact.address, "://")
	not contains(contact.address, "@")
	not regex.match(`(?i)\b(to|into|at|via|with|through|on|by|past)\s+["'(<]*$`, lead(contact))
}

lead(contact) := split(contact.text, contact.address)[0]

# What is said there is taken up.
takes(contact) if {
	regex.match(concat("", [`(?i)\b(`, concat("|", table.takes), `)\b`]), words(contact))
	regex.match(concat("", [`(?i)\b(`, concat("|", table.obeys), `)\b`]), around(contact))
}

# A part of the address is for whoever asks to fill in.
fills(contact) if {
	not contact.link
	regex.match(`[{<$]|%[sd]\b|\?([\w.-]+=)?$|=$`, contact.address)
}

# A text that is shown to somebody else: an advertisement, a reply, a notice.
drafted(contact) if {
	some mark in {"quoted", "fenced"}
	object.get(contact, mark, false)
	regex.match(`(?i)\b(templates?|ad(vert\w*)?s?|job|notices?|polic(y|ies)|repl(y|ies)|mails?|e-mails?|letters?|messages?|footers?|signatures?|disclaimers?|posts?|snippets?|blocks?|announcements?|examples?|samples?)\b`, concat(" ", [contact.heading, object.get(contact, "above", ""), contact.before]))
}
