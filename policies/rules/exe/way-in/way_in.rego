# METADATA
# title: Lets another machine into this one
# description: >-
#   A command has a port of this machine stand open on another one, makes this machine part of a
#   network of somebody's, or shares its terminal. Whoever is at the other end comes in past every
#   firewall, for as long as it runs.
# custom:
#   code: EXE-042
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["way-in"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.strangers
import data.skillctl.lib.told
import data.skillctl.tables.ways as table

findings contains {
	"message": sprintf("%s %s", [commands.shown(command), opening[0]]),
	"hint": "leave it out; where others have to reach this machine, have the user set that up, and name in the description who comes in",
	"at": {"file": command.file, "span": command.span},
	"severity": lesser(command, opening[1]),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	some way in table.ways
	command.program in way.names
	words := concat(" ", command.args)
	regex.match(sprintf("(?i)%s", [way.form]), words)
	not regex.match(object.get(way, "ends", `$^`), words)
	opening := opened(command, way, words)
}

# Who wrote the text chose who comes in: by the key of a network, or by a host that nothing explains.
opened(command, way, words) := [sprintf(by_key[way.kind], [text_of_key(way, words)]), "high"] if {
	text_of_key(way, words)
	not explained_by(way)
} else := [sprintf(by_key[way.kind], [text_of_key(way, words)]), "medium"] if {
	text_of_key(way, words)
} else := [sprintf(by_peer[way.kind], [destinations.called(host)]), "high"] if {
	host := peer(way, words)
	not relay(host)
	strangers.at(host, command)
	not strangers.documented(host, command)
} else := [sprintf(by_peer[way.kind], [destinations.called(host)]), "medium"] if {
	host := peer(way, words)
	not strangers.stands_for_another(host)
	login(way, words)
	not spoken_of
} else := [anybody[way.kind], "medium"] if {
	way.kind != "network"
	not captured(way, "peer", words)
	login(way, words)
	not spoken_of
}

text_of_key(way, words) := key if {
	key := captured(way, "key", words)
	literal(key)
}

peer(way, words) := lower(host) if {
	host := captured(way, "peer", words)
	not addresses.local(lower(host))
}

captured(way, name, words) := found[count(found) - 1][1] if {
	pattern := way[name]
	found := regex.find_all_string_submatch_n(sprintf("(?i)%s", [pattern]), words, -1)
	count(found) > 0
}

# A service for pages that are being made: everybody may ask it, and nobody whom the author chose.
relay(host) if {
	some one in table.relays
	destinations.below(host, one)
}

# What stands for a key is put in by whoever runs it.
literal(key) if {
	not regex.match(`[$<>{}%*…]|\.\.\.`, key)
	words := [word | some word in regex.split(`[^A-Za-z0-9]+`, lower(key)); word != ""]
	some word in words
	not regex.match(`^(tskey|auth|client|key|setup|your|my|the|a|example|placeholder|changeme|change|me|secret|password|token|k?x+|0+|1?2?3?4?5?6?7?8?9?0?|here)$`, word)
}

# A description that is about the network says that one is joined, and not whose.
explained_by(way) if {
	some name in way.names
	regex.match(sprintf(`(?i)\b%s\b`, [split(name, "-")[0]]), told.description)
}

# A terminal is where somebody logs in, whatever its port; of forwarded ports those are where a
# machine does as it is told.
login(way, _) if way.kind == "shell"

login(_, words) if {
	some found in regex.find_all_string_submatch_n(`(?:^|[:\s/])(\d{2,5})(?:[\s/]|$)`, words, -1)
	found[1] in table.logins
}

spoken_of if regex.match(`(?i)\b(tunnel\w*|remote(ly)? (access|desktop|shell|support|control)\w*|(open|expos|shar|publish|reach)\w* ([\w-]+ ){0,4}(machine|port|host|server|terminal|session|screen|desktop|shell)s?|port[- ]forward\w*|reverse (proxy|ssh)|vpn|vnc|mesh network|pair[- ]?program\w*|pairs? ([\w-]+ ){0,4}terminals?|ssh (in|into|access|server))\b`, told.description)

by_peer := {
	"forward": "has a port of this machine stand open at %s",
	"network": "makes this machine part of a network that %s keeps",
	"shell": "shares a terminal of this machine by way of %s",
}

by_key := {
	"network": "makes this machine part of the network of whoever made the key %q",
	"shell": "lets whoever knows %q use this machine",
}

anybody := {
	"forward": "has a port at which one logs in stand open for everybody",
	"shell": "shares a terminal of this machine with whoever gets its address",
}

lesser(command, _) := "medium" if {
	commands.lesser(command)
} else := "medium" if {
	commands.about_attacks
}

lesser(command, grade) := grade if {
	not commands.lesser(command)
	not commands.about_attacks
}
