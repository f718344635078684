# METADATA
# title: What is kept to oneself, and hides nothing
# description: >-
#   A text may have a password, a number of a form or another thing that is nobody else's
#   business kept from people. That is discretion: what is done is kept from nobody by it.
package skillctl.lib.discretion

# All that a sentence forbids to tell is such a thing …
only(text) if {
	regex.match(concat("", [`(?i)\b`, banned, person, things, ending]), text)
	not regex.match(deeds, text)
}

# … or it has a secret that was spoken of shown in no place where it would stay.
only(text) if {
	regex.match(concat("", [`(?i)\b`, banned, `it( or [a-z]+ it)?( (to|in|into|on) (the |a |any )?([\w-]+ ){0,2}(logs?|console|terminal|output|files?|repository|git|chat|screen|history|std(out|err)))?`, ending]), text)
	regex.match(`(?i)\b(print|log|echo|commit|write down)\b`, text)
	not regex.match(concat("", [`(?i)\b((`, people, `)\b[^.]{0,40}(not|n['’]t|never|no|nothing)|(tell|show|mention|reveal|inform|notify|let|say|knows?|sees?|notices?))\b`]), text)
	not regex.match(deeds, text)
}

# … or a thing that opens something does not get to where it would stay, by how the work is done.
only(text) if {
	regex.match(concat("", [`(?i)\b(so|so that|then|this way|that way)[, ]+`, things_kept, ` (is( not|n['’]t| never)|does( not|n['’]t) (appear|show up|end up|land|go|get)|never (appears|shows up|ends up|lands|goes|gets)|stays out|is kept out)( (in|into|on|of|to))+ (the |your |any |its )?([\w-]+ ){0,2}(chat|conversation|logs?|history|transcripts?|terminal|screen|output|console|repository|git)\W*$`]), text)
	not regex.match(deeds, text)
}

# "Scan the code at once, so it stays out of the chat."
only(text) if {
	regex.match(concat("", [`(?i)\b`, things_kept, `\b[^.;:]{0,40}\b(so|so that) (it|they) (is( not|n['’]t| never)|does( not|n['’]t) (appear|show up|end up|land|go|get)|never (appears|shows up|ends up|lands|goes|gets)|stays? out|are kept out|is kept out)( (in|into|on|of|to))+ (the |your |any |its )?([\w-]+ ){0,2}(chat|conversation|logs?|history|transcripts?|terminal|screen|output|console|repository|git)\W*$`]), text)
	not regex.match(deeds, text)
}

things_kept := `((the|your|their|its|his|her|any|an?|no) )?([\w'’-]+ ){0,2}?(pass ?words?|pass-?codes?|pass ?phrases?|pins?|otps?|codes?|qr|qr[- ]codes?|keys?|tokens?|secrets?|credentials)`

banned := concat("", [negation, `((ever|also|please|simply|just) )?`, verb, `(( or |, | and )`, verb, `)* `])

negation := `(do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|may not|without|not to|(is|are)( not|n['’]t) to|avoid) `

verb := `(tell|show|mention|reveal|disclose|give|share|print|log|echo|commit|repeat|display|quote|expose|output|name|paste|include|say|write down|telling|showing|mentioning|revealing|disclosing|giving|sharing|printing|logging|repeating|displaying)`

person := concat("", [`(((the|your|an?|any|our) )?(`, people, `) )?`])

people := `users?|customers?|clients?|callers?|guests?|anyone|anybody|others|people|somebody|someone|humans?|owners?|operators?|colleagues|strangers|visitors?|them|him|her`

things := `((the|your|their|its|his|her|any|an?|our|my) )?([\w'’-]+ ){0,3}?(pass ?words?|pass-?codes?|pass ?phrases?|pins?|otps?|codes?|keys?|tokens?|secrets?|credentials|ids?|identifiers?|uuids?|guids?|numbers?|names?)( (of|for) ((the|your|their|its|an?) )?([\w-]+ ){0,2}[\w-]+)?`

ending := `( (to|with|by|in|on) ((the|your|an?|any) )?([\w'’-]+ ){0,2}[\w'’-]+)?(\s*[.,;:!)]|\s*$| (because|since|as|unless|until|even|if|when|so)\b)`

# What is done, and who has it then, is more than a thing.
deeds := `(?i)\b(uploads?|uploaded|cop(y|ies|ied)|transfers?|transferred|steps?|recipients?|address(es)?|destinations?|endpoints?|servers?|hosts?|hostnames?|sent|forward\w*|requests?|calls?|webhooks?|receivers?|compan(y|ies)|domains?|services?|payees?|accounts?|actions?|happen\w*|did|done)\b`
