# METADATA
# title: Whose a person or an account is
# description: >-
#   Whether anything explains somebody whom a text names without a host: they stand for another, the
#   skill says that it is of them or for them, they are thanked, or the text shows what such a name
#   looks like; and what is done with somebody whom nothing explains.
package skillctl.lib.parties

import data.skillctl.lib.commands
import data.skillctl.lib.contacts
import data.skillctl.lib.destinations
import data.skillctl.lib.front
import data.skillctl.lib.guests
import data.skillctl.lib.house
import data.skillctl.lib.labels
import data.skillctl.lib.owners
import data.skillctl.lib.refusals
import data.skillctl.lib.strangers
import data.skillctl.lib.tests
import data.skillctl.lib.told
import data.skillctl.tables.contacts as said_table
import data.skillctl.tables.hosting
import data.skillctl.tables.parties as table
import data.skillctl.tables.vendors

# Nothing explains who it is.
stranger(party) if {
	not reserved(party)
	not declared(party)
	not known(party)
	not shaped(party)
	not everywhere(party)
}

# It stands for another one.
reserved(party) if {
	some entry in table.reserved
	party.kind in entry.kinds
	party.key in entry.keys
}

reserved(party) if {
	some entry in table.reserved
	party.kind in entry.kinds
	entry.pattern
	worded(party, entry)
	regex.match(entry.pattern, bare(party))
}

# A word of a program, such as "approved" or "MERCHANT_ID": its key has no capitals any more.
reserved(party) if {
	party.kind == "named"
	regex.match(`^([a-z_]+|[A-Z_]+)$`, party.value)
}

reserved(party) if {
	party.kind == "mail"
	not boxed(party.key)
}

reserved(party) if {
	party.kind == "cloud"
	contains(party.key, "@")
	not guests.literal(party.key)
}

reserved(party) if {
	party.kind == "client"
	regex.match(`(?i)^(1{5,}|0{5,}|12345)|x{4,}|your|example`, party.key)
}

# Some stand for another one only behind one word: "?ref=v1.2" is a version, "?tag=v1" is a code.
worded(_, entry) if not entry.words

worded(party, entry) if party.word in entry.words

# Without what says where it is.
bare(party) := regex.replace(party.key, `^[a-z.]+/`, "") if {
	party.kind == "pay"
} else := trim_prefix(trim_prefix(party.key, "@"), "$")

# A mailbox of somebody whom the skill does not speak of: one that anybody has at a host for mail, or
# one at a stranger's.
boxed(address) if {
	mailbox(address)
	guests.literal(address)
	not regex.match(`(?i)^(you|me|user(name)?|name|someone|somebody|anyone|recipient|sender|from|to|address|e?mail|person|test|foo|bar|first\.?last|(john|jane)([._-]?doe)?|alice|bob)([._+-]?\d{1,4})?@`, address)
}

boxed(address) if {
	not mailbox(address)
	guests.unknown(address)
	not strangers.stands_for_another(host_of(address))
	not strangers.known(host_of(address))
	not strangers.issues(host_of(address))
	not strangers.called(host_of(address))
}

mailbox(address) if host_of(address) in hosting.mailboxes

host_of(address) := lower(split(address, "@")[1])

# The front matter names it in full, whoever the skill is by or for. What the skill is called names
# nobody.
declared(party) if {
	name := lower(trim_left(party.value, "@$"))
	count(name) > 3
	some [key, value] in front.values
	key != "name"
	parts := split(lower(value), name)
	some i, part in parts
	rest := parts[i + 1]
	not regex.match(`[\p{L}\d_-]$`, part)
	not regex.match(`^[\p{L}\d_-]`, rest)
}

# Somebody whom everybody knows, or of whose account the skill is.
known(party) if {
	party.kind in {"handle", "member", "pay"}
	owners.spoken_of(split(bare(party), "/")[0])
}

known(party) if {
	party.kind == "handle"
	some link in input.skill.body.links
	link.kind == "url"
	some found in regex.find_all_string_submatch_n(`(?i)^https?://(?:www\.)?github\.com/([a-z\d][\w.-]*)(?:[/?#]|$)`, link.target, 1)
	lower(found[1]) == lower(split(bare(party), "/")[0])
}

known(party) if {
	party.kind == "cloud"
	party.key in vendors.accounts
}

# It is of the house that the introduction names: a member of its teams, a mailbox or a project of it.
known(party) if {
	party.kind in {"handle", "member", "pay"}
	house.introduces(split(bare(party), "/")[0], party)
}

known(party) if {
	party.kind in {"mail", "cloud"}
	contains(party.key, "@")
	not mailbox(party.key)
	house.introduced(host_of(party.key), party)
}

known(party) if {
	party.kind == "cloud"
	house.introduces(regex.find_n(`^[^.]+`, host_of(party.key), 1)[0], party)
}

# A channel that the description speaks of, at the service that it names: "#standup (C05N2K8QW1A)".
known(party) if {
	party.kind == "chat"
	some found in regex.find_all_string_submatch_n(`#([a-z0-9][\w-]*)["'\x60]? \(["'\x60]?$`, before(party), 1)
	some word in regex.split(`[-_]`, found[1])
	count(word) > 4
	word in destinations.spoken
	some service in {"slack", "discord", "mattermost", "telegram", "teams"}
	service in destinations.spoken
}

# Documents tell of it, too, where what is done with it is only to be looked at.
told_of(party) if {
	party.kind == "member"
	some other in input.skill.body.parties
	not other.code
	other.file != party.file
	trim_prefix(other.key, "@") == trim_prefix(party.key, "@")
}

# An address of the web whose host the skill is for gives its own codes.
known(party) if {
	party.kind == "referral"
	some found in regex.find_all_string_submatch_n(`(?i)://([\w.-]+)`, party.text, -1)
	destinations.relation(lower(found[1])) == "declared"
}

# Twelve digits are also how a cloud numbers its accounts, where what it keeps is spoken of.
known(party) if {
	party.kind == "bank"
	regex.match(`^\d{4}-?\d{4}-?\d{4}$`, party.value)
	regex.match(`(?i)\b(aws|buckets?|s3|iam|arn|[a-z]{2}-(north|south|east|west|central)[a-z]*-\d)\b`, party.text)
}

# "?ref=main" is a version.
known(party) if {
	party.kind == "referral"
	object.get(party, "word", "") == "ref"
	regex.match(`(?i)git(hub|lab)?[.:@]|\bgit::|source\s*=|/contents/|/commits`, party.text)
}

# What leads to it says that it shows what such a thing looks like, and nothing is done with it. That
# somebody calls it a sample, or a valid one, says nothing of whose it is.
shaped(party) if {
	not party.code
	shows(party)
	not paid(party)
	not contacts.gives(party)
}

shows(party) if regex.match(concat("", [`(?i)\b(`, table.formats, `),?( (of|for|is|are|like|as|values?|an?|the|iban|bic|numbers?|accounts?|address(es)?|wallets?|cards?|codes?|keys?|ids?|names?|handles?))*\s*[:=(\["'\x60“<]*\s*$`]), before(party))

shows(party) if exemplary(party)

# The section has examples.
exemplary(party) if regex.match(concat("", [`(?i)^\W*(the |an? )?((`, table.formats, `|data|values?|numbers?)\W*)+((of|for) ([\w-]+\W*){1,2})?$`]), party.heading)

shaped(party) if {
	party.code
	not commands.code(party.file)
	regex.match(words(table.formats), before(party))
	not regex.match(words(table.recipients), held(party))
}

# The package is full of the name of its domain or project, and is of that firm. How often somebody is
# named themselves explains nothing: who puts them in writes that, too.
everywhere(party) if {
	contains(party.key, "@")
	not mailbox(party.key)
	some word in firm(host_of(party.key))
	house.grounded(word, party)
}

# The name of a domain as a whole, and of a project of a cloud what it begins with.
firm(host) := {regex.find_n(`^[^.-]+`, host, 1)[0]} if {
	endswith(host, ".iam.gserviceaccount.com")
} else := {split(destinations.domain(host), ".")[0]}

# Whose skill it is says so itself: "our bucket". It then speaks of its own accounts.
private if regex.match(`(?i)\b(our|ours|my|mine|we|us)\b`, told.description)

# Somebody is only called or told: nothing is said to be handed to them.
only_called(party) if {
	party.kind in {"phone", "chat"}
	done(party) == "somebody is called or written to"
	not contacts.gives(party)
	not regex.match(`(?i)\bwith\b|\b(send|sends|forward|forwards|submit|text|texts|sms|fax|copy|copies|read out|dictate)\b`, party.text)
}

# The description says that people are called.
for_calls if regex.match(`(?i)\b(on-?call|pag(e|es|ing|ed)|phones?|calls?|calling|hotlines?|telephones?|dispatch\w*|emergenc(y|ies)|switchboards?|receptions?)\b`, told.description)

words(list) := concat("", [`(?i)(^|[^a-z0-9])(`, list, `)([^a-z]|$)`])

# What leads to it in its sentence or its line.
before(party) := party.before if {
	party.code
} else := split(party.text, party.value)[0]

# Of a program or settings: the names and keys that hold it.
held(party) := concat("\n", [object.get(party, "above", ""), regex.replace(party.before, `([a-z])([A-Z])`, "${1}_$2"), substring(party.behind, 0, 80)])

# Who made the skill is thanked.
credited(party) if regex.match(concat("", [`(?i)(^|[^a-z0-9])(`, table.credits, `|(follow|find) (me|us))((\W|\b(of|by|the|and|is|are|on|at|to)\b|\p{Lu}[\p{L}.'’-]*|\d{4})*)$`]), before(party))

# They are paid by whoever wants to, and says so: nothing of what the skill deals with is.
credited(party) if {
	regex.match(words(table.gifts), before(party))
	not regex.match(`(?i)\b(each|every|all|any|must|always|per|percent|\d)\b|%`, before(party))
	not regex.match(transfers, before(party))
	wanted(party)
}

wanted(party) if regex.match(words(table.asked), before(party))

wanted(party) if regex.match(concat("", [`(?i)^\W*(please )?(`, table.gifts, `)\b`]), before(party))

# A label alone has what they are paid by, or it is a service for thanks.
credited(party) if {
	party.kind == "pay"
	some word in regex.find_n(`\S+`, party.text, -1)
	contains(word, party.value)
	thanked(party.text, word)
}

thanked(said, address) if labels.only(said, address)

thanked(said, address) if labels.thanks(said, address)

# It is the own account of whose skill it is, the sentence says no more than that, and nothing is to be
# handed there.
owned(party) if {
	not party.kind in {"cipher", "referral"}
	not party.code
	regex.match(concat("", [`(?i)^\W*(this is )?(`, table.own, `) ([\w-]+ ){0,3}((is|are)\W*|[:=–—(-]+\s*["'(]*)?$`]), before(party))
	regex.match(`^\W*$`, behind(party))
	not regex.match(transfers, before(party))
}

# What stands below such a heading is a row of what is the skill's own.
owned(party) if {
	not party.kind in {"cipher", "referral"}
	regex.match(words(table.own), party.heading)
	labelled(party)
	not paid(party)
}

labelled(party) if {
	regex.match(`^\W*([\p{L}\d./-]+\W*){0,3}$`, before(party))
	regex.match(`^\W*$`, behind(party))
}

# The description says that the skill is about such accounts.
labelled(party) if {
	party.kind in money
	regex.match(`(?i)\b(accounts|dues|membership|treasur\w+|fees)\b`, told.description)
}

behind(party) := concat(party.value, array.slice(parts, 1, count(parts))) if parts := split(party.text, party.value)

# The words before it have it paid, or make it the one that is.
paid(party) if regex.match(concat("|", [near(table.calls), transfers]), before(party))

transfers := `(?i)\b(pay|pays|paid|paying|transfer\w*|remit\w*|wires?|wired|sweep\w*|swept|deposit\w*|settle\w*|payouts?|creditors?|payees?|beneficiar\w+)\b`

# What a sentence does with somebody whom nothing explains, as words of a message.
said(party) := deed if {
	not party.code
	contacts.said(party)
	stranger(party)
	not credited(party)
	not owned(party)
	not refusals.refuses(party.text, party.value)
	deed := done(party)
} else := "something goes to" if {
	# A command in a sentence has a mailbox where somebody is let in or told: what all programs do is not
	# known, and that it is a stranger's is.
	not party.code
	party.kind == "mail"
	bidden(party)
	stranger(party)
	not sends_itself(party)
	regex.match(words(table.recipients), before(party))
}

# It stands in a command that the sentence begins with, or has somebody run.
bidden(party) if {
	regex.match(`"[a-z][\w.-]*\s[^"]*("[^"\s]*")*[^"]*$|\s--?[a-z][\w-]*[= ]["']?$`, before(party))
	regex.match(`(?i)^\W*(\d+[.)]\s*)?"[^"]*$|\b(run|execute|use|with|by|via|using|do|call|then|and|first|start)\b[^".]{0,40}"[^"]*$`, before(party))
	not regex.match(said_table.forbidden, before(party))
}

money := {"bank", "card", "wallet", "pay"}

done(party) := "money or an account is" if {
	party.kind in money
	not placed(party)
} else := "somebody is paid by way of" if {
	party.kind == "referral"
} else := "something is encrypted for, or trusted by" if {
	party.kind == "cipher"
	regex.match(words(table.encrypts), before(party))
} else := "rights or data go to" if {
	party.kind == "cloud"
	regex.match(concat("|", [words(table.grants), words(table.lets)]), party.text)
} else := "somebody is called or written to" if {
	party.kind in {"phone", "chat"}
	regex.match(near(table.calls), before(party))
} else := "something is given to" if {
	party.kind in {"phone", "chat", "cloud"}
	contacts.gives(party)
} else := "somebody is let in, or asked" if {
	party.kind == "handle"
	regex.match(near(concat("|", [table.calls, table.lets])), before(party))
	entitles(party)
	not a_term(party)
}

# Somebody gets a say, or is told of each one.
entitles(party) if regex.match(`(?i)\b(collaborators?|admin(istrator)?s?|(co-?)?owners?|maintainers?|approv\w*|merge[sd]?|write access|grant\w*|reviewers?|review (of|from|by)|members?|always|each|every|any)\b`, party.text)

# A word of a language, a file or a package has the sign, too.
a_term(party) if regex.match(`[./_]|^@?v?\d`, bare(party))

a_term(party) if contains(party.text, concat("", [party.value, "("]))

a_term(party) if {
	not contains(party.value, "-")
	regex.match(concat("", [`"[^"]*`, party.value, `[^"]*"`]), party.text)
}

# A wallet that a text has as the address of a program: "the router 0x…".
placed(party) if {
	party.kind == "wallet"
	regex.match(words(table.contracts), before(party))
}

near(list) := concat("", [`(?i)(^|[^a-z])(`, list, `)\b[^.;:!?@]{0,60}(:\s*)?$`])

# What a program or settings do with somebody whom nothing explains, and how grave that is.
written(party) := deed if {
	party.code
	not object.get(party, "remark", false)
	stranger(party)
	not tried(party)
	not refusals.denied(concat("\n", [object.get(party, "above", ""), party.before]), party.behind)
	deed := put(party)
	not slight(party, deed[0])
}

# A document of the skill tells of it, too, or what has it shows what the skill is about: wallets.
slight(party, "medium") if told_of(party)

slight(party, "medium") if {
	party.kind == "wallet"
	commands.document(party.file)
	for_wallets
}

for_wallets if regex.match(`(?i)\b(wallets?|multi-?sigs?|on-?chain|block-?chains?|ethereum|solana|bitcoin|erc-?20|smart contracts?|defi)\b`, told.description)

# A test makes up whom it needs.
tried(party) if tests.is(party.file)

put(party) := ["high", "somebody is paid by way of"] if {
	party.kind == "referral"
} else := ["high", "money or an account is"] if {
	party.kind in money
	regex.match(words(table.recipients), held(party))
	not contract(party)
} else := ["medium", "money or an account is"] if {
	party.kind in money
	not contract(party)
} else := ["high", "something is encrypted for, or trusted by"] if {
	party.kind == "cipher"
	regex.match(words(table.encrypts), held(party))
} else := ["high", "rights or data go to"] if {
	party.kind == "cloud"
	regex.match(words(table.grants), concat(" ", [object.get(party, "word", ""), held(party), party.text]))
	not object.get(party, "word", "") in {"tenant", "client", "subscription", "app", "directory"}
} else := ["medium", "rights or data go to"] if {
	party.kind == "cloud"
} else := [handed(party), "something goes to"] if {
	party.kind in {"mail", "phone", "chat"}
	not sends_itself(party)
	regex.match(words(table.recipients), held(party))
} else := [entitled(party), "somebody is let in, or asked, namely"] if {
	party.kind == "member"
} else := [favoured(party), "the program treats otherwise what has the name"] if {
	party.kind == "named"
}

# Who is told of what a program does may be its owner; who gets a copy, or is let in, is somebody else.
handed(party) := "high" if {
	regex.match(words(`b?cc|forward\w*|shar(e|es|ed|ing)(d_?with)?|delegates?|invit\w+|grant\w*|guests?|attendees?|collaborators?|admins?|cop(y|ies)|payees?|beneficiar\w*|refunds?|payouts?`), held(party))
} else := "medium"

contract(party) if {
	party.kind == "wallet"
	regex.match(words(table.contracts), held(party))
}

# Who asks, and who it is from.
sends_itself(party) if regex.match(`(?i)\b(user-?agent|from|sender|reply-?to|author|contact|mailto|maintainer|created_?by|git_(author|committer)\w*|user\.email|organi[sz]er)\b["'\])]*\s*[:=( ,][^@]{0,60}$`, party.before)

# An option that names who looks after what is made lets nobody in, but where it is the word of a
# place in which an owner has rights.
entitled(party) := "medium" if {
	party.word == "owner"
	regex.match(`\s--owner[= ]["']?$`, party.before)
	not regex.match(`(?i)\b(npm owner|yarn npm|gem|cargo|twine|gh|glab|az|gcloud|aws|gam|gog|gws|drive|shar(e|ing)|orgs?|teams?|repos?|transfer)\b`, party.before)
} else := "high" if {
	party.word in {"collaborators", "memberships", "members", "invitations", "collaborator", "admin", "admins", "owner", "owners", "invite", "member", "delegate", "payee", "payees", "beneficiary", "beneficiaries", "principal", "grantee", "assignee-object-id"}
} else := "high" if {
	regex.match(`^(trusted|allow)`, party.word)
} else := "medium"

favoured(party) := "high" if {
	party.word in {"vendor", "supplier", "payee", "merchant", "beneficiary", "counterparty", "seller", "broker", "bidder", "applicant", "candidate", "employee", "contractor", "dealer", "lender", "insurer", "school", "university", "account_holder", "accountholder"}
	party.named < 3
} else := "medium" if {
	party.named < 3
	regex.match(`\s|^[A-Z]\w*[a-z]`, party.value)
	regex.match(`(?i)(continue|return|skip|pass|allow|approve|true|append|exempt|0\b)`, party.behind)
}

# How much it weighs where it stands.
weight(party, grade) := "medium" if {
	grade == "high"
	lighter(party)
} else := grade

lighter(party) if commands.aside(party.file)

lighter(party) if commands.sample(party.file)

lighter(party) if {
	party.code
	regex.match(words(table.formats), before(party))
}

lighter(_) if private

# A block that shows what comes out, or how something is called.
lighter(party) if {
	party.fenced
	some fence in input.skill.body.fences
	party.file == input.skill.manifest.file
	fence.span.start.line <= party.span.start.line
	party.span.start.line <= fence.span.end.line
	regex.match(concat("", [`(?i)\b(`, table.formats, `|outputs?|returns?|response|result)\b`]), object.get(fence, "lead", ""))
}

# What another rule tells of the same name.
told_already(party) if {
	some laid in input.skill.body.provisions
	laid.kind in {"copy", "guest", "unseen", "shared", "binding", "trust", "policy"}
	laid.file == party.file
	laid.span.start.line == party.span.start.line
}

told_already(party) if {
	party.kind in {"member", "cloud"}
	some command in input.skill.body.commands
	command.program in {"az", "gh", "npm"}
	command.file == party.file
	command.span.start.line <= party.span.start.line
	party.span.start.line <= command.span.end.line
}

title(party) := sprintf("%s %s", [names[party.kind], party.value])

names := {
	"mail": "the mailbox", "phone": "the number", "chat": "the account", "handle": "the account",
	"bank": "the bank account", "card": "the card", "wallet": "the wallet", "pay": "the account",
	"cloud": "the account", "cipher": "the key", "client": "the program", "referral": "the code",
	"member": "the account", "named": "the name",
}

# The description says that codes of somebody are what the skill is about.
about(party) if {
	party.kind == "referral"
	regex.match(`(?i)\b(affiliat\w*|referrals?|coupons?|promo\w*|associates)\b`, told.description)
}

# The words before it make it the one that something goes to.
receives(party) if regex.match(words(concat("|", [table.recipients, `wires?|at|from|into|with`])), before(party))
