# METADATA
# title: What has an outcome turned
# description: >-
#   A paragraph says in single words what is done to an outcome, for whom, and how: whatever is
#   found, unread, for all cases, without a word, under a pretext. One of these is in many an
#   honest text; it is judged what several of one paragraph say together.
package skillctl.lib.leans

import data.skillctl.lib.orders
import data.skillctl.lib.remarks
import data.skillctl.lib.shown

# Paragraphs that are said, and not taught. What speaks of hostile texts shows some.
told_of contains lean if {
	some lean in input.skill.body.leans
	every words in [lean.heading, object.get(lean, "above", "")] { not regex.match(lessons, words) }
	not regex.match(orders.lesson, lean.heading)
	not regex.match(warned, lean.text)
	not shown.only(object.union(lean, {"text": trim_left(lean.text, "| ")}))
}

# A row that begins with a saying is about it.
warned := `(?i)^\W*\|\s*["“]|\b(attackers?|malicious|prompt[ -]injections?|injected|phish\w*|red flags?|jailbreak\w*|anti-?patterns?|scams?|scammers?|why (this|that|it)['’]?( i)?s (wrong|dangerous|bad|harmful))\b`

lessons := `(?i)\b(rationali[sz]ations?|excuses?|(common )?(mistakes|pitfalls|errors)|anti-?patterns?|troubleshooting|known issues|bad examples?)\b`

# What the text itself says, and not what the front matter says that the skill is for.
bodied contains lean if {
	some lean in told_of
	not orders.front(lean)
	not lean.fenced
}

# The kinds of one sentence, or of two that follow upon each other.
windows(lean) := {kinds |
	some i, part in lean.parts
	some more in [0, 1]
	next := array.slice(lean.parts, i + 1, (i + 1) + more)
	kinds := {kind | some kind in part} | {kind | some other in next; some kind in other}
}

some_of(kinds, wanted) if count(kinds & wanted) > 0

all_of(kinds, wanted) if count(wanted - kinds) == 0

# Somebody is called by a name of which the text does not speak elsewhere.
someone(lean) if {
	some name in lean.names
	regex.match(`^\p{Lu}[\p{Ll}]+( \p{Lu}[\p{L}]*)*$|\p{Han}`, name)
}

# People are judged by what does not belong to their work.
turned(lean) := ["people are judged by what is no part of their work", "it lowers what they get"] if {
	some kinds in windows(lean)
	all_of(kinds, {"trait", "lowers"})
	some_of(kinds, {"judged", "person"})
	not fair(lean)
} else := ["people are judged by what is no part of their work", "they are turned down"] if {
	some kinds in windows(lean)
	all_of(kinds, {"group", "rejects"})
	some_of(kinds, {"judged", "person", "standing", "pretext"})
	not fair(lean)
} else := ["what speaks against somebody is put aside", "nobody looks at it"] if {
	some kinds in windows(lean)
	some_of(kinds, {"dismisses", "asnone", "approves"})
	some_of(kinds, {"unlooked", "unread"})
	some_of(kinds, {"deaf", "pretext", "untold", "hush"})
	not asked(lean)
	reasons(lean, kinds) > 2
} else := ["an outcome is laid down", "it is so whatever was found"] if {
	some kinds in windows(lean)
	"contra" in kinds
	moved(kinds)
	pressed(lean, kinds)
	not asked(lean)
	reasons(lean, kinds) > 1
} else := ["somebody's part is not taken out", "figures say otherwise"] if {
	some kinds in windows(lean)
	some_of(kinds, {"undropped", "keeps"})
	some_of(kinds, {"asnone", "overwrites", "invents"})
	some_of(kinds, {"judged", "figures", "finding"})
	some_of(kinds, {"party", "deaf", "untold", "hush"})
	someone(lean)
	not asked(lean)
} else := ["one side is favoured", "what people are told hides it"] if {
	some kinds in windows(lean)
	someone(lean)
	some_of(kinds, {"raises", "money"})
	some_of(kinds, {"party", "judged", "money", "figures"})
	some_of(kinds, {"standing", "deaf"})
	some_of(kinds, {"untold", "hush", "invents", "asown"})
	not asked(lean)
} else := ["figures are put in place of those that there are", "nobody is told"] if {
	some kinds in windows(lean)
	"figures" in kinds
	some_of(kinds, {"overwrites", "invents"})
	some_of(kinds, {"untold", "hush", "asnone", "pretext"})
	some_of(kinds, {"invents", "hush"})
	not asked(lean)
} else := ["figures are put in place of those that there are", "it is stated that all is well"] if {
	some kinds in windows(lean)
	all_of(kinds, {"figures", "overwrites", "fits"})
	some_of(kinds, {"asnone", "untold", "hush"})
	not asked(lean)
} else := ["what was found for somebody is not told", "it is so whatever was found"] if {
	some kinds in windows(lean)
	all_of(kinds, {"finding", "untold", "deaf"})
	some_of(kinds, {"contra", "grave"})
	count(lean.names) > 0
	not asked(lean)
} else := ["what was found for somebody is put aside", "a reason is laid down"] if {
	some kinds in windows(lean)
	someone(lean)
	all_of(kinds, {"finding", "dismisses"})
	some_of(kinds, {"unlooked", "unread", "deaf"})
	some_of(kinds, {"untold", "hush", "deaf", "pretext"})
	not asked(lean)
} else := ["somebody is given the cause", "it is so whatever was found"] if {
	some kinds in windows(lean)
	"credits" in kinds
	some_of(kinds, {"party", "authority"})
	some_of(kinds, {"standing", "deaf"})
	some_of(kinds, {"deaf", "untold", "hush", "asnone"})
	not asked(lean)
} else := ["something is praised in all that is written", "as if somebody else said it"] if {
	some kinds in windows(lean)
	all_of(kinds, {"recommends", "outputs", "standing"})
	outward(lean, kinds)
	not asked(lean)
}

outward(lean, kinds) if {
	count(remarks.strangers(lean)) > 0
	some_of(kinds, {"asown", "untold", "hush", "promo"})
}

outward(lean, kinds) if {
	someone(lean)
	some_of(kinds, {"asown", "promo"})
}

moved(kinds) if some_of(kinds, {"asnone", "credits", "undropped", "invents"})

moved(kinds) if all_of(kinds, {"overwrites", "figures"})

moved(kinds) if {
	some_of(kinds, {"lowers", "raises"})
	some_of(kinds, {"judged", "party", "figures"})
}

moved(kinds) if all_of(kinds, {"dismisses", "finding"})

# It is so for all cases, for somebody, or without a word.
pressed(_, kinds) if some_of(kinds, {"standing", "untold", "hush", "pretext"})

pressed(lean, _) if someone(lean)

# What else speaks for it, each by itself.
reasons(lean, kinds) := count({reason |
	some reason, ways in {
		"whom": {"party", "trait"},
		"always": {"standing"},
		"hidden": {"untold", "hush"},
		"pretext": {"pretext"},
		"deaf": {"deaf"},
		"finding": {"finding"},
	}
	some_of(kinds, ways)
} | {"named" | count(lean.names) > 0})

# What has people judged fairly speaks of the same things.
fair(lean) if regex.match(`(?i)\b(fair\w*|unfair\w*|bias\w*|discriminat\w*|equal\w*|equit\w*|inclusi\w*|illegal|unlawful|lawful|protected|pro[- ]?rat\w+|accommodat\w*|adjust targets|legal(ly)?|benachteilig\w*|diskriminier\w*|discrimin\w*|gleich\w*|anteilig|公平|歧视)\b`, lean.text)

# The user is asked, or is told.
asked(lean) if regex.match(`(?i)\b(unless|until (the )?(users?|owner|somebody)|ask (the user|first|before|them)|(if|when|whenever) (the )?users? (wants?|agrees?|confirms?|says?|asks?)|(with|after) the user['’]s (consent|approval|agreement)|tell the user|let the user|say so|only (if|when|after)|opt(ed)?[- ](in|out))\b`, lean.text)

# A copy of what is sent goes to a stranger.
copied(lean) := ["high", host] if {
	host := min(object.keys(mailed(lean)))
	"copy" in lean.kinds
	not lean.header
	not ours(lean)
	some_of({kind | some kind in lean.kinds}, {"standing", "untold", "hush", "pretext"})
	not offered(lean)
} else := ["high", host] if {
	lean.header
	host := min(object.keys(mailed(lean)))
	some_of({kind | some kind in lean.kinds}, {"standing", "untold", "hush", "pretext"})
	regex.match(concat("", [required, "|", `\b(retention|journal\w*|archiv\w*|complian\w*|audit\w*|hidden|preview)\b`]), concat(" ", [lean.text, object.get(lean, "lead", "")]))
} else := ["medium", host] if {
	host := min(object.keys(mailed(lean)))
	"copy" in lean.kinds
	not lean.header
	ours(lean)
	not offered(lean)
} else := ["medium", host] if {
	lean.header == "bcc"
	host := min(object.keys(mailed(lean)))
}

required := `(?i)\b(every|each|all|always|outgoing|keep|required?|requires|must|mandatory|policy)\b`

# Whoever writes it says that it is their own.
ours(lean) if regex.match(`(?i)\b(our|ours|unsere[rnsm]?|unser|notre|nos|nuestr[ao]s?) `, lean.text)

offered(lean) if regex.match(`(?i)\b(example|e\.g|for instance|such as|if (the user|you|they)|when (the user|you) (want|ask|give)|optional(ly)?|ask (the user|first)|unless)\b`, lean.text)

# Mail of strangers.
mailed(lean) := {host: relation |
	some host, relation in remarks.strangers(lean)
	some address in lean.addresses
	endswith(lower(address), concat("", ["@", host]))
}

# What is the work of the user goes to a stranger before anybody else has it.
handed(lean) := host if {
	host := min(object.keys(mailed(lean)))
	some kinds in windows(lean)
	all_of(kinds, {"sends", "matter"})
	some_of(kinds, {"before", "standing"})
	some_of(kinds, {"before", "pretext", "hush", "untold"})
	not "copy" in kinds
	not offered(lean)
	not regex.match(`(?i)\b(errors?|bugs?|crash\w*|support|fails?|failed|problems?)\b`, lean.text)
}

# Somebody is said to have allowed it, so that nobody is asked.
vouched(lean) := ["somebody is said to have allowed it", "nobody asks or looks any more"] if {
	some kinds in windows(lean)
	all_of(kinds, {"authority", "approved"})
	some_of(kinds, {"unasked", "unlooked", "unread"})
	not "unless" in kinds
	meant(lean, kinds)
	not conditional(lean)
}

meant(lean, _) if count(remarks.strangers(lean)) > 0

meant(_, kinds) if "scope" in kinds

meant(lean, _) if count(lean.names) > 0

conditional(lean) if regex.match(`(?i)\b(has to be|have to be|must be|should be|need to be|needs to be|was not|not been|because a)\b`, lean.text)

# What a stranger says goes before all else.
obeyed(lean) := host if {
	host := min(object.keys(remarks.strangers(lean)))
	some kinds in windows(lean)
	all_of(kinds, {"obeys", "fetches"})
	some_of(kinds, {"precedes", "untold", "hush", "unasked"})
}

# Money goes to an account that the text names, in the place of another.
repaid(lean) if {
	count(lean.accounts) > 0
	some kinds in windows(lean)
	"pays" in kinds
	some_of(kinds, {"overwrites", "untold", "hush"})
	not regex.match(`(?i)\b(example|sample|dummy|placeholder|test)\b`, lean.text)
}
