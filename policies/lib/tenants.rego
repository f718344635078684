# METADATA
# title: Who has an account at a host that many share
# description: >-
#   Whether anything explains the account that an address or an argument has written out: it stands
#   for another one, somebody who is known has it, or the skill speaks of it.
package skillctl.lib.tenants

import data.skillctl.lib.destinations
import data.skillctl.lib.front
import data.skillctl.lib.guests
import data.skillctl.lib.orders
import data.skillctl.lib.owners
import data.skillctl.lib.relation
import data.skillctl.lib.strangers
import data.skillctl.lib.told
import data.skillctl.tables.hosting
import data.skillctl.tables.tenants as table
import data.skillctl.tables.vendors

# Nothing explains the account.
stranger(tenant) if {
	tenant.service != "mail"
	not stands_for_another(tenant.name)
	not known(tenant)
	not declared(tenant.name)
}

# A mailbox of somebody of whom nothing else is known, also where everybody may have one.
stranger(tenant) if {
	tenant.service == "mail"
	guests.unknown(tenant.name)
	not strangers.stands_for_another(split(tenant.name, "@")[1])
	not declared(tenant.name)
}

stranger(tenant) if {
	tenant.service == "mail"
	split(tenant.name, "@")[1] in mailboxes
	guests.literal(tenant.name)
	not regex.match(`(?i)^(you|someone|anyone|recipient|sender|from|to|address|e?mail|friend|colleague|boss|team|them)[@.]`, tenant.name)
	not regex.match(placeholder, tenant.name)
	not declared(tenant.name)
}

mailboxes := {host | some host in hosting.mailboxes}

# A name that stands for another one: "my-bucket", "your-org", "AC00000000", "data-lake-prod".
stands_for_another(name) if regex.match(placeholder, name)

stands_for_another(name) if owners.placeholder(lower(name))

stands_for_another(name) if {
	contains(name, ".")
	destinations.placeholder(name)
}

# Only words that anybody takes where none is meant.
stands_for_another(name) if {
	words := [word | some word in regex.split(`[^a-z]+|\d+`, lower(name)); count(word) > 1]
	every word in words { word in generic }
	not regex.match(`\d{6,}`, name)
}

generic := {word | some word in table.generic}

placeholder := `(?i)(^|[^a-z])(my|your|our|the|some|example|sample|placeholder|foo|bar|baz|acme|contoso|fabrikam|globex|initech|test|demo|todo|changeme|dummy|fake|mock|replace|octocat|alice|bob|hello)([^a-z]|$)|^(my|your|example)[a-z]|[xX]{3,}|[yzYZ]{3,}|0{5,}|1{6,}|12345|98765|abc(123|def)|1a2b3c|[$<>{}%*\[\]…]|\.\.\.|[-_](id|name|here|key|token|hash)([.]|$)|(?-i:^[A-Z]{2,}([-_][A-Z]+)*([.]|$))`

# Somebody who is known has it.
known(tenant) if lower(tenant.name) in owners.known

known(tenant) if tenant.name in {account | some account in vendors.accounts}

known(tenant) if tenant.name in {name | some name in table.samples}

known(tenant) if lower(tenant.name) in vendors_at

vendors_at := {split(place, "/")[1] | some place in relation.vendors_at; contains(place, "/")}

# The front matter names it, other than as the skill itself is called.
declared(name) if {
	count(name) > 2
	some [key, value] in front.values
	key != "name"
	contains(lower(value), lower(name))
}

declared(name) if lower(name) in owners.declared

declared(name) if {
	count(name) > 3
	contains(lower(told.description), lower(name))
}

# It is called like somebody whom the skill speaks of elsewhere: "larch-raw" in one that has the
# address of larch.example.
akin(tenant, place) if {
	stem := stems(tenant.name)[0]
	some label, at in roots
	startswith(label, stem)
	some [file, line] in at
	not within(file, line, place)
}

within(file, line, place) if {
	file == place.file
	line >= place.span.start.line
	line <= object.get(place.span, ["end", "line"], place.span.start.line)
}

stems(name) := [word | some word in regex.split(`[^a-z]+`, lower(name)); count(word) > 3; not word in generic]

# The names that domains begin with, and accounts, with where they stand.
roots[label] contains [contact.file, contact.span.start.line] if {
	some contact in input.skill.body.contacts
	some host in orders.named(contact.address)
	label := split(destinations.domain(host), ".")[0]
}

roots[stems(tenant.name)[0]] contains [contact.file, contact.span.start.line] if {
	some contact in input.skill.body.contacts
	some tenant in object.get(contact, "tenants", [])
}

# How it is called in messages.
called(tenant) := tenant.name if {
	tenant.service == "mail"
} else := sprintf("the account %s (%s)", [tenant.name, tenant.service])

# Another sentence names the same account.
elsewhere(contact) if {
	some tenant in object.get(contact, "tenants", [])
	some [file, line] in places[tenant.name]
	[file, line] != [contact.file, contact.span.start.line]
}

places[tenant.name] contains [contact.file, contact.span.start.line] if {
	some contact in input.skill.body.contacts
	some tenant in object.get(contact, "tenants", [])
}
