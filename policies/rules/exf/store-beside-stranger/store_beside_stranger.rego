# METADATA
# title: Program reads a store of secrets and talks to a stranger's host
# description: >-
#   A program of the skill reads keys, logins, what a browser or an agent keeps or the
#   whole environment, and sends something to a host that the skill does not say that it
#   is for. No way was followed from the one to the other, and none was ruled out.
# custom:
#   code: EXF-014
#   severity: high
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["store-beside-stranger"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.printed
import data.skillctl.lib.told
import data.skillctl.tables.credentials
import data.skillctl.tables.private

findings contains {
	"message": sprintf("reads %s (%s), and sends something to %s, %s: it cannot be seen that the one is not what is sent", [things[one.read.kind], one.read.name, target(one), whose[relation(one)]]),
	"hint": "send a store to nobody but the service that it is for, and name that service in the description; else keep what reads it and what sends apart, so that a reader sees that they are",
	"at": {"file": one.send.file, "span": one.send.span},
	"related": array.concat(pointers(one), [
		{"at": {"file": one.read.file, "span": one.read.span}, "message": sprintf("%s is read here", [one.read.name])},
		{"at": {"file": one.send.file, "span": one.send.span}, "message": sprintf("%s sends something to %s", [one.send.call, target(one)])},
	]),
	"severity": severity(one),
	"confidence": "medium",
	"locus": commands.locus(one.send.file),
} if {
	some key in {place(one) | some one in doubtful}
	one := first(key)
}

# What is sent at one place is told once: of what weighs most, the first.
place(one) := [one.send.file, one.send.span.start.line, one.send.hosts]

first(key) := max({[rank[severity(one)], object.get(rank, one.read.kind, 0), 0 - one.read.span.start.line, one.read.file, one] |
	some one in doubtful
	place(one) == key
})[4]

rank := {"high": 2, "medium": 1, "key": 9, "wallet": 8, "browser": 7, "keychain": 6, "conversation": 5, "login": 4, "environment": 3}

doubtful := {one |
	some one in input.skill.body.besides
	not one.apart
	severity(one)
	not followed(one)
	not seen(one)
}

strong := {"browser", "conversation", "environment", "key", "keychain", "login", "wallet"}

weak := {"clipboard", "history", "microphone", "screen", "system"}

severity(one) := "low" if {
	shown_to_own(one)
} else := "high" if {
	one.read.kind in strong
	relation(one) in {"anonymous", "hook", "unrelated"}
	not issued(one)
	not commands.aside(one.send.file)
} else := "medium" if {
	one.read.kind in strong
	relation(one) in {"anonymous", "hook", "unrelated", "linked", "declared"}
	not issued(one)
} else := "medium" if {
	one.read.kind in weak
	relation(one) in {"anonymous", "hook", "unrelated"}
	not commands.aside(one.send.file)
}

# The worst of its hosts counts. Where everybody has a mailbox, the address says whose it is,
# and one that is written out is not the user's.
relation(one) := "hook" if {
	one.send.hook
	not "local" in relations(one)
} else := "anonymous" if {
	"anonymous" in relations(one)
} else := "unrelated" if {
	"unrelated" in relations(one)
} else := "linked" if {
	"linked" in relations(one)
} else := "declared" if {
	"declared" in relations(one)
}

relations(one) := {destinations.relation(host) | some host in one.send.hosts}

whose := {
	"anonymous": "for which nobody answers",
	"declared": "which is not what it is for",
	"hook": "where an account that is written out has what is sent",
	"linked": "which only its text links to",
	"unrelated": "which the skill does not say that it is for",
}

target(one) := concat(" or ", [destinations.called(host) | some host in one.send.hosts; not addresses.local(host)])

# A login that goes to the service which it is for.
issued(one) if {
	not one.send.hook
	one.read.kind == "login"
	hosts := {host | some host in one.send.hosts; not addresses.local(host)}
	count(hosts) > 0
	every host in hosts {
		some store in credentials.stores
		some path in store.paths
		regex.match(path, concat("", ["/", trim_left(one.read.name, "/~")]))
		some known in store.issuers
		destinations.below(host, known)
	}
}

# So where a client of the service prints it.
issued(one) if {
	not one.send.hook
	one.read.kind == "login"
	words := split(one.read.name, " ")
	known := printed.service({"program": words[0], "args": array.slice(words, 1, count(words))})
	hosts := {host | some host in one.send.hosts; not addresses.local(host)}
	count(hosts) > 0
	every host in hosts {
		some service in known.issuers
		destinations.below(host, service)
	}
}

# A login that is made to be shown to services, in the header that is for it, at a service of the
# provider for which the skill says that it is.
shown_to_own(one) if {
	not one.send.hook
	one.send.way == "header"
	some known in shows
	regex.match(known["with"], one.read.name)
	regex.match(known.about, lower(told.description))
	hosts := {host | some host in one.send.hosts; not addresses.local(host)}
	count(hosts) > 0
	every host in hosts {
		some service in known.services
		destinations.below(host, service)
	}
}

shows := [{
	"with": `^gcloud auth print-identity-token`,
	"about": `\b(google cloud|gcp|cloud run|cloud functions)\b`,
	"services": ["run.app", "cloudfunctions.net"],
}]

# The way from the one to the other was followed, and other rules judge it: but not to whom
# it goes at a host where everybody has a mailbox.
followed(one) if {
	some chain in input.skill.body.chains
	chain.sink.kind == "send"
	chain.source.kind in {one.read.kind, object.get({"conversation": "agent"}, one.read.kind, "")}
	chain.source.file == one.read.file
	some host in chain.sink.hosts
	host in one.send.hosts
	not mailbox(one)
}

mailbox(one) if {
	one.send.hook
	not "unrelated" in relations(one)
	not "anonymous" in relations(one)
}

# A command that sends it is told as such.
seen(one) if {
	some command in input.skill.body.commands
	command.file == one.send.file
	command.span.start.line <= one.send.span.end.line
	one.send.span.start.line <= command.span.end.line
	some step in commands.steps(command)
	private_step(step)
}

private_step(step) if {
	some arg in step.args
	some pattern in private.paths
	regex.match(pattern, arg)
}

private_step(step) if step.program in private.environment

# Where a text has the program run.
pointers(one) := array.slice(
	[{"at": {"file": use["in"], "span": use.span}, "message": sprintf("has %s run", [use.file])} |
		some use in input.skill.body.uses
		use.file in {one.read.file, one.send.file}
		use["in"] != use.file
	],
	0, 1,
)

things := {
	"browser": "what a browser keeps",
	"clipboard": "the clipboard",
	"conversation": "what was said to an agent",
	"environment": "all variables of the environment",
	"history": "what was typed",
	"key": "private keys",
	"keychain": "a keychain",
	"login": "a login",
	"microphone": "the microphone",
	"screen": "the screen",
	"system": "accounts of the machine",
	"wallet": "the keys of a wallet",
}
