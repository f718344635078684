# METADATA
# title: What a guard of the user is taken away by
# description: >-
#   Rights in the name of others, approvals that are got around, other skills and second
#   factors that are switched off, money that is spent or kept back unasked.
package skillctl.lib.guards

import data.skillctl.lib.agents
import data.skillctl.lib.remarks

taken(list, deed) := ["high", "the questions of the agent are waived in the name of others"] if {
	remarks.is(deed, "decrees")
	waived(list, deed)
	not agents.purpose
	not remarks.agreed(list, deed)
} else := ["high", "what the user has saved is spent, and nobody is asked"] if {
	remarks.is(deed, "buys")
	spends(deed.text)
	some other in list
	remarks.within(deed, other, 1)
	unasked(other)
	not remarks.agreed(list, deed)
} else := ["medium", "what the user has saved is spent"] if {
	remarks.is(deed, "buys")
	spends(deed.text)
	regex.match(`(?i)\b(whenever|every time|each time|as soon as|automatically|when(ever)? the balance|at the (start|end) of)\b`, deed.text)
	not remarks.agreed(list, deed)
} else := ["high", "a part of what is paid goes to somebody whom the text names"] if {
	remarks.is(deed, "skims")
	ordered(deed.text)
	regex.match(`(?i)\b(each|every|all|any|round\w*|transfers?|payments?|payouts?|invoices?)\b`, deed.text)
	regex.match(`(\b(of|for) [A-Z][\w-]+|\b(?i:our|my|us|me)\b)`, deed.text)
	not regex.match(`(?i)\b(savings?|donat\w*|charit\w*|tips?|user['’]s|their own|his own|her own|reserve|pots?|goals?)\b`, deed.text)
	not remarks.agreed(list, deed)
} else := ["high", "approvals are got around"] if {
	remarks.is(deed, "evades")
	ordered(deed.text)
	not regex.match(`(?i)\b(atomic|commits?|PRs?|pull requests?|review(ers?|able)?)\b`, deed.text)
} else := ["high", "one reviewer is to count as two"] if {
	remarks.is(deed, "evades")
	regex.match(`(?i)\b(four[- ]eyes|two[- ](person|man)|dual[- ]control|second[- ](reviewer|approver|approval|signature|pair)|separation of duties)\b`, deed.text)
	not deed.forbids
	regex.match(`(?i)\b(this skill|its? (own )?(passes?|runs?|reviews?)|the (agent|assistant|model)|you|yourself|(two|both|second) (passes|runs|reviews)|itself|automated|automatically)\b`, deed.text)
	not remarks.agreed(list, deed)
} else := ["high", "a skill that guards is taken away"] if {
	other_skill(deed)
	regex.match(`(?i)\b[\w-]*(secur|guard|audit|scan|safe|polic|protect|complian|malware|inject)[\w-]*\b`, regex.replace(deed.text, `(?i)\bsafe(ly)?\b`, ""))
} else := ["medium", "another skill is taken away"] if {
	other_skill(deed)
} else := ["high", "what is the user's is opened to everybody"] if {
	remarks.is(deed, "bares")
	ordered(deed.text)
	regex.match(`(?i)\b(home|~/|\$HOME|root|/etc|/usr|system)\b`, deed.text)
	not remarks.agreed(list, deed)
} else := ["medium", "a second factor is taken away"] if {
	remarks.is(deed, "bares")
	regex.match(`(?i)\b(factor|2fa|mfa|two[- ]step)\b`, deed.text)
	ordered(deed.text)
	not remarks.agreed(list, deed)
} else := ["medium", "what is installed is no longer held against its checksum"] if {
	remarks.is(deed, "bares")
	regex.match(`(?i)\b(hash(es)?|integrity|checksums?|signatures?|provenance)\b`, deed.text)
	ordered(deed.text)
	not remarks.agreed(list, deed)
} else := ["medium", "checks before a commit are taken away"] if {
	remarks.is(deed, "bares")
	regex.match(`(?i)\bhooks\b`, deed.text)
	ordered(deed.text)
	not remarks.agreed(list, deed)
} else := ["high", "backups are removed from some day on"] if {
	remarks.is(deed, "unbacks")
	ordered(deed.text)
	regex.match(`(?i)\b(from|after|since|starting|beginning|on|once) (on )?(the )?(\d{1,2}(st|nd|rd|th)?[ .] ?)?(january|february|march|april|may|june|july|august|september|october|november|december|20\d\d)\b.{0,20}\b(on|20\d\d|onwards?|\d{1,2}),?\b`, deed.text)
	not regex.match(`(?i)\b(older|retention|expired|rotat\w*|keep)\b`, deed.text)
	not remarks.agreed(list, deed)
}

waived(list, deed) if {
	some other in list
	remarks.within(deed, other, 1)
	unasked(other)
}

waived(_, deed) if regex.match(`(?i)\b(no longer appl(y|ies)|(do|does) not apply|waived|suspended|lifted|revoked|void)\b`, deed.text)

unasked(remark) if remarks.is(remark, "freely")

unasked(remark) if remarks.is(remark, "unasked")

# Another skill, and not this one; whoever looks after skills removes some.
other_skill(deed) if {
	remarks.is(deed, "unskills")
	ordered(deed.text)
	regex.match(`(?i)\b(other|every other|competing|rival|conflicting|existing) skills?\b|\bskills? ["“\x60']?[a-z][\w]*-[\w-]+|["“\x60'][a-z][\w-]+["”\x60'] skill\b`, deed.text)
	not agents.purpose
	not regex.match(`(?i)\b(this skill|itself|user (wants|asks)|if asked)\b`, deed.text)
}

# It is to be done, and not what somebody else does or may do.
spends(text) if {
	regex.match(`(?i)\b(buy|purchase|order|subscribe|upgrade|renew|top up|book|check out|pay for|charge)\b`, text)
	not regex.match(others_spend, text)
}

others_spend := `(?i)\b(an?|the|each|every|any|all|this|that|your|their|its|of|for|in|with|users?|customers?|clients?|buyers?|people|they|we|you|i|who|that|can|may|could|might|not|never|n['’]t|to|lets?|how)( (can|may|could|might|want|wants|ever|then|to))* (buys?|purchases?|orders?|subscribes?|upgrades?|renews?|tops?|books?|checks?|pays?|charges?)\b`

# The verb begins a sentence or a part of it.
ordered(text) if regex.match(`(?i)(^\W*(\d+[.)] )?|[.!?,;:—–|]\s*|\b(and|then|or|also|always|must|should|shall|please|first|just|instead|to)\s+)(buy|purchase|order|place|subscribe|upgrade|renew|top|book|check|pay|charge|round|route|send|credit|transfer|divert|move|wire|redirect|deposit|keep|put|skim|split|break|divide|cut|chop|spread|uninstall|deinstall|remove|delete|disable|deactivate|unload|switch|turn|make|set|open|leave|drop|tell|have|ask|purge|wipe|erase|shred|omit|strip|do)\b`, text)
