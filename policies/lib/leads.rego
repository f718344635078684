# METADATA
# title: What leads a reader to an address
# description: >-
#   The relations by which a text only leads somebody to an address: documentation, a source, a
#   licence, a credit, an example, what the user is asked first, what is forbidden. The words between
#   what leads there and the address are a name of what is to be read, nothing is done by what stands
#   behind it, and nothing depends on it. Whatever else is said of an address is done with whoever
#   answers there.
package skillctl.lib.leads

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.tables.contacts as table

only(contact) if listed(contact)

only(contact) if linked(contact)

only(contact) if nameless(contact)

only(contact) if leads(contact, marked(contact))

only(contact) if by_name(contact)

# "Larch Street: https://larchstreet.org": who is there, by name, and nothing that is done. No sentence
# about that name hands anything on, or takes anything up.
by_name(contact) if {
	found := regex.find_all_string_submatch_n(concat("", [`(?i)^[^\pL\pN@]*(?:(?:`, alternatives(array.concat(table.leads.see, table.leads.reads)), `|join|visit)\s+)?([\pL\pN'’&. -]{3,60}?)[^\pL\pN@]*@@[^\pL\pN]*$`]), replace(contact.text, contact.address, mark), 1)
	name := regex.replace(lower(found[0][1]), `[^a-z0-9]`, "")
	some host in addresses.named(contact.address)
	name == regex.replace(split(destinations.domain(host), ".")[0], `[^a-z0-9]`, "")
	not dealt_with(concat(" ", object.get(contact, "told", [])))
	not regex.match(table.there, contact.behind)
}

dealt_with(said) if regex.match(concat("", [`(?i)\b(`, alternatives(array.concat(array.concat(table.gives, table.orders), array.concat(table.takes, table.obeys))), `)\b`]), said)

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

# The sentence with a mark in the place of the address, without what it forbids or others do.
marked(contact) := regex.replace(regex.replace(regex.replace(regex.replace(regex.replace(said, table.addresses, " "), table.always, " "), table.restricts, " if "), table.forbidden, " "), visits, " ") if {
	said := replace(contact.text, contact.address, mark)
}

# What others do there, as far as the clause goes: "users sign up at @@". What they want is none.
visits := concat("", [`(?i)\b(the )?(users?|customers?|candidates?|applicants?|students?|visitors?|people|authors?|reporters?) ((then|also|first|can|may|must|should|will) )*(`, table.leads.does, `)\b[^,.;:—–]*`])

mark := "@@"

# What stands before the words that lead to the address, between these and it, and behind it; of
# several such words the last ones.
parts(said, words) := {"before": found[0][1], "cue": found[0][2], "between": found[0][3], "behind": found[0][4]} if {
	found := regex.find_all_string_submatch_n(concat("", [`(?is)^(.*`, edge, `|)(`, words, `)((?:`, edge, `[^;]*?)?)@@(.*)$`]), said, 1)
	count(found) > 0
}

# "See the guide (@@)", "voir @@": a name of what is to be read, in a few words.
leading(said) if {
	p := parts(said, alternatives(table.leads.see))
	named(p.between)
	not regex.match(`(?i)\b(to|into|onto|home)\W*$`, p.between)
	ends(p.behind)
}

# "The documentation of rows is at @@"
leading(said) if {
	p := parts(said, alternatives(table.leads.documents))
	regex.match(place_of_text, p.between)
	not named_otherwise(regex.replace(p.between, place, ""))
	free(p.before)
	ends(p.behind)
}

# "@@ explains the guide": what is said of the address is that it is a text.
leading(said) if {
	regex.match(concat("", [`(?i)@@[^.;,]{0,20}\b(for|is|are|has|have|explains?|describes?|documents?|lists?|shows?)\b[^.;]{0,30}\b(`, alternatives(table.leads.documents), `)\b`]), said)
	free(said)
}

# "It is explained at @@"
leading(said) if {
	p := parts(said, alternatives(table.leads.told))
	named(p.between)
	free(p.before)
	not regex.match(`(?i)\b(if|when|whenever|once|before|after|till|because)\b`, p.before)
	ends(p.behind)
}

# "Adapted from a paper of Jane Doe (@@)"
leading(said) if {
	p := parts(said, alternatives(table.leads.credits))
	regex.match(work_of_somebody, p.between)
	free(p.before)
	ends(p.behind)
}

# "An address such as @@": one of a kind of texts.
leading(said) if {
	p := parts(said, alternatives(table.leads.instances))
	regex.match(`^[\s,:"'(<\[]*$`, p.between)
	regex.match(concat("", [`(?i)(^|`, edge, `)`, table.leads.kinds, `\b[^.;:!?]{0,40}$`]), p.before)
	free(p.before)
}

# "Tell users of @@", "ask the user whether @@ is right", "where the user agrees, @@"
leading(said) if regex.match(concat("", [`(?i)\b`, table.leads.points, `\b( (of|about|to|at|for|visit|see|open|whether|if|that|is|are|the|an?|right|page|form|site|website|link)| [\w'’-]+){0,6}?\W*(\[[^\]]*\]\()?["'(<]*@@`]), said)

leading(said) if regex.match(concat("", [`(?i)\bask(s|ing)? (the |your )?(users?|humans?|operators?|owners?|customers?|clients?) (whether|if|before|for (permission|consent|approval|their ok))\b[^;]{0,120}@@`]), said)

leading(said) if regex.match(concat("", [`(?i)\b(if|when|once|after|until|unless|only with) (the |your )?(users?|humans?|operators?|owners?)( [a-z]+ly)? (`, table.leads.consents, `)\b[^;]{0,120}@@`]), said)

leading(said) if regex.match(`(?i)\b(users?|humans?|operators?|owners?)['’]?s? (explicit |prior )?(consent|approval|permission|confirmation|ok)\b[^;]{0,120}@@`, said)

# Within a command, or what somebody says; what is run is done.
leading(said) if {
	regex.match(`"[^"@]*[\pL\pN-]+[^"@]*@@[^"]*"`, said)
	not unknown_command(said)
}

# It is run, and no other rule knows what the program does.
unknown_command(said) if {
	found := regex.find_all_string_submatch_n(`(?i)(?:^|\b(?:run|execute|call|invoke|with|by|via|using|use|then|and|first)\b[^".;:]{0,20})\W*"\W*([\w./-]+)[^"@]*@@`, said, 1)
	not regex.match(concat("", [`(?i)^(`, alternatives(table.programs), `)$`]), found[0][1])
}

alternatives(words) := concat("|", words)

# No part of it has a verb, so that it is a name.
named(between) if not named_otherwise(between)

named_otherwise(between) if regex.match(concat("", [`(?i)(^|`, edge, `)(`, table.leads.clauses, `)(`, edge, `|$)`]), between)

named_otherwise(between) if regex.match(`[,.!?]\s|\S.{100}`, between)

# What stands behind a word for a text and before its address: what it is about, and where it is.
place_of_text := concat("", [`(?i)^['’"\])*]*( (`, table.leads.nouns, `))*['’"\])*]*( (of|for|to|on|about|in|by|from|and|&) [^,;.:]{1,60}?)?`, place])

place := `(?i)(,\s+(by )?default)?( (is|are|can be found|lives?))?( (at|on|in|under|here|by|from|via))*\s*[:(\[<"'=→|—–\s-]*$`

# Whose work it is: names, and words for works.
work_of_somebody := `^(?:[\s,&:"'’(\[<*—–-]+|(?i:the|an?|this|that|these|of|by|from|at|in|on|and|work|projects?|skills?|code|ideas?|papers?|articles?|posts?|versions?|implementation|repo(sitory)?|source|author|authors?|team|people|folks|open|great|excellent|original|is|are)\b|\p{Lu}[\p{L}\d.'’-]*|[\p{L}\d]+[._/-][\p{L}\d._/-]+|\d{4})*$`

# Nothing depends on it.
free(said) if not regex.match(concat("", [`(?i)\b(`, table.leads.obliges, `)\b`]), regex.replace(said, readings, " "))

# "You must read", "always see"
readings := concat("", [`(?i)\b((must|should|always|never|only|shall|has to|have to|needs? to)( also| first| always| be)* )?(`, alternatives(array.concat(table.leads.see, table.leads.reads)), `)\b`])

# What stands behind the address does nothing with it.
ends(behind) if {
	regex.match(concat("", [`(?i)^(["'\])>*\s]*$|["'\])>*\s]*[.,;:!?()\[|—–-]|["'\])>*\s]+(`, table.leads.behind, `)\b|[^\pL]*(?-i:\p{Lu}|[\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}]|[^\x00-\x7F]))`]), behind)
	free(behind)
}

# An item of a list that says where more is.
listed(contact) if {
	contact.heading != ""
	regex.match(headings, contact.heading)
	not regex.match(table.work, contact.text)
	not regex.match(table.meeting, contact.heading)
	item(replace(contact.text, contact.address, mark))
}

# Where people meet it is for that.
listed(contact) if {
	regex.match(table.meeting, contact.heading)
	every word in regex.find_n(`[\pL\d][\pL\d'’/-]*`, replace(contact.text, contact.address, " "), -1) { regex.match(concat("", [`(?i)^(`, alternatives(table.meets), `)$|^(?-i:\p{Lu})|/|^\d+$`]), word) }
}

# A name set apart from its address, or a sentence that leads to it.
item(said) if regex.match(`^[^.;!?]*[:—–|(\[<"'*-]\W*@@|^\W*@@\W*($|[:—–|(-])`, said)

item(said) if leading(said)

# The place of a link, or what stands in brackets behind a name, says where that is from.
linked(contact) if {
	before := split(contact.text, contact.address)[0]
	regex.match(`[(<]\s*$`, before)
	not regex.match(table.toward, before)
	not ordered(before)
	not put(before)
	not regex.match(`(?i)\b(must|shall|has to|have to|needs? to|required?|mandatory|cannot|can['’]t|only|until|unless|while|as long as|so long as)\b`, regex.replace(regex.replace(before, `\[[^\]]*\]\($`, ""), readings, " "))
}

# Something has its place at whoever has the name.
put(before) if regex.match(`(?i)\b((to|into|onto|at|with|through|via)\s+((the|our|this|an?|their|its) )?|on (the|our|this|an?|their|its) )([\w'’&.-]+ ){0,4}[(<]+\s*$`, before)

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
looked_at(contact) if {
	found := regex.find_all_string_submatch_n(looks, marked(contact), 1)
	named(found[0][1])
	ends(found[0][2])
}

# A statement says where something is from, or where a text is, and has nobody do anything: "Pairings
# come from @@", "a plan is at @@". What is told of its name elsewhere is no part of it.
stated(contact) if {
	count(object.get(contact, "told", [])) == 0
	free(replace(contact.text, contact.address, mark))
	said := marked(contact)
	found := regex.find_all_string_submatch_n(`(?i)^[^\pL@]*(?:((?:the |our |its |their |this |these |those |an? )?[^@;:,]{0,60})\b(?:comes?|came|stems?|hails?|(?:is|are|was|were) (?:taken |copied |drawn |made )?from)|(an? [^@;:,]{0,60})\b(?:is|are|was|were|lives?|stands?))(?: [\w-]+){0,3}(?: at| from| on| under| by| in)?\s*["'(<\[]*@@\W*$`, said, 1)
	named(concat("", [found[0][1], found[0][2]]))
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

# A heading that has no other words: what is done below "References for the month" is no reading.
headings := concat("", [`(?i)^(\W|\d|\b(and|or|further|learning|more|useful|external|official|related|other|additional|the|of|to|for|y|und|et|e)\b)*((`, alternatives(table.leads.headings), `)((\W|\b(and|or|y|und|et|e|information|materials?|pages?)\b)+|$))+$`])

examples := concat("", [`(?i)(^|`, edge, `)(`, alternatives(table.leads.shown), `)(`, edge, `|$)`])

readers := concat("", [`(?i)^(`, alternatives(array.concat(table.leads.see, table.leads.reads)), `)$`])

looks := concat("", [`(?i)^[^\pL@]*(?:then |and |also |next |first )*(?:`, alternatives(table.leads.reads), `)\b([^;]*)@@(.*)$`])
