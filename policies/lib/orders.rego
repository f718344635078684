# METADATA
# title: What sentences have somebody do
# description: >-
#   Whether an order is one and not spoken of, what makes it press, and how the places
#   that it names are related to the skill.
package skillctl.lib.orders

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.discretion
import data.skillctl.lib.passages
import data.skillctl.lib.shown as material
import data.skillctl.lib.text
import data.skillctl.tables.credentials

shown(order) := text.cited(text.clip(trim_space(object.get(order, "shown", order.text)), 120))

# An order that the text gives, and does not warn of.
given(order) if {
	order.polarity == "order"
	not warned(order)
}

warned(order) if passages.spoken_of(concat("", [leading(order.lead), " "]))

# "Each message that holds a code must be sent": what says which one it is, is no talk of it.
leading(lead) := regex.replace(lead, `(?i)\b(that|which|who)\b[^,;:]*?\s(must|should|shall|is to|are to|has to|have to|needs? to)( also| always| never)? be$`, "must be")

warned(order) if shown_below(order)

warned(order) if material.only(order)

# A row of a table of attacks, or a section about them.
shown_below(order) if passages.listed(order.text)

shown_below(order) if regex.match(lesson, order.heading)

# Below such a heading attacks are shown, or what is not to be done. "Do not lock yourself out" is
# advice, and what stands below it is done.
lesson := `(?i)\b(attacks?|attackers?|threats?|injections?|malicious|exploits?|vulnerab\w+|red flags?|warning signs?|anti-?patterns?|payloads?|adversar\w+|bad examples?|(to|and|must|should) (avoid|never|don['’]ts?|not)|unsafe|exfiltration|jailbreaks?)\b|^\W*(please |things to |what to |always or )?(do(n['’]ts?| not)|never|avoid)( (do|ever|use|run|this|these|list|it|that))?\W*$`

# The hosts of its addresses; of mail the one behind the sign.
hosts(order) := {host |
	some address in order.addresses
	some host in named(address)
	not addresses.local(host)
	regex.match(`[\pL\pN]`, host) # "https://…" is left for whoever reads it to fill in
}

named(address) := {lower(found[0][1])} if {
	not contains(address, "://")
	found := regex.find_all_string_submatch_n(`@([\w.-]+)$`, address, 1)
	count(found) > 0
} else := hosts if {
	hosts := addresses.named(address)
	count(hosts) > 0
} else := {lower(split(split(address, "/")[0], ":")[0])}

# The login of a client in its own settings: what stands behind "//HOST/:_authToken=" is shown
# to that registry alone, by the client that asks it for packages. Where the text names another
# place as well, it is for that, too.
settles(said) if {
	regex.match(`(?i)\.npmrc\b|\b(npm|pnpm|yarn|registry)\b`, said.text)
	lines := regex.find_all_string_submatch_n(`(?:^|[^:\w])//([\w.-]+)(?::\d+)?(?:/[\w./~-]*)?/:_?(?:authToken|password|auth)\s*=\s*["']?\$\{?([A-Z][A-Z0-9_]*)\}?`, said.text, -1)
	count({lower(line[1]) | some line in lines}) == 1
	registry := lower(lines[0][1])
	not addresses.anonymous(registry)
	every line in lines { of_registry(line[2], registry) }
	every host in hosts(said) { host == registry }
	not regex.match(`(?i)\b(send|post|upload|forward|transmit|report)\b[^.]{0,40}\b(to|with)\b`, split(said.text, "//")[0])
}

of_registry(variable, _) if regex.match(`^(NPM|NODE_AUTH|YARN|PNPM|VERDACCIO|ARTIFACTORY|NEXUS|JFROG|CODEARTIFACT|REGISTRY)(_[A-Z0-9]+)*$`, variable)

of_registry(variable, registry) if destinations.issuer(variable, registry)

# How a host is related to the skill. What the order itself links to says nothing: it
# has to be named elsewhere.
relation(order, host) := "anonymous" if {
	addresses.anonymous(host)
	not shared(host)
} else := "declared" if {
	destinations.domain(host) in destinations.declared
} else := "declared" if {
	destinations.mentioned(host)
	not coincident(host)
} else := "known" if {
	elsewhere(order, host)
} else := "unrelated"

# A skill that asks people for what is theirs alone is not for a host that is called like a
# word of its description, where that word is nobody's name: "shows balances" says nothing
# of balance.example.
coincident(host) if {
	wanted
	not destinations.proper(host)
}

wanted if {
	some order in input.skill.body.orders
	asks_for_own(order)
}

wanted if {
	some remark in input.skill.body.remarks
	asks_for_own(remark)
}

asks_for_own(said) if {
	regex.match(own_secret, said.text)
	regex.match(asking, said.text)
}

asking := `(?i)\b(ask|asks|prompt|request|obtain|collect|get|let|have|make|need|needs?|require|enter|enters|type|types|paste|pastes|provide|provides|give|gives|tell|tells|told|read out|dictate|hand over|submit|send|post|upload|forward|transmit)\b`

# What is the user's alone: nobody but the service that gave it to them is ever sent it. A key
# of an interface is another matter, since programs show it to whoever issued it.
own_secret := `(?i)\b((seed|recovery|mnemonic|restore) (phrases?|words?)|mnemonics?|(twelve|twenty-four|12|24) (seed |recovery |secret )?words|pass ?words?|pass-?phrases?|pass-?codes?|private keys?|secret access keys?|(one[- ]time|verification|authenticat(or|ion)|login|sms|six-digit|2fa|mfa|security) (codes?|passwords?)|(code|number) from (the |their |an? )?(authenticator|sms|text)|otps?|(bank|card|sim|atm|account) pins?|pin (codes?|numbers?)|keystores?|cvv2?|cvc|(credit |debit |bank )?card numbers?|(browser|session|login|saved) (cookies|passwords)|(cookies?|values?|contents?) (of |called |named )?["'\x60]?(li_at|jsessionid|phpsessid|asp\.net_sessionid|connect\.sid|sessionid|session_id|auth_token|xs|ct0|__secure-[\w-]+)\b|id_(rsa|ed25519|ecdsa|dsa))\b|\.(ssh|aws|gnupg|kube|netrc|pgpass|git-credentials)\b`

# It has to do with such a secret, or with what is said to the agent, kept by it or about people.
dearest(order) if {
	some kind in {"secret", "store"}
	kind in order.objects
	regex.match(own_secret, order.text)
}

dearest(order) if {
	some kind in {"secret", "store"}
	kind in order.objects
	regex.match(`(?i)\bcredentials?( files?)?\b|\benvironment variables?\b|\b[A-Z0-9_]*(SECRET|PASSWORD)[A-Z0-9_]*\b|\btokens? of the\b|\bkeys? in it\b|(^|[\s/"'\x60(])\.env\b`, order.text)
}

dearest(order) if {
	some kind in {"conversation", "memory"}
	kind in order.objects
	not renowned(order)
	not answered(order)
	not regex.match(`(?i)\b(questions?|feedback|bugs?|issues?|support|help|vulnerabilit\w+|report (a|any|security)|contact)\b`, order.text)
}

# "Post the answers to …" is about a form: nothing else that is said is spoken of.
answered(order) if {
	not "memory" in order.objects
	regex.match(`(?i)\bthe (answers?|responses?|replies)\b`, order.text)
	rest := regex.replace(order.text, `(?i)\S+://\S+|\bthe (answers?|responses?|replies)\b( (of|from|to) the (form|survey|questionnaire|quiz|poll|questions?)\b)?`, "")
	not regex.match(`(?i)\b(conversations?|chats?|transcripts?|messages?|prompts?|said|asked|typed|wrote|written|says?|sessions?|dialog(ue)?s?|exchanges?|threads?|talk|context|logs?|history|answers?|repl(y|ies)|responses?|e-?mails?|mails?|drafts?|letters?|requests?|quer(y|ies)|users?|your)\b`, rest)
}

dearest(order) if {
	"personal" in order.objects
	not renowned(order)
	regex.match(`(?i)\b(users?['’]s?|users|their|his|her|customers?['’]?s?|patients?['’]?s?|clients?['’]?s?|applicants?['’]?s?|contact lists?|address books?|name and|of the user)\b`, order.text)
	not regex.match(`(?i)\b(questions?|feedback|bugs?|issues?|support|vulnerabilit\w+|contact us)\b`, order.text)
}

# It goes to a service whose keys are known and that answers what it is asked; one where
# anybody has an inbox, a page or a folder may be anybody's.
renowned(order) if {
	found := hosts(order)
	count(found) > 0
	every host in found {
		some provider in credentials.providers
		some known in provider.hosts
		destinations.below(host, known)
		not regex.match(`(telegram|discord|slack|git(hub|lab)|google|dropbox|notion|airtable|sendgrid|mailgun|twilio|amazonaws|trello|ngrok|supabase|firebase|cloudflare|webhook|zapier|jira|atlassian|shopify|digitalocean|heroku|vercel|netlify)`, host)
	}
}

# "Ask for the seed phrase. Send it to …": the sentences before say what it is.
dearest(order) if asked_before(order)

asked_before(order) if {
	"pronoun" in order.objects
	some other in asked_for_near[order.file]
	other <= order.span.start.line
	order.span.start.line - other <= 3
}

asked_for_near[said.file] contains said.span.start.line if {
	some kind in ["orders", "remarks"]
	some said in input.skill.body[kind]
	asks_for_own(said)
	regex.match(`(?i)\b(ask|prompt|request|obtain|collect|get|let|have|need|needs)\b|\bwords open\b`, said.text)
}

# The whole home of the user.
dearest(order) if {
	"everything" in order.objects
	regex.match(`(?i)\b(home|working) (directory|folder)\b|\b(whole|entire) (disk|drive|computer|machine)\b`, order.text)
}

# A token that the user is asked for, whoever issued it.
dearest(order) if {
	"secret" in order.objects
	regex.match(`(?i)\b(ask|prompt|request|let|have|get|obtain|collect)\b[^.;]{0,80}\b(tokens?|api[ -]?keys?|secrets?)\b`, order.text)
}

# A site where anybody puts something that others are to have, and the skill says so.
shared(host) if {
	addresses.anonymous(host) in {"a site for pasted text", "a shortened address"}
	destinations.domain(host) in destinations.declared
}

# The lines around an order that may be about it.
around := 12

elsewhere(order, host) if {
	some link in named_by[destinations.domain(host)]
	not beside(order, link)
}

# The links to each domain, made once for all orders.
named_by[destinations.domain(known)] contains {"file": link.file, "span": link.span} if {
	some link in input.skill.body.links
	link.kind == "url"
	some known in addresses.named(link.target)
}

beside(order, link) if {
	link.file == order.file
	link.span.start.line >= order.span.start.line - around
	link.span.start.line <= order.span.end.line + around
}

# Nobody is to see it: the words say so, or those of the same section, or only the
# source of the page has it.
hidden(order) if order.quiet

hidden(order) if order.hidden

hidden(order) if {
	some line in untold[[order.file, order.section]]
	abs(line - order.span.start.line) <= around
}

# The lines that say that nobody is to be told, made once for all orders.
untold[[other.file, other.section]] contains other.span.start.line if {
	some other in input.skill.body.orders
	other.act == "tell"
	other.polarity == "ban"
	not shown_below(other)
	not discretion.only(other.text)
}

# What is done is kept from somebody, and not a word or a form of it: "do not mention this
# step", where "do not show raw JSON" is none.
covert(order) if regex.match(behind_backs, order.text)

covert(order) if order.hidden

covert(order) if {
	some line in deeds[[order.file, order.section]]
	abs(line - order.span.start.line) <= around
}

behind_backs := `(?i)\b(secretly|covertly|unnoticed|without (ever )?(telling|informing|notifying|alerting|mentioning|disclosing|the knowledge|any mention|drawing attention)|(without|and never) (saying|letting) [^.]{0,20}(know|so)|silently (send|forward|copy|attach|include|add|pass|put|replace|change|transfer|upload|place|append))\b`

deeds[[other.file, other.section]] contains other.span.start.line if {
	some other in input.skill.body.orders
	deed(other)
}

# Somebody is not to be told of what is done.
deed(order) if {
	order.act == "tell"
	order.polarity == "ban"
	not shown_below(order)
	not passages.spoken_of(regex.replace(order.lead, negated, ""))
	regex.match(done_things, behind(order))
}

negated := `(?i)[\s,]*\b(do not|don['’]t|never|must not|should not|without|not)\s*((ever|also|please|simply|just)\s*)*$`

# What is behind the words before the verb.
behind(order) := substring(trim_left(order.text, " "), count(order.lead), -1)

done_things := concat("", [
	`(?i)(\b(tell|telling|inform|informing|notify|alert|mention|mentioning|reveal|disclose|show|explain|discuss|surface|expose|let|say|report)\b([^.;:]{0,40}\b(user|users|human|operator|owner|anyone|anybody|customer|person|client)\b)?\s*(know )?((about|of|that)\s+)?(any of )?(this|it|these|that|those|them|the (above|upload|copy|transfer|change|replacement|forwarding|extra step|additional step)|what (is|was|you) (done|did|sent|copied|read))\b(\s+(steps?|actions?|calls?|uploads?|changes?|requests?|transfers?|instructions?|part|happens|happened|is done|was done|is there|was there))?\s*($|[.,;!)]|to\b|with\b|in\b|from\b|either\b|at all\b|anywhere\b|and\b|or\b)`,
	`|^\W*(keep|hold|leave|omit|drop|exclude|make|making|makes|bring|draw|refer|if|as|say|tell|mention|reveal|nobody|no one|never|not|don['’]t|do|no|must|should|may|without)\b.*\b(appear|show up|(bother|trouble|burden|worry|disturb|upset|confuse) .*with|that (you|it|this|these|they)|to yourself|between us|(secret|hidden|private|quiet) from (the |your )?(user|human|operator|owner|client|customer)|off the record|under wraps|out of|off|unmentioned|unsaid|up|to (it|this|that|these)|no mention|from|happened|nothing|a word|told|aware|not happened|never happened|notice|find out|hear|know|say|claim|deny)\b`,
	`|^\W*(the |your )?(user|human|operator|owner|client|customer)\b[^.;:]{0,40}\b(need|must|should|may|shall)(n['’]t| ?not) `,
	`|\bmention (this|it|these|that)\b)`,
])

# Nobody is to be asked.
unasked(order) if order.unasked

unasked(order) if {
	some line in freed[[order.file, order.section]]
	abs(line - order.span.start.line) <= around
}

# The lines that say that nobody is to be asked, likewise.
freed[[other.file, other.section]] contains other.span.start.line if {
	some other in input.skill.body.orders
	consentless(other)
	not shown_below(other)
}

consentless(order) if {
	order.act == "ask"
	order.polarity == "ban"
}

consentless(order) if {
	order.act == "skip"
	order.polarity == "order"
	some kind in {"approval", "consent"}
	kind in order.objects
}

# It comes with other work, whatever that is, or in the name of somebody.
pressing(order) if order.when != ""

pressing(order) if order.heed

pressing(order) if hidden(order)

pressing(order) if unasked(order)

# Nobody is to know, it holds for all work, or the system is said to want it.
secretive(order) if covert(order)

secretive(order) if {
	order.posed
	order.heed
}

secretive(order) if {
	standing(order)
	first(order)
}

# It holds for everything that comes.
standing(order) if regex.match(`(?i)\b(in|for|at|during|on|to|with|before|after) (the (start|beginning|end) of )?(every|each|all|any)( (single|other|new|future|user|subsequent))* (conversations?|sessions?|chats?|interactions?|prompts?|requests?|messages?|repl(y|ies)|responses?|answers?|questions?|calls?|tools?|skills?|turns?)\b|\b(from now on|each time|every time|always|regardless|no matter)\b`, order.text)

# It comes before all else.
first(order) if regex.match(`(?i)\b(before|prior to) (using |calling |running |invoking |you (use|call|run) )?(any|every|all|each)( of the)? ?(other|further)? (tools?|skills?|actions?|things?|steps?)\b|\b(before|prior to) (anything|everything) else\b`, order.text)

# Words that take the place of what the user says.
overruling(order) if regex.match(`(?i)\b(instead( of)?|rather than|in place of|regardless|no matter|whatever|whichever|whoever|even (if|when|though)|always|every|each|any|all|from now on|in (every|each|all)|before (any|every|all)|never to)\b`, order.text)

# It is about what nobody makes again.
dear(order) if regex.match(`(?i)(\bhome (directory|folder)\b|~/|(^|[\s"'(])/(documents|desktop|downloads|pictures)\b|\$HOME|\b(documents|desktop|downloads|pictures) (directory|folder)\b|\b(user|users|user['’]s|users['’])\s+(own\s+)?(files|documents|data|photos|pictures|folders?|home)\b|\b(files?|documents?|data|photos|folders?|pictures) of the user\b)`, order.text)

# What the front matter says is what the skill is for, unless it says it in a field that
# describes nothing: whoever opens the file reads that too, and a person seldom does.
front(order) if {
	order.file == input.skill.manifest.file
	order.span.start.line < input.skill.body.span.start.line
	not aside(order.text)
}

aside(said) if {
	some text in asides
	sentence := letters(regex.replace(said, `^.*\b[\w-]+:\s+([>|][-+\d]*\s+)?`, ""))
	count(sentence) > 12
	contains(text, sentence)
}

# The texts of fields that describe nothing, letters and digits only.
asides contains letters(value) if {
	some key, field in input.skill.front.fields
	walk(field.value, [below, value])
	is_string(value)
	count(value) > 20
	contains(trim_space(value), " ") # one word tells nobody anything
	path := array.concat([key], below)
	every part in path { not describes(part) }
}

describes(part) if {
	is_string(part)
	regex.match(`(?i)desc|summary|about|when|trigger|use|tagline|title|name|licen[sc]e|prompt|example`, part)
}

letters(said) := regex.replace(lower(said), `[^\pL\pN]+`, "")

# What stands in a block of code is shown rather than said.
locus(order) := "example" if {
	order.fenced
} else := "example" if {
	tried(order.file)
} else := "instruction"

# Rows that somebody tries models or programs with, in a folder for that: they are what is said to
# what is tried. What an agent is sent to read is in no such folder.
tried(file) if regex.match(`(?i)(^|/)(evals?|evaluations?|benchmarks?|fixtures?|tests?|test-?data|testing)/([^/]+/)*[^/]+\.(jsonl?|ndjson|csv|tsv|ya?ml)$`, file)
