# METADATA
# title: What a text does with an address
# description: >-
#   What a sentence has somebody do with an address that it names: something is handed there, what is
#   said there is taken up, a part of it is filled in. All else leads a reader there.
package skillctl.lib.contacts

import data.skillctl.lib.house
import data.skillctl.lib.labels
import data.skillctl.lib.orders
import data.skillctl.lib.owners
import data.skillctl.lib.shown
import data.skillctl.lib.strangers
import data.skillctl.lib.tenants
import data.skillctl.lib.told
import data.skillctl.tables.contacts as table

# Who answers at the address, where that is a stranger: a host, or an account of one that all know.
stranger(contact) := "whoever has this account" if {
	strangers.holds_account(contact.address)
} else := tenants.called(tenant) if {
	tenant := [one | some one in object.get(contact, "tenants", []); tenants.stranger(one); not house.account(one.name, contact)][0]
} else := min({host |
	some host in orders.hosts({"addresses": [contact.address]})
	strangers.at(host, contact)
}) if {
	not owners.of(contact.address)
} else := owner if {
	owner := owners.stranger({contact.address})
	not house.introduces(owner, contact)
} else := min({host |
	described(contact)
	some host in orders.hosts({"addresses": [contact.address]})
	strangers.in_front(host)
})

# The description has it, which explains what the rest of the skill does, but not itself.
described(contact) if {
	orders.front(contact)
	contains(told.description, contact.address)
}

# The text says it itself: it is no example, no lesson, and nothing that is quoted.
said(contact) if {
	own(contact)
	not orders.front(contact)
}

# The same of the description.
said_or_described(contact) if said(contact)

said_or_described(contact) if {
	described(contact)
	own(contact)
}

own(contact) if {
	not regex.match(orders.lesson, contact.heading)
	not about_itself(contact)
	not shown.only(contact)
	not commanded(contact)
	not reported(contact)
}

# Where somebody who finds a mistake tells of it, and nothing else: "Report bugs to @@.".
reported(contact) if {
	not contains(contact.address, "://")
	said := regex.replace(replace(contact.text, contact.address, "@@"), `["'<>()\[\]*\x60]`, "")
	regex.match(concat("", [`(?i)^[^\pL]*(please )?[a-z]+ (any |all |your |security |other |private )*(`, concat("|", table.told_of), `)( (and|or|,) (`, concat("|", table.told_of), `))* (to|at|via|by mail to) (mailto:)?@@[^\pL]*$`]), said)
}

# The same with what it is about, and of whoever found it: "If you find …, report it privately to @@". Where
# the skill itself looks for such things, they are what it makes, and no faults of its own.
reported(contact) if {
	not regex.match(findings, told.description)
	not contains(contact.address, "://")
	said := regex.replace(replace(contact.text, contact.address, "@@"), `["'<>()\[\]*\x60]`, "")
	found := regex.find_all_string_submatch_n(concat("", [`(?i)^[^\pL]*(?:if you (?:find|notice|see|spot|discover) (?:an? |any )?(?:[a-z]+ )?(`, concat("|", table.told_of), `|holes?|bugs?)\b([^.;:,]{0,60}), )?(?:please )?(?:report|disclose)(?: (?:it|them|this|an?|any|all|your|security|other|private|suspected|possible|(`, concat("|", table.told_of), `)))+\b([^.;:@]{0,80}) (?:to|at|via|by mail to) (?:mailto:)?@@(?:, not [^.;:@]{0,60})?[^\pL]*$`]), said, 1)
	count(found) > 0
	concat("", [found[0][1], found[0][3]]) != ""
	not regex.match(told_with, concat(" ", [found[0][2], found[0][4]]))
}

findings := concat("", [`(?i)\b(`, concat("|", table.told_of), `|audit\w*|check\w*|fuzz\w*|holes?|inspect\w*|pen-?test\w*|review\w*|scan\w*|secur\w+|weakness\w*)\b`])

# More goes along than what was found.
told_with := `(?i)\b(keys?|tokens?|secrets?|passwords?|credentials?|env\w*|variables?|logs?|files?|customers?|users?|data\w*|output|history|conversations?|chats?|messages?|config\w*|settings|copy|copies|contents?|results?|attach\w*|dump\w*|all|each|every)\b`

# Where people who use the skill meet, or who made it: no word but those for that, and names.
about_itself(contact) if {
	regex.match(table.meeting, contact.heading)
	words := regex.find_n(`[\pL\d][\pL\d'’/-]*`, replace(contact.text, contact.address, " "), -1)
	every i, word in words { meets(words, i, word) }
}

# A label says where the project is found, or whoever wants to thanks who made it.
about_itself(contact) if labels.only(contact.text, contact.address)

about_itself(contact) if labels.thanks(contact.text, contact.address)

# Where faults of it are kept, at a forge: "Bugs go to …/issues".
about_itself(contact) if {
	owners.of(contact.address)
	regex.match(`(?i)/issues(/new)?/?$`, contact.address)
	regex.match(concat("", [`(?i)\b(`, concat("|", table.told_of), `)\b`]), lead(contact))
	not regex.match(told_with, lead(contact))
}

# Nothing but addresses stands where the skill says what it is.
about_itself(contact) if {
	contact.file == input.skill.manifest.file
	contact.span.start.line <= input.skill.body.introduction.last
	not regex.match(`[\pL\pN]`, regex.replace(contact.text, table.address, " "))
	not giving(contact, plain(contact.before))
	not regex.match(taking, plain(contact.before))
}

meets(_, _, word) if regex.match(meeting_words, word)

meets(_, _, word) if regex.match(`/|^\d+$`, word)

# A name: what begins a sentence has its capital for that, unless a second name is behind it.
meets(words, i, word) if {
	regex.match(`^\p{Lu}`, word)
	named_at(words, i)
}

named_at(_, i) if i > 0

named_at(words, 0) if count(words) == 1

named_at(words, 0) if regex.match(`^\p{Lu}`, words[1])

meeting_words := concat("", [`(?i)^(`, concat("|", table.meets), `)$`])

# A command has it, which is judged by what it does.
commanded(contact) if {
	some command in input.skill.body.commands
	command.file == contact.file
	some arg in command.args
	contains(arg, contact.address)
}

# In a file that nobody has read as a text a line is a command or nothing.
commanded(contact) if {
	contact.file != input.skill.manifest.file
	some flow in object.get(input.skill.body, "flows", [])
	flow.file == contact.file
	flow.span.start.line <= contact.span.end.line
	contact.span.start.line <= flow.span.end.line
	some step in flow.steps
	some arg in step.args
	contains(arg, contact.address)
}

# What the sentence says beside its addresses, and the sentences that have the name of one.
words(contact) := plain(concat(" ", array.concat([contact.text], contact.told)))

# A text without addresses, and without what it forbids or has the user do.
plain(text) := regex.replace(regex.replace(regex.replace(regex.replace(regex.replace(regex.replace(regex.replace(text, table.address, " "), table.always, " "), table.restricts, " if "), table.forbidden, " "), table.aside, " "), table.others, " "), counted, " ")

# What is counted is a thing, and nothing that is done: "before the second upload".
counted := `(?i)\b(the|this|that|each|every|our|your|its|their) (first|second|third|fourth|last|next|previous|final|daily|nightly|weekly|monthly|yearly|new|old|whole) ([a-z]+)([.,;:!?)]|$)`

# What is forbidden, as far as the clause goes.
forbidden := table.forbidden

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
	regex.match(table.there, first_sentence(contact.behind))
}

# "Upload it to the desk. Its address is …"
gives(contact) if {
	giving(contact, plain(contact.before))
	regex.match(table.its, contact.text)
}

first_sentence(text) := regex.split(`[.!?]\s`, text)[0]

giving(contact, said) if {
	not contact.foreign
	regex.match(in_english, said)
}

giving(_, said) if regex.match(elsewhere, said)

# Words that are also nouns are verbs where an order begins.
in_english := concat("", [
	`(?i)\b(`, concat("|", table.gives), `)\b|(^\s*|[.,;:!?—–|(>"'*/]\s*|[-+]\s+|\d[.)]\s+|\b(to|and|then|also|always|must|should|shall|will|please|or|you|we|i|first|next|finally|now|automatically|can|may|each|agent|it|skill)\s+)(`,
	concat("|", table.orders), `)\b|\b(?-i:PUT|POST|PATCH)\b`,
])

elsewhere := concat("", [`(?i)(^|\PL)(`, concat("|", table.gives_elsewhere), `)(\PL|$)|`, concat("|", table.gives_unspaced)])

# A link leads a reader there, unless something goes to it: "hand the table to [the desk](…)".
links(contact) if {
	contact.link
	not regex.match(table.toward, lead(contact))
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
	regex.match(taking, words(contact))
	obeyed(contact)
}

# "The errata are at …. Read them again for each rule, and carry out …"
takes(contact) if {
	regex.match(taking_it, plain(contact.behind))
	obeyed(contact)
}

obeyed(contact) if regex.match(obeying, around(contact))

taking := concat("", [`(?i)\b(`, concat("|", table.takes), `)\b`])

taking_it := concat("", [`(?i)\b(`, concat("|", table.takes), `) (it|its|them|their|this (page|file|document|list))\b`])

obeying := concat("", [`(?i)\b(`, concat("|", table.obeys), `)\b`])

# A part of the address is for whoever asks to fill in.
fills(contact) if regex.match(table.filled, contact.address)

# A text that is shown to somebody else: an advertisement, a reply, a notice.
drafted(contact) if {
	some mark in {"quoted", "fenced"}
	object.get(contact, mark, false)
	regex.match(`(?i)\b(templates?|ad(vert\w*)?s?|job|notices?|polic(y|ies)|repl(y|ies)|mails?|e-mails?|letters?|messages?|footers?|signatures?|disclaimers?|posts?|snippets?|blocks?|announcements?|examples?|samples?)\b`, concat(" ", [contact.heading, object.get(contact, "above", ""), contact.before]))
}
