# METADATA
# title: What a skill is able to do
# description: >-
#   What its programs, commands and orders do outside of the package, whatever it says of
#   itself: what they read, which machines they reach, what they leave behind, what they
#   pay. Each with its place.
package skillctl.lib.abilities

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.main
import data.skillctl.lib.orders
import data.skillctl.tables.credentials

# What somebody keeps for himself, as a message calls it.
stores := {
	"browser": "what a browser keeps",
	"clipboard": "the clipboard",
	"history": "what was typed into a shell",
	"key": "private keys",
	"keychain": "a keychain",
	"login": "logins",
	"screen": "the screen",
	"system": "accounts of the machine",
	"wallet": "the keys of a wallet",
}

# What is read, as a message calls it. An order has its words for it: the first row that has
# one of them is what it is about.
noun(read) := [row.noun |
	some row in spoken_of
	regex.match(concat("", ["(?i)", row.words]), read.name)
][0] if {
	read.by in {"document", "order"}
} else := stores[read.store]

spoken_of := [
	{"words": `\bwallets?\b|\b(seed|recovery|mnemonic|secret) (phrase|words)|\bmnemonics?\b|\bkey ?stores?\b`, "noun": stores.wallet},
	{"words": `\.ssh\b|\.gnupg\b|\bid_(rsa|dsa|ecdsa|ed25519)\b|\b(ssh|gpg|pgp|private|signing|deploy|secret) ((ssh|gpg|pgp|signing) )?keys?\b`, "noun": stores.key},
	{"words": `\bkey-?chains?\b|\bkeyrings?\b|\bpassword ((managers?|stores?|vaults?)\b)|\.password-store\b`, "noun": stores.keychain},
	{"words": `\b(cookies|browsers?|chrome|firefox|safari|edge)\b|Login Data`, "noun": stores.browser},
	{"words": `_history\b|\b(bash|shell|zsh|command|terminal) history\b`, "noun": stores.history},
	{"words": `/etc/(passwd|shadow|sudoers)\b`, "noun": stores.system},
	{"words": ``, "noun": stores.login},
]

# A store that is read: by a program …
reads contains {"store": access.store, "name": access.name, "by": "program", "file": access.file, "span": access.span} if {
	some access in input.skill.body.accesses
	access.kind == "read"
	stores[access.store]
	not commands.aside(access.file)
}

# … by a command that prints, copies or searches it …
reads contains {"store": store, "name": name, "by": "command", "file": command.file, "span": command.span} if {
	some command in input.skill.body.commands
	done(command)
	count(object.get(command, "writes", [])) == 0
	some [store, name] in read_by(command)
}

# … and by the agent, who is told to.
reads contains {"store": "login", "name": orders.shown(order), "by": by(order), "file": order.file, "span": order.span} if {
	some order in input.skill.body.orders
	order.act in {"send", "take"}
	orders.given(order)
	"store" in order.objects
	not order.fenced
}

# Another document than SKILL.md is read when the agent is sent there: an order in it counts
# in full where it also says where it goes.
by(order) := "order" if {
	main.is(order.file)
} else := "order" if {
	count(order.addresses) + count(order.sinks) > 0
} else := "document"

readers := {"cat", "cp", "cut", "grep", "head", "jq", "less", "sed", "sort", "sqlite3", "strings", "tail", "tar", "zip"}

read_by(command) := {[store.kind, arg] |
	command.program in readers
	not object.get(command, "remote", false)
	some arg in command.args
	not regex.match(`\.pub$|known_hosts|/\.ssh/config$|authorized_keys|\.(example|sample|template)$|^[^~$/%]*\s`, arg)
	some store in credentials.stores
	stores[store.kind]
	some path in store.paths
	regex.match(path, trim_left(arg, "@<"))
} | {[kind, command.text] |
	some kind, programs in printers
	command.program in programs
}

printers := {"keychain": {"security", "secret-tool"}, "clipboard": {"pbpaste", "wl-paste", "xclip"}}

# A command that is to be run, and that SKILL.md or a program gives.
done(command) if {
	not commands.of_image(command)
	not commands.warned(command)
	not commands.told_of(command)
	not commands.aside(command.file)
	not commands.sought(command)
}

# Where something goes, or comes from: the hosts that are not of this machine, and are not
# known to be what the skill is for.
reaches contains {"host": host, "relation": destinations.relation(host), "by": access.name, "file": access.file, "span": access.span} if {
	some access in input.skill.body.accesses
	access.kind == "reach"
	not commands.aside(access.file)
	some host in access.hosts
	host != ""
	not addresses.local(host)
}

reaches contains {"host": host, "relation": destinations.relation(host), "by": command.program, "file": command.file, "span": command.span} if {
	some command in input.skill.body.commands
	command.program in {"curl", "wget"}
	done(command)
	some host in addresses.asked(command)
	not addresses.local(host)
}

# What is moved: by a program, by a command, by the agent.
pays contains {"name": access.name, "file": access.file, "span": access.span} if {
	some access in input.skill.body.accesses
	access.kind == "pay"
	not commands.aside(access.file)
}

pays contains {"name": command.text, "file": command.file, "span": command.span} if {
	some command in input.skill.body.commands
	some arg in command.args
	arg in payers[command.program]
	done(command)
}

pays contains {"name": orders.shown(order), "file": order.file, "span": order.span} if {
	some order in input.skill.body.orders
	order.act == "pay"
	orders.given(order)
	count(order.accounts) > 0
	main.is(order.file)
}

# The sub-commands of wallets that send.
payers := {
	"bitcoin-cli": {"sendmany", "sendtoaddress"},
	"cast": {"send"},
	"electrum": {"payto"},
	"lncli": {"payinvoice", "sendpayment"},
	"solana": {"transfer"},
	"spl-token": {"transfer"},
}
