# METADATA
# title: What leads a reader to an address
# description: >-
#   The relations by which a text only leads somebody to an address: documentation, a source, a
#   licence, a credit, an example, what the user is asked first, what is forbidden. Whatever else is
#   said of an address is done with whoever answers there.
package skillctl.lib.leads

import data.skillctl.tables.contacts as table

only(contact) if listed(contact)

only(contact) if linked(contact)

only(contact) if nameless(contact)

only(contact) if leads(contact, marked(contact))

# What has it is forbidden, or somebody else does it.
leads(_, said) if not contains(said, mark)

leads(_, said) if leading(said)

# A part of a sentence goes on from what stands before it.
leads(contact, said) if {
	regex.match(`^\s*\p{Ll}`, contact.text)
	leading(concat(", ", [regex.replace(contact.before, `[.;]\s*$`, ""), replace(said, ";", ",")]))
}

# Nothing stands there but the address: what leads to the list says what it is for.
leads(contact, said) if {
	regex.match(`^[^\pL\pN]*@@[^\pL\pN]*$`, said)
	leading(concat("", [replace(object.get(contact, "above", ""), "\n", " "), " ", mark]))
}

leading(said) if {
	some relation in relations
	regex.match(relation, said)
}

# The sentence with a mark in the place of the address, without what it forbids or has the user do.
marked(contact) := regex.replace(regex.replace(regex.replace(regex.replace(said, table.addresses, " "), table.always, " "), table.forbidden, " "), concat("", [table.others, `[^,.;:—–]*`]), " ") if {
	said := replace(contact.text, contact.address, mark)
}

mark := "@@"

# An item of a list that says where more is.
listed(contact) if {
	contact.heading != ""
	regex.match(headings, contact.heading)
	not regex.match(table.work, contact.text)
}

# The place of a link, or what stands in brackets behind a name, says where that is from.
linked(contact) if {
	before := split(contact.text, contact.address)[0]
	regex.match(`[(<]\s*$`, before)
	not regex.match(table.toward, before)
	not ordered(before)
}

# An order is about the link itself, and has more done than that it is read.
ordered(before) if {
	some found in regex.find_all_string_submatch_n(`(?i)(?:^[^\pL]*|[.;:!?,]\s+|\b(?:then|and|to|must|always|please|also|now|first)\s+)([a-z]+)(?: (?:the|our|this|these|those|its|an?|all|every|each|to|by|with|steps?|rules?|of|in))*\s\[[^\]]*\]\($`, before, -1)
	not regex.match(readers, found[1])
}

# The text says that it is an example, or what a service answers.
shown(contact) if {
	some part in [contact.heading, object.get(contact, "above", "")]
	regex.match(examples, part)
}

# The sentence has somebody look at what is there.
looked_at(contact) if regex.match(looks, marked(contact))

# A statement says where something is, or where it is from, and has nobody do anything: "Pairings come
# from @@", "a plan is at @@". What is told of its name elsewhere is no part of it.
stated(contact) if {
	count(object.get(contact, "told", [])) == 0
	said := marked(contact)
	regex.match(`(?i)^[^\pL@]*(the |an? |our |its |their |this |these |those )?[^@;:,]{0,60}\b(is|are|was|were|lives?|stands?|comes?|came|stems?|follows?|hails?)( [\w-]+){0,3}( at| from| on| under| by| in)?\s*["'(<\[]*@@\W*$`, said)
	not regex.match(`(?i)\b(must|should|shall|always|every|each|all|any|sent|handed|posted|uploaded|checked|validated|approved|signed|logged|reported|recorded|decided)\b`, said)
}

# A name without a scheme is that of a package or of a file, unless something goes there.
nameless(contact) if {
	not contains(contact.address, "://")
	not contains(contact.address, "@")
	not regex.match(table.going, split(contact.text, contact.address)[0])
}

# Where a word ends; some languages have no space there.
edge := `(?:\PL|[\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}])`

relations := [
	concat("", [`(?i)(^|`, edge, `)(`, concat("|", table.leads.see), `)`, edge, `[^;]{0,80}@@`]),
	concat("", [`(?i)(^|`, edge, `)(`, concat("|", table.leads.documents), `)`, edge, `([^.;]{0,60}(\b(at|on|in|is|are|from|under|here|default)|[:(\[<|=→—–-]))?[\s"'<(\[]*@@`]),
	concat("", [`(?i)@@[^.;]{0,20}\b(for|is|are|has|have|explains?|describes?|documents?|lists?|shows?)\b[^.;]{0,30}\b(`, concat("|", table.leads.documents), `)\b`]),
	concat("", [`(?i)\b(`, concat("|", table.leads.told), `)\b[^.;]{0,40}@@`]),
	concat("", [`(?i)(^|`, edge, `)(`, concat("|", table.leads.credits), `)`, edge, `[^.;]{0,60}@@`]),
	concat("", [`(?i)\b(`, concat("|", table.leads.asks), `)\b[^;]{0,120}@@`]),
	`"[^"@]*[\pL\pN-]+[^"@]*@@[^"]*"`, # within a command, or what somebody says
]

headings := concat("", [`(?i)(^|`, edge, `)(`, concat("|", table.leads.headings), `)(`, edge, `|$)`])

examples := concat("", [`(?i)(^|`, edge, `)(`, concat("|", table.leads.shown), `)(`, edge, `|$)`])

readers := concat("", [`(?i)^(`, concat("|", array.concat(table.leads.see, table.leads.reads)), `)$`])

looks := concat("", [`(?i)^[^\pL@]*(then |and |also |next |first )*(`, concat("|", table.leads.reads), `)\b[^;]*@@`])
