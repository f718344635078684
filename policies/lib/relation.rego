# METADATA
# title: How an address is related to the package
# description: >-
#   Whether an address is one by which a vendor hands out its own installers, one that the
#   package declares as its own, or a stranger's.
package skillctl.lib.relation

import data.skillctl.lib.addresses
import data.skillctl.tables.vendors

# The hosts, or folders of them, by which vendors hand out their installers.
vendors_at := {lower(place) | some one in vendors.installers; some place in one.at}

# What the front matter calls the home of the package: where many have a home, that is
# the folder of one of them, "github.com/owner".
declared contains place if {
	some [path, value] in homes
	some found in regex.find_all_string_submatch_n(`^https://([^/\s"'?#@:]+)/?([^/\s"'?#]*)`, value, 1)
	host := trim_prefix(lower(found[1]), "www.")
	not addresses.anonymous(host)
	some place in at_home(host, lower(found[2]))
}

homes contains [path, value] if {
	some key, field in input.skill.front.fields
	walk(field.value, [below, value])
	is_string(value)
	path := array.concat([key], below)
	path[count(path) - 1] in {"homepage", "repository", "source", "website"}
}

at_home(host, _) := {host} if not host in vendors.shared

# The owner of a repository hands out its files under another name.
at_home(host, owner) := {concat("/", [name, owner]) |
	some name in object.get({"github.com": {"github.com", "raw.githubusercontent.com"}}, host, {host})
} if {
	host in vendors.shared
	owner != ""
}

# Every address in a command is that of one of the places, which are a set in lower case. The
# host, or a folder that leads to the address, is looked up: not each place is gone through.
only_from(places, shown) if {
	found := regex.find_all_string_submatch_n(`https://([^/\s"'?#]+)([^\s"'?#|);]*)`, shown, -1)
	count(found) > 0
	not elsewhere(shown)
	every address in found { from(lower(address[1]), lower(address[2]), places) }
}

from(host, _, places) if host in places

from(host, path, places) if {
	not contains(path, "..")
	not contains(path, "%")
	parts := split(concat("", [host, path]), "/")
	some i in numbers.range(2, count(parts))
	concat("/", array.slice(parts, 0, i)) in places
}

# What is fetched may come from another place than the addresses with https say:
# an address without it, a proxy, a name that leads elsewhere, a certificate that
# nobody looks at.
elsewhere(shown) if regex.match(`(?i)http://`, shown)

elsewhere(shown) if regex.match(`(?:^|\s)["']?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?:/|:\d|["']?\s*\|)`, shown)

elsewhere(shown) if regex.match(`\s--(?:proxy|preproxy|socks|connect-to|resolve|insecure|no-check-certificate|config|doh-url)`, shown)

elsewhere(shown) if regex.match(`\bcurl\b[^|]*\s-[A-Za-z]*[xkK]`, shown)
