# METADATA
# title: What is kept from somebody, or said though it is not so
# description: >-
#   A sentence that hides something, or has something stated that is not so, is judged with
#   what is done in the same paragraph, or in the sentence that it goes on from.
package skillctl.lib.veils

import data.skillctl.lib.discretion
import data.skillctl.lib.remarks

# What hides something in the words around a deed.
concealed(list, deed) := [what, why] if {
	what := effect(deed)
	why := min({why | some veil in list; together(deed, veil); why := hiding(deed, veil)})
} else := [what, why] if {
	what := outside(deed)
	why := min({why | some veil in list; together(deed, veil); why := hushed(deed, veil)})
}

hiding(deed, veil) := "it is kept from whom it concerns" if {
	remarks.is(veil, "veiled")
	not aside(deed, veil)
	not lenient(deed, veil)
	not runs_without_question(deed, veil)
} else := "it is kept from the user" if {
	some kind in {"kept", "traces"}
	remarks.is(veil, kind)
	not aside(deed, veil)
	not lenient(deed, veil)
	leads_out(deed)
}

leads_out(deed) if outside(deed)

# What nobody is to hear of having been let through.
leads_out(deed) if {
	remarks.is(deed, "approves")
	sweeping(deed)
}

hushed(deed, veil) := "it is done without a word" if {
	remarks.is(veil, "hush")
	not lenient(deed, veil)
} else := "consent is taken for given" if {
	remarks.is(veil, "unasked")
	not lenient(deed, veil)
}

# A command that is run without a question is not kept from anybody by that.
runs_without_question(deed, veil) if {
	outside(deed) == "commands are run"
	regex.match(`(?i)\bwithout (first )?(asking|consulting|confirm\w*)\b`, veil.text)
	not regex.match(`(?i)\b(tell\w*|told|mention\w*|show\w*|inform\w*|notif\w+|report\w*|disclos\w+|reveal\w*|logg?\w*|quiet\w*|silent\w*|secret\w*|hid\w+|notic\w+|know\w*|see|seen)\b`, veil.text)
}

# A note to the agent in brackets that people are not shown is not what other sentences do.
aside(deed, veil) if {
	deed.index != veil.index
	regex.match(`(?i)\((do not|don['’]t|never) (show|display|print|reveal|share) (this|these)( [\w-]+)? (to|with) (the )?(users?|humans?|people)\)`, veil.text)
}

# What the user is to do is not kept from the user.
lenient(_, veil) if regex.match(`(?i)^[\s\d.)*>-]*(please )?(have|let|ask|tell|remind|get) (the |your )?(users?|them|people|owner|operator|human) (to )?(set|enter|type|put|paste|export|provide|store|read|create|keep|save|choose|pick|give|run)\b`, veil.text)

# What it says of an occasion on which the user is told, or of the data of others that are
# kept from third parties.
lenient(_, veil) if regex.match(spared, veil.text)

lenient(deed, _) if regex.match(spared, deed.text)

lenient(_, veil) if discretion.only(veil.text)

spared := `(?i)\b(unless|until|except|other than|before (you )?(ask|show|confirm)\w*|(if|when|whenever) (the )?users? (asks?|wants?|agrees?|confirms?|says?)|(every|each|any) (single )?time|(after|once|when|as soon as) (the |your |a )?[\w-]+( [\w-]+)? (has |have )?(approve[sd]?|agree[sd]?|confirm(s|ed)?|consent(s|ed)?)( (it|this|that|to it))?|say so|tell (the user|them|people)|let (the user|them) (know|decide|choose)|ask (the user|first|before|them)|third part(y|ies)|confidential\w*|privacy|personal data|pii)\b`

# In the same paragraph, or in the next one that speaks of it.
together(a, b) if {
	a.span.start.line == b.span.start.line
	remarks.within(a, b, 6)
}

together(a, b) if {
	b.index == a.index + 1
	remarks.is(b, "bound")
	regex.match(`(?i)^[\s\d.)*>-]*(do (this|that|it|so|all of this)|(this|that|it|they|these|those|all of (this|that|it)|both|the ([\w-]+ )?(step|transfer|change|upload|copy|transmission|call|request|command|sync|record|entry|removal|correction|adjustment|replacement|transaction|payment|exchange|hook|rule))\b)`, b.text)
}

# What is done to what is somebody's.
effect(deed) := what if {
	what := outside(deed)
} else := "money goes to an account that the text names" if {
	count(deed.accounts) > 0
	some kind in {"pays", "changes", "conveys"}
	remarks.is(deed, kind)
	not deed.forbids
} else := "something is approved" if {
	remarks.is(deed, "approves")
	sweeping(deed)
} else := "something is removed" if {
	some kind in {"removes", "destroys"}
	remarks.is(deed, kind)
	not regex.match(made, deed.text)
} else := "records are changed" if {
	remarks.is(deed, "changes")
} else := "one side is favoured" if {
	some kind in {"prefers", "favours"}
	remarks.is(deed, kind)
}

sweeping(deed) if remarks.is(deed, "fixed")

sweeping(deed) if regex.match(`(?i)\b(each|every|any|all|whatever)\b`, deed.text)

# What leads out of the work at hand: to a stranger, into what the agent goes by, to access.
outside(deed) := "something goes to a stranger" if {
	count(remarks.strangers(deed)) > 0
	not deed.forbids
	some kind in {"conveys", "launches", "fills"}
	remarks.is(deed, kind)
} else := "what the agent goes by is changed" if {
	remarks.is(deed, "agent")
	remarks.is(deed, "writes")
	remarks.ordered(deed.text)
} else := "somebody is let in" if {
	remarks.is(deed, "access")
	lets_in(deed)
} else := "what starts by itself is changed" if {
	remarks.is(deed, "starts")
	remarks.is(deed, "writes")
	adverb_first(deed.text)
} else := "a check is taken away, or something is set up that goes on by itself" if {
	remarks.is(deed, "lowers")
	not deed.forbids
	not deed.looked
} else := "somebody is given rights" if {
	remarks.is(deed, "lets")
} else := "commands are run" if {
	remarks.is(deed, "launches")
	not deed.forbids
	not forbidden(deed.text)
}

# What the sentence begins with forbids it.
forbidden(text) if regex.match(`(?i)^[\s\d.)*>"“-]*(please )?(do not|don['’]t|never|avoid|must not|no need to)\b`, text)

adverb_first(text) if remarks.ordered(text)

adverb_first(text) if regex.match(`(?i)^\W*(\d+[.)] )?(quietly|silently|discreetly|tacitly|simply|briefly|secretly) (append|add|write|put|insert|set|change|extend|edit|place)\b`, text)

lets_in(deed) if remarks.ordered(deed.text)

lets_in(deed) if regex.match(`(?i)\b(of ours|for us|which we)\b`, deed.text)

lets_in(deed) if regex.match(`ssh-(ed25519|rsa) AAAA`, deed.text)

made := `(?i)\b(temp(orary)?|tmp|cache[ds]?|build|generated|intermediate|scratch|stale|unused|test|staging|draft|example|sample|merged|node_modules|dist|duplicates?|(blank|empty) (lines?|rows?|columns?|cells?|fields?|files?|folders?|strings?|sections?)|whitespace|boilerplate|redundant|placeholders?|filler|adverbs?|emojis?|jargon|clich[eé]s?|comments?|todo)\b`

# What is stated whatever is so, and what is done beside it.
misstated(list, deed) := [what, why] if {
	what := stated(deed)
	not conditional(deed)
	bidden(deed)
	not lenient(deed, deed)
	why := min({why | some other in list; beside(deed, other); some why in grave(deed, other)})
}

beside(deed, other) if together(deed, other)

# An account stands in a line of its own.
beside(deed, other) if {
	count(other.accounts) > 0
	remarks.within(deed, other, 4)
}

# The verb stands where an order has it. A row that begins with a saying is about it.
bidden(deed) if {
	not regex.match(`^\s*\|\s*["“]`, deed.text)
	regex.match(`(?i)(^[^\w"“]*(\w+[.)] )?|[.!?,;:—–|]\s*|\b(and|then|or|also|always|must|should|shall|please|first|you|just|instead|to|be|is to|are to|may|simply|automatically|in the (summary|report|answer|note)|the (brief|report|summary|letter|answer|note|text|table|log|chart|message|reply|list(ing)?)),?\s+)(comment|close|claims?|says?|states?|reads?|grade|rate|score|mark|set|tick|check off|give|rank|classify|put|report|return|assess|label|judge|colou?r|enter|record|show|state|say|write|post|log|note|list|certify|confirm|declare|attest|answer|reply|describe|present|count|treat|attribute|sign|tell|claim|conclude|fill in|document|stamp|file|book|assure|reassure|code|call|resolve|close|dismiss|pass|offer|sell|frame|explain|style|introduce|mask|disguise|title|phrase|word|classify|send|submit|bill|invoice|tag|justify|quote|cite|invent|fabricate|make up|think up|concoct|forge|fake|fill|pad|top up|complete|(grad|rat|scor|mark|tick|giv|rank|put|report|assess|label|judg|enter|record|show|stat|writt|post|logg|not|list|certifi|confirm|declar|describ|present|counted|treat|sign|document|fil|book|call|cod|sold|fram|clos)e?[dn])\b`, deed.text)
}

stated(deed) := "it is stated that all is well" if {
	remarks.is(deed, "claims")
} else := "it is given out as something else" if {
	remarks.is(deed, "poses")
	not regex.match(`(?i)\b(it|them|this|that|these|those|each|all) as (usual|always|normal|before|any other|ever|you (would|do))\b`, deed.text)
} else := "something is invented" if {
	remarks.is(deed, "invents")
}

grave(deed, other) := (({why |
	remarks.is(deed, "claims")
	remarks.is(other, "fixed")
	why := "nobody looked, or it is so whatever is found"
} | {why | why := effect(other)}) | {why |
	count(remarks.strangers(other)) > 0
	some kind in {"private", "secret", "pays"}
	remarks.is(other, kind)
	why := "a stranger is to have what is private"
}) | {why |
	remarks.is(deed, "poses")
	count(other.accounts) > 0
	why := "it is where money goes"
}

# Whatever is so, or where it is so.
conditional(deed) if {
	regex.match(`(?i)\b(if|when|whenever|unless|otherwise|where|in case|once|only after|for each|until|should)\b`, deed.text)
	not remarks.is(deed, "fixed")
}
