# METADATA
# title: Owners of places where many have files
# description: >-
#   Who answers for an address at a forge, or at what hands out files of one, whether the skill
#   speaks of them, and whether they are called like somebody well known.
package skillctl.lib.owners

import data.skillctl.lib.lookalikes
import data.skillctl.lib.relation
import data.skillctl.lib.told
import data.skillctl.tables.names

# The account that an address names, in lower case.
of(address) := lower(found[0][1]) if {
	found := regex.find_all_string_submatch_n(places, address, 1)
	count(found) > 0
}

places := `(?i)^https?://(?:raw\.githubusercontent\.com|gist\.githubusercontent\.com|gist\.github\.com|(?:www\.)?github\.com|gitlab\.com|codeberg\.org|bitbucket\.org|cdn\.jsdelivr\.net/gh|cdn\.statically\.io/gh|rawcdn\.githack\.com|raw\.githack\.com)/([A-Za-z0-9][\w.-]*)/`

# The skill, or who makes much-used things, is of that account: the front matter has its home
# there, names it, or a vendor hands out installers there.
spoken_of(owner) if owner in declared

spoken_of(owner) if {
	some place in relation.vendors_at
	split(place, "/")[1] == owner
}

spoken_of(owner) if owner in known

# A word of the description: "rules of vercel-labs".
spoken_of(owner) if {
	count(owner) > 3
	owner in {trim(word, ".'’") | some word in regex.split(`[^a-z0-9.-]+`, lower(told.description))}
}

declared := {split(place, "/")[1] | some place in relation.declared; contains(place, "/")}

known := {account | some account in names.accounts}

# A known account that the name of another one looks like.
posing(owner) := min({account |
	not owner in known
	not owner in declared
	some account in (known | declared)
	count(account) > 4
	lookalikes.near(owner, account)
})

# Who reads it puts an owner of their own in: "your-org".
placeholder(owner) if regex.match(`^(the|your|my|example|some|acme|owner|org|user)?[-_]?(org|organi[sz]ation|owner|user(name)?|name|company|account|team|repo)?[0-9]?$`, owner)

# A page of the forge itself: "github.com/settings/tokens".
placeholder(owner) if owner in {"about", "apps", "collections", "enterprise", "explore", "features", "login", "logout", "marketplace", "new", "notifications", "orgs", "organizations", "pricing", "search", "security", "sessions", "settings", "signup", "site", "sponsors", "topics", "trending", "users"}

# The addresses that a part of a text has, by the links that stand in it.
within(file, span) := {link.target |
	some link in input.skill.body.links
	link.file == file
	link.kind == "url"
	span.start.line <= link.span.start.line
	link.span.end.line <= span.end.line
}

# Somebody of whom the skill says nothing hands out what is at one of the addresses.
stranger(addresses) := min({owner |
	some address in addresses
	owner := of(address)
	not spoken_of(owner)
	not placeholder(owner)
})
