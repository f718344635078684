# METADATA
# title: Who has an account at a host that many share
# description: >-
#   Whether anything explains the account that an address or an argument has written out: it stands
#   for another one, somebody who is known has it, or the skill speaks of it.
package skillctl.lib.tenants

import data.skillctl.lib.destinations
import data.skillctl.lib.front
import data.skillctl.lib.guests
import data.skillctl.lib.owners
import data.skillctl.lib.placeholders
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
	not placeholders.account(split(tenant.name, "@")[0])
	not declared(tenant.name)
}

mailboxes := {host | some host in hosting.mailboxes}

# A name that stands for another one: "my-bucket", "your-org", "AC00000000".
stands_for_another(name) if placeholders.account(name)

stands_for_another(name) if owners.placeholder(lower(name))

stands_for_another(name) if {
	contains(name, ".")
	destinations.placeholder(name)
}

generic := {word | some word in table.generic}

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

# The description has the name that it begins with, as a name: "oss-fuzz-logs" in one of OSS-Fuzz.
declared(name) if {
	words := [word | some word in regex.split(`[^a-z0-9]+`, lower(name)); word != ""; not word in generic]
	count(concat("", words)) > 4
	some found in regex.find_n(concat("", [`(?i)(^|[^\p{L}\d])`, concat(`[ _-]?`, words), `([^\p{L}\d]|$)`]), told.description, -1)
	regex.match(`[^\p{L}\d]\p{Lu}|\p{Lu}.*\p{Lu}`, found)
}

# How it is called in messages.
called(tenant) := tenant.name if {
	tenant.service == "mail"
} else := sprintf("the account %s (%s)", [tenant.name, tenant.service])
