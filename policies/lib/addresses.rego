# METADATA
# title: Addresses of the web in commands and texts
# description: Which domains a text names, and which of them anybody can have in a minute.
package skillctl.lib.addresses

import data.skillctl.tables.calls
import data.skillctl.tables.hosts as table

pattern := `(?i)\b(https?|ftp)://(?:[^/\s"'<>@]*@)?(\[[0-9a-f:.]+\]|[^/\s"'<>:?#)\]]+)`

# The domains of the addresses in a text, lower case. Of a part that is to be filled in, or that a command
# puts out, only that it is there is known: "*.example.com". What stands in a command is an address of its own.
named(shown) := spelled(closed(shown)) if {
	not contains(shown, "$(")
} else := spelled(closed(shown)) | {host | some host in spelled(shown); not regex.match(`[$(<{]`, host)}

spelled(shown) := {trim_suffix(lower(found[2]), ".") | some found in regex.find_all_string_submatch_n(pattern, shown, -1)}

# Up to three such parts of a domain, each as one letter; commands in another one first.
closed(shown) := regex.replace(regex.replace(regex.replace(flat(shown), open, "${1}*"), open, "${1}*"), open, "${1}*") if {
	regex.match(`://[^\s/"']*(<[^\s]|\{|\$\()`, shown)
} else := shown

flat(shown) := regex.replace(regex.replace(shown, nested, "${1}*"), nested, "${1}*") if {
	contains(shown, "$(")
} else := shown

open := `(://[^\s/"'<{$]*)(<[^<>\s/]*>|\$?\{[^{}\s/]*\}|\$\([^()]*\))`

nested := `(\$\([^()]*)\$\([^()]*\)`

# The domains of a command: its arguments may name one without a scheme. What stands behind
# "@" alone, or behind that and the name of a field, is a file: "-d @a.json", "-F file=@a.zip".
asked(step) := named(concat(" ", step.args)) | {host |
	some arg in step.args
	not contains(arg, "://")
	not is_file(step, arg)
	found := regex.find_all_string_submatch_n(`^(?:[^/@\s]*[^/@\s=;<]@)?([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)(?:$|[:/])`, arg, 1)
	host := lower(found[0][1])
	like_host(host)
}

# Of a program that copies files only what stands before a colon names another machine; others have
# addresses or names of their own for it.
is_file(step, arg) if {
	object.get(step, "program", "") in calls.operands.colon
	not regex.match(`^[^/\s]*:`, arg)
}

is_file(step, _) if object.get(step, "program", "") in calls.operands.none

like_host(host) if numeric(host)

like_host(host) if regex.match(`\.[a-z]{2,}$`, host)

# A bare number instead of a name, other than one that stays on the machine or in
# the network around it.
numeric(host) if {
	regex.match(`^(\d{1,3}(\.\d{1,3}){3}|\d{8,10}|0x[0-9a-f]+|\[[0-9a-f:.]+\])$`, host)
	not near(host)
}

near(host) if regex.match(`^(127\.|10\.|192\.168\.|169\.254\.|0\.0\.0\.0$|172\.(1[6-9]|2\d|3[01])\.|\[::1\]$|\[f[cde])`, host)

local(host) if near(host)

local(host) if host in {"localhost", "host.docker.internal", "kubernetes", "kubernetes.default"}

local(host) if regex.match(`\.svc$`, host)

local(host) if regex.match(`\.(local|localhost|internal|lan|home|corp|intranet)$`, host)

# The domain is one of a list of the table, or below one: the table has it, or what is
# behind one of its dots. So the whole table is not gone through for each domain.
listed(host, kind) if {
	labels := split(host, ".")
	some i, _ in labels
	concat(".", array.slice(labels, i, count(labels))) in known[kind]
}

known[kind] := {name | some name in names} if some kind, names in table

# What a domain is called in messages, if nobody answers for what it hands out.
anonymous(host) := "a bare number" if {
	numeric(host)
} else := "a site for pasted text" if {
	listed(host, "paste")
} else := "a shortened address" if {
	listed(host, "shortener")
} else := "a tunnel to somebody's machine" if {
	listed(host, "tunnel")
} else := "a collector of requests" if {
	listed(host, "collector")
}

# Sent or fetched without encryption, to somewhere that is not near.
plain(shown) if {
	some found in regex.find_all_string_submatch_n(pattern, shown, -1)
	lower(found[1]) in {"http", "ftp"}
	not local(lower(found[2]))
}
