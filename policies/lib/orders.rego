# METADATA
# title: What sentences have somebody do
# description: >-
#   Whether an order is one and not spoken of, what makes it press, and how the places
#   that it names are related to the skill.
package skillctl.lib.orders

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.passages
import data.skillctl.lib.shown as material
import data.skillctl.lib.text

shown(order) := text.cited(text.clip(trim_space(object.get(order, "shown", order.text)), 120))

# An order that the text gives, and does not warn of.
given(order) if {
	order.polarity == "order"
	not warned(order)
}

warned(order) if passages.spoken_of(concat("", [order.lead, " "]))

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
}

named(address) := {lower(found[0][1])} if {
	not contains(address, "://")
	found := regex.find_all_string_submatch_n(`@([\w.-]+)$`, address, 1)
	count(found) > 0
} else := hosts if {
	hosts := addresses.named(address)
	count(hosts) > 0
} else := {lower(split(split(address, "/")[0], ":")[0])}

# How a host is related to the skill. What the order itself links to says nothing: it
# has to be named elsewhere.
relation(order, host) := "anonymous" if {
	addresses.anonymous(host)
	not shared(host)
} else := "declared" if {
	destinations.domain(host) in destinations.declared
} else := "declared" if {
	destinations.mentioned(host)
} else := "known" if {
	elsewhere(order, host)
} else := "unrelated"

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

# What the front matter says is what the skill is for.
front(order) if {
	order.file == input.skill.manifest.file
	order.span.start.line < input.skill.body.span.start.line
}

# What stands in a block of code is shown rather than said.
locus(order) := "example" if order.fenced

locus(order) := "instruction" if not order.fenced
