# METADATA
# title: Command sends files to a host that the skill is not for
# description: >-
#   A command uploads a file to a host that nobody answers for, or, along with other
#   work, to one that the skill does not say that it is for.
# custom:
#   code: INJ-015
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["file-upload"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.copies
import data.skillctl.lib.destinations
import data.skillctl.lib.namesake
import data.skillctl.lib.orders
import data.skillctl.lib.repositories

findings contains {
	"message": sprintf("%s sends a file to %s, %s", [commands.shown(command), destinations.called(host), why[relation]]),
	"hint": "leave it out; if the skill is for that service, name the service in the description and ask the user before anything is sent",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command, judged[0]),
	"confidence": judged[1],
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	commands.uploads(command)
	some host in hosts(command)
	not addresses.local(host)
	relation := orders.relation(command, host)
	judged := weight(command, host, relation)
}

# A name that is looked up is told to whoever answers for its domain, and this one is made of
# what a program has written in letters and digits.
findings contains {
	"message": sprintf("%s looks up names that are made of what %s prints, which tells it to whoever answers for them", [commands.shown(command), step.program]),
	"hint": "look up names that are written out; send nothing in them",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command, "high"),
	"confidence": "medium",
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	command.program in {"delv", "dig", "dog", "doggo", "drill", "host", "kdig", "nslookup", "ping", "ping6", "resolve-dnsname"}
	some step in command.input
	encodes(step)
	not commands.warned(command)
	not commands.taught(command)
}

encodes(step) if {
	step.program in {"base32", "base64", "basenc", "gbase32", "gbase64", "hexdump", "od", "xxd"}
	not regex.match(`(^| )(-d|-D|--decode|-r)( |$)`, concat(" ", step.args))
}

# A repository, with all that was ever in it.
findings contains {
	"message": sprintf("%s sends the repository to %s, %s", [commands.shown(command), destinations.called(host), why[relation]]),
	"hint": "leave it out; let the user name where the repository goes to",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command, judged[0]),
	"confidence": judged[1],
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	command.program == "git"
	some host in repositories.pushed(command)
	not commands.of_image(command)
	not commands.warned(command)
	not commands.taught(command)
	relation := orders.relation(command, host)
	judged := pushed(command, relation)
}

pushed(_, "anonymous") := ["high", "high"]

# All branches, or so that nobody sees it.
pushed(command, "unrelated") := ["high", "medium"] if {
	repositories.whole(command)
} else := ["medium", "medium"]

# So does a repository of somebody whom the user did not name.
findings contains {
	"message": sprintf("%s sends the repository to %s, of which the skill says nothing else", [commands.shown(command), repository]),
	"hint": "leave it out; let the user name where the repository goes to",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command, pushed(command, "unrelated")[0]),
	"confidence": "medium",
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	command.program == "git"
	repository := repositories.foreign(command)
	not commands.of_image(command)
	not commands.warned(command)
	not commands.taught(command)
}

# A copy of what went to the store of the user, in one that the skill names itself.
findings contains {
	"message": sprintf("%s puts what goes to the user's own store into %s as well", [commands.shown(command), copies.store(command)]),
	"hint": "leave it out; each copy goes where the user's settings say",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command, "high"),
	"confidence": "medium",
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	copies.second(command)
	not commands.warned(command)
	not commands.taught(command)
}

# What is the user's, for everybody to read.
findings contains {
	"message": sprintf("%s puts what is the user's where everybody reads it", [commands.shown(command)]),
	"hint": "leave the access list out; whoever is to read it gets an address that ends",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command, "high"),
	"confidence": "medium",
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	copies.opened(command)
	not copies.second(command)
	not commands.warned(command)
	not commands.taught(command)
}

why := {
	"anonymous": "for which nobody answers",
	"unrelated": "which the skill does not say that it is for",
}

# Where an address is written out, a name with a dot beside it is a file.
hosts(command) := named if {
	named := addresses.named(concat(" ", command.args))
	count(named) > 0
} else := connected if {
	connected := {lower(found[0][1]) |
		some arg in command.args
		found := regex.find_all_string_submatch_n(`(?i)^(?:[<>&]*/dev/(?:tcp|udp)/|(?:tcp|udp|openssl|ssl|rsync|scp|sftp)[46]?(?:-connect)?:(?://)?(?:[^@/]*@)?)([\w-]+(?:\.[\w-]+)+)`, arg, 1)
		count(found) > 0
	}
	count(connected) > 0
} else := addresses.asked(command)

severity(command, grade) := grade if not commands.lesser(command)

severity(command, _) := "medium" if commands.lesser(command)

# Sites where somebody puts a file that others are to have are used for that, and so are
# tunnels by a skill that is about them.
weight(command, host, "anonymous") := ["medium", "medium"] if {
	addresses.anonymous(host) == "a tunnel to somebody's machine"
	namesake.called(split(destinations.domain(host), ".")[0])
	not pressing(command)
} else := ["high", "high"] if {
	not addresses.anonymous(host) in shared
} else := ["high", "medium"] if {
	pressing(command)
} else := ["medium", "low"]

weight(command, _, "unrelated") := ["high", "medium"] if pressing(command)

# A script does it, and no word of the skill names whom it sends to.
weight(command, host, "unrelated") := ["high", "medium"] if {
	not pressing(command)
	commands.code(command.file)
	not commands.sample(command.file)
	not commands.of_image(command)
	not named_at_all(host)
	not destinations.placeholder(host)
	not commands.warned(command)
}

named_at_all(host) if {
	destinations.domain(host) in linked
}

named_at_all(host) if {
	destinations.mentioned(host)
}

# The domains that are linked to, made once for all commands.
linked := {destinations.domain(known) |
	some link in input.skill.body.links
	link.kind == "url"
	some known in addresses.named(link.target)
}

shared := {"a site for pasted text", "a shortened address"}

# How many lines behind the words that lead to it a command may stand.
behind := 8

# The words that lead to it say that it comes along with other work, or is kept quiet.
pressing(command) if {
	some [from, to] in led[command.file]
	command.span.start.line >= from
	command.span.start.line <= to
}

# The lines that such words lead to, made once for all commands.
led[order.file] contains [order.span.start.line, order.span.end.line + behind] if {
	some order in input.skill.body.orders
	order.act in {"run", "send", "obey"}
	some _ in order.addresses
	orders.given(order)
	orders.pressing(order)
}
