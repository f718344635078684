# METADATA
# title: Sends files of the user to another machine
# description: >-
#   A program or a command of the skill reads what people keep in their folders, what the
#   agent works on or the files that it is given, and sends them to a host that nobody
#   answers for, or that the skill does not say that it is for.
# custom:
#   code: EXF-005
#   severity: high
#   confidence: high
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["files-to-network"]

import data.skillctl.lib.addresses
import data.skillctl.lib.chains
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.orders
import data.skillctl.lib.strangers
import data.skillctl.lib.told as texts
import data.skillctl.lib.uploads
import data.skillctl.tables.credentials
import data.skillctl.tables.documents
import data.skillctl.tables.hosting

hint := "leave it out; if the skill is for that service, name the service in the description and have the user choose what is sent"

findings contains {
	"message": sprintf("sends %s (%s) to %s, %s", [things[chain.source.kind], chain.source.name, chains.target(chain), told(whose)]),
	"hint": hint,
	"at": {"file": chain.sink.file, "span": chain.sink.span},
	"related": chains.related(chain, sprintf("%s: the files are found here", [chain.source.name])),
	"severity": chains.lesser(chain, grade[0]),
	"confidence": grade[1],
	"locus": commands.locus(chain.sink.file),
} if {
	some chain in input.skill.body.chains
	chain.sink.kind == "send"
	things[chain.source.kind]
	not chain.sink.channel == "header"
	not shown(chain)
	not repeated(chain)
	whose := chains.destination(chain)
	grade := weight(object.union(chain.source, {"code": done(chain.sink.file)}), whose, {host | some host in chain.sink.hosts})
}

findings contains {
	"message": sprintf("%s sends %s (%q) to %s, %s", [commands.shown(command), things.personal, place, destinations.called(host), told(whose)]),
	"hint": hint,
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command, grade[0]),
	"confidence": grade[1],
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	uploads.sends(command)
	not uploads.stays(command)
	not commands.of_image(command)
	place := min(kept(command))
	host := min({host | some host in asked(command); not addresses.local(host)})
	whose := destinations.relation(host)
	grade := weight({"kind": "personal", "part": false, "mixed": false, "code": false}, whose, {host})
}

severity(command, _) := "medium" if commands.lesser(command)

severity(command, grade) := grade if not commands.lesser(command)

things := {
	"argument": "a file of the user",
	"content": "what the user works on",
	"personal": "what people keep for themselves",
	"workspace": "what the agent works on",
}

told(relation) := chains.whose[relation] if not concealed

told(_) := "and nobody is to know" if concealed

# Where a command sends to, itself or by the name of a remote of git.
asked(command) := addresses.asked(command) | {host |
	some step in command.input
	step.program == "git"
	"remote" in step.args
	some host in addresses.asked(step)
}

# The folders of people in what a command sends, or in what the programs before it read.
kept(command) := {place |
	some step in array.concat([uploads.own(command), uploads.typed(command)], command.input)
	some arg in step.args
	not contains(arg, "://")
	place := trim_left(arg, "@<")
	some pattern in documents.places
	regex.match(pattern, regex.replace(place, `^[^~$/%]*=@?`, ""))
}

# Of several ways from one source to one place only the first is told.
repeated(chain) if {
	some i, other in input.skill.body.chains
	other == chain
	some before in array.slice(input.skill.body.chains, 0, i)
	before.sink.kind == "send"
	before.sink.span == chain.sink.span
	before.sink.file == chain.sink.file
	before.sink.hosts == chain.sink.hosts
	things[before.source.kind]
	before.sink.channel != "header"
	not shown(before)
	plain(before) >= plain(chain)
}

plain(chain) := 1 if {
	not chain.source.part
	not chain.source.mixed
} else := 0

# A document shows how somebody's program calls a service with what it is handed.
shown(chain) if {
	chain.source.kind == "content"
	commands.aside(chain.sink.file)
}

nobody := {"anonymous", "veiled"}

# What people keep is for nobody who does not answer for it, and for a stranger only
# where the skill says that it sends something.
weight(source, whose, hosts) := ["critical", "high"] if {
	source.kind == "personal"
	whose in nobody
	not handed_out(hosts)
} else := ["high", "high"] if {
	source.kind in {"workspace", "argument", "content"}
	whose in nobody
	not handed_out(hosts)
	not source.part
} else := ["high", "high"] if {
	whose in {"anonymous", "veiled", "unrelated"}
	concealed
	not source.part
} else := ["medium", "medium"] if {
	whose in (nobody | {"unrelated", "linked", "declared"})
	concealed
} else := ["medium", "medium"] if {
	whose in nobody
	not shares
} else := ["high", "medium"] if {
	whose == "unrelated"
	source.kind == "personal"
	not shares
	not answered(hosts)
} else := ["medium", "high"] if {
	whose == "unrelated"
	source.kind == "personal"
	not shares
} else := ["high", "medium"] if {
	# A program does it, and no word of the skill says to whom.
	whose == "unrelated"
	source.code
	not source.part
	not source.mixed
	not shares
	not answered(hosts)
	not named_at_all(hosts)
} else := ["medium", "medium"] if {
	# It says that it sends something, and not to whom.
	whose == "unrelated"
	source.code
	not source.part
	not source.mixed
	not answered(hosts)
	not named_at_all(hosts)
} else := ["medium", "medium"] if {
	whose == "unrelated"
	not source.part
	not shares
	not answered(hosts)
}

# A program of the package that is more than a sample.
done(file) if {
	commands.code(file)
	not commands.sample(file)
} else := false

# A text of the package links to it, or its front matter has its name for something else.
named_at_all(hosts) if {
	some host in hosts
	destinations.domain(host) in linked
}

# A document has the name of it.
named_at_all(hosts) if {
	some send in input.skill.body.sends
	send.named
	some host in send.hosts
	host in hosts
}

# A sentence of a document says so.
named_at_all(hosts) if {
	some host in hosts
	some deed in array.concat(input.skill.body.orders, object.get(input.skill.body, "remarks", []))
	contains(lower(object.get(deed, "text", "")), destinations.domain(host))
}

linked := {destinations.domain(known) |
	some link in input.skill.body.links
	link.kind == "url"
	some known in addresses.named(link.target)
}

# Where somebody puts what others are to have, and the skill says that it shares.
handed_out(hosts) if {
	count(hosts) > 0
	every host in hosts { addresses.anonymous(host) in {"a site for pasted text", "a shortened address"} }
	shares
}

# The description says that the skill sends something: what users are said to share, and what is
# called shared or hosted, is another matter.
shares if regex.match(leaves, regex.replace(texts.description, others, " "))

leaves := `(?i)\b(shares?|sharing|upload(s|ed|ing)?|send(s|ing)?|sent|sync(s|ed|ing|hroni[sz]\w+)?|back(s|ed|ing)? ?up|backups?|publish(es|ed|ing)?|post(s|ed|ing)?|submit(s|ted|ting)?|mirror(s|ed|ing)?|push(es|ed|ing)?|paste(s|d|bin)?|deploy(s|ed|ing|ments?)?|host(s|ing)|transfer(s|red|ring)?|deliver(s|ed|ing|y)?|e?-?mail(s|ed|ing)?)\b`

# Somebody else does it: whoever asks, or what the skill is not about.
others := `(?i)\b(users?|you|they|people|someone|somebody|anyone|anybody|who|customers?|clients?|colleagues?|teams?|authors?|that (was|were|is|are|has been|have been))('s|'ve| have| has)?( (either|just|often|only|already|then|also|first))?\s+(shar(es?|ed|ing)|upload(s|ed|ing)?|send(s|ing)?|sent|post(s|ed|ing)?|submit(s|ted|ting)?|push(es|ed|ing)?|past(es?|ed|ing)|e-?mail(s|ed|ing)?|provid(es?|ed)|attach(es|ed)?|deliver(s|ed)?)\b`

# Somebody answers for the host: the skill asks for a key of its own for it, or it is one
# of a service that is known.
answered(hosts) if {
	count(hosts) > 0
	every host in hosts { known(host) }
}

known(host) if {
	some provider in credentials.providers
	some name in provider.hosts
	destinations.below(host, name)
}

known(host) if strangers.issues(host)

known(host) if strangers.called(host)

# It draws a picture of what it is sent.
known(host) if {
	some name in hosting.pictures
	destinations.below(host, name)
}

# The text keeps something from the user.
concealed if {
	some order in input.skill.body.orders
	orders.given(order)
	order.act in {"run", "send", "tell", "obey"}
	orders.hidden(order)
	order.file == input.skill.manifest.file
	not order.act == "tell"
}

concealed if {
	some order in input.skill.body.orders
	order.file == input.skill.manifest.file
	order.act == "tell"
	order.polarity == "ban"
	not orders.shown_below(order)
}
