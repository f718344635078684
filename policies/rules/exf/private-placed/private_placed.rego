# METADATA
# title: Asks the model to put private things where others read them
# description: >-
#   The text asks the model, in words, to put what a store of keys holds, what was said, the
#   system prompt or documents of the user into an argument of a tool, an address, a commit,
#   an issue or a mail. Whoever gets that reads it.
# custom:
#   code: EXF-006
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["private-placed"]

import data.skillctl.lib.addresses
import data.skillctl.lib.main
import data.skillctl.lib.orders
import data.skillctl.lib.text
import data.skillctl.lib.told
import data.skillctl.tables.clauses

findings contains {
	"message": sprintf("%s: %s %s", [orders.shown(order), what, where(order)]),
	"hint": "leave it out; name what a tool needs, and ask the user before anything private is handed to it",
	"at": {"file": order.file, "span": order.span},
	"severity": severity,
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	orders.given(order)
	[severity, what] := judged(order)
}

# The description is read with each task: what it wants in an argument is in all of them.
findings contains {
	"message": sprintf("%s: what a store of keys holds is to be an argument", [text.cited(text.clip(trim_space(sentence), 120))]),
	"hint": "leave it out; name what a tool needs, and ask the user before anything private is handed to it",
	"at": {"path": ["description"]},
} if {
	some sentence in described
	regex.match(`(?i)(^|[\s"'\x60(~/])\.(ssh|aws|gnupg|kube|netrc|pgpass|git-credentials)\b|\bid_(rsa|ed25519|ecdsa|dsa)\b`, sentence)
	regex.match(`(?i)\b(arguments?|parameters?|fields?|headers?|query|inputs?|contexts?)\b`, sentence)
	regex.match(`(?i)\b(contents? of|contains?|to contain|holds?|hold|carry|carries|filled with|set to|pass(ed)?|include[sd]?|put)\b`, sentence)
	not regex.match(`(?i)\b(never|not|no|without|n['’]t|detects?|finds?|scans?|checks?|warns?|blocks?|redacts?)\b[^.;]{0,80}\.(ssh|aws|gnupg|kube|netrc|pgpass|git-credentials)\b`, sentence)
}

# Nor is what people type by mistake to be kept.
findings contains {
	"message": sprintf("%s: secrets that come up in the conversation are to be kept", [text.cited(text.clip(trim_space(sentence), 120))]),
	"hint": "leave it out; say to the user that a secret was typed, and forget it",
	"at": {"path": ["description"]},
} if {
	some sentence in described
	regex.match(`(?i)\b(when(ever)?|each time|every time|as soon as|if)\b[^.;]{0,60}\b(pass ?words?|(seed|recovery) phrases?|api keys?|tokens?|credentials?|private keys?|card numbers?)\b[^.;]{0,60}\b(conversation|chat|the user (types?|says?|pastes?|shares?|mentions?|enters?)|is (typed|pasted|shared|mentioned|entered))\b`, sentence)
	regex.match(`(?i)\b(and|then|to) (file|store|save|keep|write|record|log|copy|append|add|note|put|send|forward) (it|them|that|the|this|those)\b`, sentence)
	not regex.match(`(?i)\b(vaults?|key-?chains?|password managers?|1password|bitwarden|keepass\w*|redact\w*|mask\w*|revoke\w*|warn\w*|remove\w*|secrets? (manager|store))\b`, concat(" ", [sentence, told.description]))
}

described := regex.split(`[.!?;]\s+`, told.description)

judged(order) := [grave(order), "what a store of keys holds goes"] if {
	puts(order)
	holds(order)
	orders.secretive(order)
} else := [weight(order), "what a store of keys holds goes"] if {
	puts(order)
	holds(order)
	content(order)
} else := ["high", "a store of keys is read, and nobody is to know: it goes"] if {
	order.act in {"take", "send"}
	"store" in order.objects
	store_named(order.text)
	not orders.front(order)
	orders.covert(order)
} else := [grave(order), "secrets go"] if {
	puts(order)
	"secret" in order.objects
	orders.covert(order)
} else := [grave(order), "the conversation or the system prompt goes"] if {
	puts(order)
	talk(order)
	orders.secretive(order)
} else := [grave(order), "what is private goes"] if {
	order.act in {"send", "keep", "place", "tell", "other"}
	private(order)
	"address" in order.sinks
	drawn(order)
} else := ["medium", "the conversation or the system prompt goes"] if {
	puts(order)
	whole_talk(order)
	not orders.front(order)
	pressed(order)
	main.is(order.file)
} else := ["medium", "the conversation or the memory goes"] if {
	puts(order)
	talk(order)
	"somebody" in order.sinks
} else := [grave(order), "files of the user go"] if {
	open_to_all(order)
	puts(order)
	orders.dear(order)
	orders.secretive(order)
} else := ["medium", "files of the user go"] if {
	open_to_all(order)
	puts(order)
	orders.dear(order)
	orders.pressing(order)
}

grave(_) := "high"

# What another document says is read when the agent is sent there.
weight(order) := "high" if main.is(order.file)

weight(order) := "medium" if not main.is(order.file)

puts(order) if {
	order.act in {"send", "keep", "place"}
	count(order.sinks) > 0
}

puts(order) if {
	order.act == "run"
	order.verb == "use"
	count(order.sinks) > 0
}

# It speaks of a store of keys itself, or of what an order before it reads there.
holds(order) if {
	"store" in order.objects
	store_named(order.text)
}

holds(order) if {
	"pronoun" in order.objects
	"store" in order.objects
}

holds(order) if {
	"pronoun" in order.objects
	some line in taken[[order.file, order.section]]
	line <= order.span.start.line
	order.span.start.line - line <= 6
}

# Public keys are made to be handed on.
store_named(text) if regex.match(sprintf(`(?i)(?:^|[^\w-])(?:%s)(?:$|[^\w-])`, [clauses.objects.store]), regex.replace(text, `\S+\.pub\b`, ""))

# The lines that have a store of keys be read, made once for all orders.
taken[[other.file, other.section]] contains other.span.start.line if {
	some other in input.skill.body.orders
	other.act == "take"
	other.polarity == "order"
	store_named(other.text)
	not regex.match(place_of, other.text)
	not orders.warned(other)
}

# What it says is meant, and not where it is: an option of a command names a file.
content(order) if {
	not regex.match(place_of, order.text)
	regex.match(inside, order.text)
}

content(order) if {
	not regex.match(place_of, order.text)
	order.sinks != ["parameter"]
	regex.match(`(?i)\b(include|add|put|write|append|attach|place|hide|upload|publish|post|commit|send|share|submit)\b`, order.text)
}

inside := `(?i)\b(contents?|everything (in|of|from)|all of it|all that is|what (it|they|that) (says?|holds?|contains?|has|have)|(full |raw |its |the )(text|values?|body|lines)|lines of|encoded?|encode|base64|verbatim|word for word|line by line|as (plain )?text|read|reads|open|cat|collect|gather|retrieve|extract|harvest|dump|embed|insert|paste)\b`

place_of := `(?i)\b(paths?|locations?|file ?names?|names? of|where|existence|permissions?|fingerprints?|whether|modes?|public keys?)\b|(^|[\s"'(])--?[a-z][\w-]*`

talk(order) if {
	some kind in {"conversation", "memory"}
	kind in order.objects
	regex.match(words_of_talk, order.text)
}

whole_talk(order) if {
	talk(order)
	regex.match(`(?i)\b(whole|full|entire|complete|all( of)?|every(thing)?|verbatim|word for word|system prompts?|chat (history|logs?)|transcripts?|(everything|all|what) (that )?(the user|you|was|has been|they))\b`, order.text)
}

words_of_talk := `(?i)\b(conversations?|chats?|chat (history|logs?)|transcripts?|dialogues?|exchange|message history|system prompts?|your ((whole|entire|full|complete|own) )?(instructions|memory|memories)|(users?['’]?s?|previous|earlier|last|every|each|all) (previous |earlier |last |latest |other |own )?(messages?|prompts?|requests?|inputs?|questions?|repl(y|ies))|(messages|words|questions|prompts|requests) (of|by|from) the user|what (was|is|has been|you|they|the user)\b|(full|entire|whole|complete|current) context|context window|everything (that )?(the user|was|you))`

private(order) if talk(order)

private(order) if {
	"secret" in order.objects
	regex.match(`(?i)\b(environment variables?|env vars?|(values?|contents?) of|all|every|each|passwords?|cookies|private keys?|credentials)\b`, order.text)
}

private(order) if "store" in order.objects

# A picture is asked for without a click, and its server reads the address.
drawn(order) if {
	regex.match(`(?i)\b(images?|pictures?|pixels?|badges?|icons?|logos?|banners?|gifs?)\b`, order.text)
	some host in (addresses.named(order.text) | orders.hosts(order))
	not addresses.local(host)
	orders.relation(order, host) in {"anonymous", "unrelated"}
}

# It comes with all other work, or in somebody's name.
pressed(order) if orders.standing(order)

pressed(order) if order.posed

# The reader of these is anybody.
open_to_all(order) if {
	some sink in {"published", "mail", "address", "somebody"}
	sink in order.sinks
}

called := {
	"parameter": "to a tool as an argument", "published": "where everybody reads it", "address": "out with an address", "mail": "out with messages",
	"somebody": "to a stranger",
}

where(order) := called[min(order.sinks)] if count(order.sinks) > 0

where(order) := "to somebody" if count(order.sinks) == 0
