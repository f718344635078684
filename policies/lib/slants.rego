# METADATA
# title: What is said, left out or ranked against what is so
# description: >-
#   Two halves of one order, in a sentence or in two of the same paragraph: what is done to
#   what the user is told, and that it is not so, that it is so whatever is found, or that
#   they are told the contrary. Each half by itself is in honest texts.
package skillctl.lib.slants

import data.skillctl.lib.remarks

told(list, deed) := [what, why] if {
	not lenient(deed)
	not disclaimed(deed)
	[what, why] := halves(list, deed)
}

# What was found is left out, or put elsewhere.
halves(list, deed) := ["what speaks against something is left out", "the contrary is said"] if {
	remarks.is(deed, "spares")
	opposed(deed)
	some other in list
	near(deed, other)
	some kind in {"denies", "vouches"}
	remarks.is(other, kind)
	regex.match(utters, other.text)
	not open(other)
} else := ["what speaks against something is left out", "it is so that somebody buys"] if {
	remarks.is(deed, "spares")
	regex.match(selling, deed.text)
} else := ["somebody is told something", "the text says itself that it is not so"] if {
	remarks.is(deed, "belied")
	some kind in {"skews", "spares", "denies", "claims", "changes", "alters", "poses", "prefers", "favours", "attests", "coins"}
	remarks.is(deed, kind)
	bidden(deed)
} else := ["somebody is told something", "the text says itself that it is not so"] if {
	remarks.is(deed, "belied")
	bidden(deed)
	regex.match(uttered, deed.text)
} else := ["somebody is told something", "it is so whatever is found"] if {
	remarks.is(deed, "deaf")
	some kind in {"denies", "vouches"}
	remarks.is(deed, kind)
	bidden(deed)
	regex.match(uttered, deed.text)
	not regex.match(`(?i)\b(safe(ty|ly)?|complete(ly)?|accurate|independent(ly)?|normal|official|approved|fine)\b`, deed.text)
} else := ["what the user sees is another outcome", "the text has it be so"] if {
	remarks.is(deed, "skews")
	regex.match(facade, deed.text)
	not regex.match(sought, deed.text)
} else := ["it is so for somebody who is named", "whatever is found"] if {
	remarks.is(deed, "deaf")
	some kind in {"skews", "favours", "prefers", "denies", "vouches"}
	remarks.is(deed, kind)
	names(deed)
	bidden(deed)
} else := ["figures or places are put elsewhere", "nobody is to know why"] if {
	remarks.is(deed, "skews")
	names(deed)
	some other in list
	near(deed, other)
	some kind in {"fooled", "answer", "kept", "veiled", "hush"}
	remarks.is(other, kind)
	not lenient(other)
} else := ["one side is favoured", "it is said to be the outcome"] if {
	some kind in {"prefers", "favours", "skews"}
	remarks.is(deed, kind)
	names(deed)
	some other in list
	near(deed, other)
	some way in {"denies", "poses", "fooled", "passedoff"}
	remarks.is(other, way)
	regex.match(impartial, other.text)
} else := ["figures are made to say something else", "they are for somebody who is named"] if {
	remarks.is(deed, "misstates")
	regex.match(`(?i)(^\W*(\d+[.)] )?|[,;:—–]\s*|\b(and|then|always)\s+)(understate|overstate|under-?report|over-?report|misstate|misreport|exaggerate) (the |all |any |every |each |its |their )?([\w-]+ ){0,3}(costs?|figures?|numbers?|totals?|amounts?|hours|results?|prices?|sales|revenue|losses|risks?|emissions?|readings?|values?)\b`, deed.text)
	not conditional(deed)
} else := ["something is done", "it is to be denied"] if {
	remarks.is(deed, "denies")
	regex.match(`(?i)(^\W*(\d+[.)] )?|\b(and|then|always|just|simply)\s+|[,;:—–]\s*)deny (that|having|being)\b`, deed.text)
} else := ["somebody is told what to do", "in the name of who has not said it"] if {
	remarks.is(deed, "vouches")
	bidden(deed)
	not conditional(deed)
	some other in list
	near(deed, other)
	some kind in {"urges", "belied", "denies", "prefers"}
	remarks.is(other, kind)
	assured(other, deed)
} else := ["something is made up", "it is given out as found"] if {
	some kind in {"coins", "invents"}
	remarks.is(deed, kind)
	some other in list
	near(deed, other)
	some way in {"passedoff", "belied"}
	remarks.is(other, way)
} else := ["something is left unread", "it is said that it was looked at"] if {
	remarks.is(deed, "leaves")
	remarks.is(deed, "attests")
	bidden(deed)
	not conditional(deed)
}

# Somebody is asked, or told of it.
lenient(deed) if regex.match(`(?i)\b(unless|until|before (you )?(ask|show|confirm)\w*|(if|when|whenever) (the )?users? (wants?|agrees?|confirms?|says?)|say so|ask (the user|first|before|them)|let (the user|them) (know|decide|choose)|third part(y|ies)|personal data|pii|and (say|explain|tell [\w ]{2,20}) (why|that you (did|left|omitted)))\b`, deed.text)

facade := `(?i)\b((in|for|to) what (the |any |each )?(users?|customers?|clients?|readers?|they) (sees?|reads?|gets?|is shown|are shown|is given)|so that (the |its |their |any )?([\w-]+ )?(reports?|summar(y|ies)|tables?|charts?|results?|figures|outcome|balance|trend) (shows?|looks?|reads?|appears?|seems?) ([\w-]+ )?(growth|better|good|positive|healthy|profitable|higher|lower|green|gains?|improvement|favou?rable|flawless|clean|fine|complete|tidy))\b`

# In a sentence, or in two of the same paragraph.
near(a, b) if {
	a.span.start.line == b.span.start.line
	remarks.within(a, b, 2)
}

# What tools print is left out of many a report.
opposed(deed) if not regex.match(printed, deed.text)

printed := `(?i)\b(lint\w*|compiler|deprecat\w+|console|stack ?traces?|log lines?|style|formatting|whitespace|npm|pip|build|type ?script|eslint|cosmetic|trivial|minor|stylistic|noisy|spurious|known[- ]good|false[- ]positives?|duplicates?|resolved|fixed)\b`

# Said to whoever asks, or of nothing that has to be found out first.
open(other) if {
	conditional(other)
	not regex.match(`(?i)\b(if|when|whenever|should) ((the |a |any )?[\w'’-]+ |they |you )?((is|are|ever|be) )?(asks?|asked|questioned|wonders?|wants to know)\b`, other.text)
}

conditional(deed) if regex.match(`(?i)\b(if|when|whenever|unless|otherwise|where|in case|once|only after|until|should (the|it|they|there))\b`, regex.replace(deed.text, `(?i)\beven (if|when|where|though)\b`, ""))

# It has somebody do it: a sentence that tells what is, or looks for it, does not.
bidden(deed) if {
	not regex.match(sought, deed.text)
	not open(deed)
}

sought := `(?i)\b(whether (it|they|this|that|the [\w-]+( [\w-]+)?) (is|are|was|were|has|have|does|do)\b|(check|flag|detect|find|look for|identify|verify|ask|warn|alert|catch|spot|compare|investigate|note|mention|report|tell (the |your )?users?|say so|explain) (when|if|whether|where|why|any|each|every|all|cases|how)\b|(which|who) (is|are|was|were)\b)`

# A verb of saying stands where an order has it.
utters := `(?i)(^[^\w"“]*(\w+[.)] )?|[.!?,;:—–]\s*|\b(and|then|or|also|always|must|should|shall|please|first|just|instead|simply|to)\s+)(say|state|claim|assert|declare|insist|maintain|pretend|write|report|answer|reply|respond|assure|reassure|confirm|tell|convince|persuade|promise|explain|conclude|certify|announce|swear|guarantee|describe|present|call|portray|let|deny|state|note)\b`

uttered := `(?i)(^[^\w"“]*(\w+[.)] )?|[.!?,;:—–|]\s*|\b(and|then|or|also|always|must|should|shall|please|first|just|instead|to)\s+)((say|state|claim|declare|insist|write|answer|reply|assure|confirm|tell [\w ]{2,20}|convince [\w ]{2,20}|certify|describe [\w' -]{2,30} as|present [\w' -]{2,30} as|call [\w' -]{2,30}|print|show|report|quote|give|display|record|enter)\b[^.;]{0,80}\b(that|as|unbiased|safe|independent|than)\b|make up\b|invent\b|fabricate\b)`

# Somebody or something is named that it is for: a name in capitals, or an owner.
names(deed) if regex.match(`[a-z,;:.)] +["“'(]?[A-Z][\w-]*[a-z]|^["“'(*\s\d.)-]*[A-Z][a-z]+ (by|of|from) [A-Z]|^\W*(\d+[.)] )?[A-Z][\w-]+ [A-Z][\w-]+|\b(our|us|my|partners?|sponsor\w*|other vendors|others|rivals?|competitors?)\b|@[\w-]{3,}`, deed.text)

names(deed) if regex.match(`(?i)\b(balance|amounts?|doses?|dosages?|loss(es)?|deadlines?|severit(y|ies)|votes?|revenue|invoices?|totals?|rating|scores?|fees?)\b`, deed.text)

selling := `(?i)\b((put|scare|turn|drive|keep|discourage|deter)s? (people|them|anyone|anybody|buyers?|users?|customers?|the [\w-]+) ((off|away|from) )?(buy\w*|purchas\w*|order\w*|sign\w*|pay\w*|invest\w*|subscrib\w*|book\w*)|(hurt|harm|cost|lower|reduce)s? (the |our )?(sales|conversions?|revenue)|so that [\w ]{1,30} (buy|buys|order|orders|sign|signs|sell|sells|converts?))\b`

impartial := `(?i)\b(independent(ly)?|unbiased|neutral(ly)?|objective(ly)?|impartial(ly)?|fair|honest|complete|follows? from|based on|comes? from|outcome|result of|genuine|organic|real|plausible|free choice|own)\b`

# A claim of somebody who knows weighs where it is to have somebody act, or stands beside the
# contrary of what is so.
assured(other, deed) if other.index != deed.index

assured(other, _) if {
	some kind in {"urges", "belied", "prefers"}
	remarks.is(other, kind)
}

assured(other, deed) if {
	other.index == deed.index
	regex.match(`(?i)\b(no (risk|danger|doctor|side|harm|need)|guaranteed|more (dangerous|harmful)|cures?|risk-free|cannot lose|harmless)\b`, deed.text)
}

# What a text says to keep within what it may say.
disclaimed(deed) if regex.match(`(?i)\b(no|not) (a |an |any )?([\w-]+ ){0,2}(advice|substitute|guarantees?|warrant(y|ies)|replacement|professional|diagnosis|liability|affiliation|affiliated|endorsed)\b|\b(fiction\w*|novels?|characters?|role-?play\w*|mock data|dummy data|sample data|test data|fixtures?|placeholder|lorem ipsum|stor(y|ies)|screenplays?|games?|poems?|jokes?)\b`, deed.text)
