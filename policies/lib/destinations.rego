# METADATA
# title: Where a skill sends something to
# description: >-
#   How a host is related to a skill: the skill names it as what it is for, it is the
#   one that a key is made for, nobody answers for it, or nothing is known of it.
package skillctl.lib.destinations

import data.skillctl.lib.addresses
import data.skillctl.lib.told
import data.skillctl.tables.credentials
import data.skillctl.tables.hosting

# The name below which one owner has all names.
domain(host) := concat(".", array.slice(labels, count(labels) - size(labels), count(labels))) if {
	labels := split(trim_prefix(host, "*."), ".")
	count(labels) > size(labels)
} else := trim_prefix(host, "*.")

# "a.co.uk" has three parts, as has "a.github.io".
size(labels) := 3 if {
	n := count(labels)
	count(labels[n - 1]) == 2
	labels[n - 2] in {"ac", "co", "com", "edu", "gov", "net", "org"}
} else := 3 if {
	n := count(labels)
	concat(".", array.slice(labels, n - 2, n)) in free
} else := 2

free := {name | some name in hosting.free}

# The domains that the front matter names: what it says that the skill is for.
declared contains domain(host) if {
	some field in input.skill.front.fields
	walk(field.value, [_, value])
	is_string(value)
	some host in (addresses.named(value) | bare(value))
}

# A domain that is named without a scheme: "Sends to acme.example".
bare(value) := {lower(found[1]) | some found in regex.find_all_string_submatch_n(`(?i)(?:^|[\s("'])(?:[\w.-]+@)?((?:[a-z0-9-]+\.)+[a-z]{2,})\b`, value, -1); not lower(found[1]) in hosting.mailboxes}

# What the description calls by its name: "Searches Tavily" is about tavily.com.
mentioned(host) if {
	name := split(domain(host), ".")[0]
	count(name) > 3
	name in spoken
}

# The description calls a provider by its name, and the host is one of that provider's.
vouched(host) if {
	some provider in credentials.providers
	some known in provider.hosts
	host in {known, concat("", ["api.", known]), concat("", ["www.", known]), concat("", ["oauth2.", known]), concat("", ["accounts.", known])} # not what others keep there
	some word in spoken
	count(word) > 2
	regex.match(provider.variables, concat("", [upper(word), "_"]))
}

# The description has it as a name, in capitals within a sentence.
proper(host) if {
	name := split(domain(host), ".")[0]
	some found in regex.find_all_string_submatch_n(`[\w,;:)"'’-] ["'(\x60*]*([A-Z][\w-]*)`, told.description, -1)
	lower(found[1]) == name
}

# The words of the description, made once for all hosts.
spoken contains word if some word in regex.split(`[^a-z0-9-]+`, lower(told.description))

# The domains that the sentences of SKILL.md link to; those in its code are what is judged.
linked contains domain(host) if {
	some link in input.skill.body.links
	link.kind == "url"
	link.locus == "instruction"
	link.file == input.skill.manifest.file
	some host in addresses.named(link.target)
}

# Whoever made a key may be sent it: as its name says, or as the table knows.
issuer(variable, host) if {
	some provider in credentials.providers
	regex.match(provider.variables, upper(variable))
	some known in provider.hosts
	below(host, known)
}

issuer(variable, host) if {
	not posing(variable, host)
	stem := regex.replace(regex.replace(lower(variable), `(^|_)(vite|next|public|react|app|my|prod|dev|test)_`, ""), `_?(api|access|secret|private|auth|admin|client|bot|user|account|personal|app|bearer|refresh|session|service)?_?(api_?key|key|token|secret|pass(word|wd|phrase)?|pwd|credentials?|cookie|id|webhook(_url)?)(_[a-z0-9]+)?$`, "")
	name := regex.replace(stem, `[^a-z0-9]`, "")
	count(name) > 2
	contains(regex.replace(host, `[^a-z0-9]`, ""), name)
}

issuer(variable, host) if {
	not posing(variable, host)
	some label in split(host, ".")
	count(label) > 3
	contains(regex.replace(lower(variable), `[^a-z0-9]`, ""), regex.replace(label, `[^a-z0-9]`, ""))
}

# A domain has the name of a provider that is known, and is not one of its: "api.stripe-api.com".
posing(variable, host) if {
	name := split(lower(variable), "_")[0]
	count(name) > 4
	some provider in credentials.providers
	count(provider.hosts) > 0
	regex.match(provider.variables, upper(variable))
	contains(split(domain(host), ".")[0], name)
	every known in provider.hosts { not below(host, known) }
}

# A key of a provider that is known.
provided(variable) if {
	some provider in credentials.providers
	regex.match(provider.variables, upper(variable))
}

below(host, known) if host == known

below(host, known) if endswith(host, concat("", [".", known]))

# How a host is related to the skill.
relation(host) := "local" if {
	addresses.local(host)
} else := "anonymous" if {
	addresses.anonymous(host)
} else := "declared" if {
	domain(host) in declared
} else := "linked" if {
	mentioned(host)
} else := "linked" if {
	domain(host) in linked
} else := "linked" if {
	vouched(host)
} else := "unrelated"

# A name that stands for another one, which whoever reads it puts in.
placeholder(host) if regex.match(`(?i)[$<>{}%*\[\]…]|^\.\.\.|(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$|(^|[.-])(your|my)[a-z0-9-]*\.|(^|\.)(company|acme|contoso|fabrikam|domain|corp|org|host|server|gateway|proxy)\.[a-z]+$`, trim_prefix(host, "*."))

# A host that the skill does not say that it is for, and that stands for no other.
strange(host) if {
	relation(host) in {"anonymous", "unrelated"}
	not placeholder(host)
}

# What messages call it.
called(host) := sprintf("%s (%s)", [host, addresses.anonymous(host)]) if {
	addresses.anonymous(host)
} else := sprintf("%s (a name that anybody gets for nothing)", [host]) if {
	some name in hosting.free
	below(host, name)
} else := host
