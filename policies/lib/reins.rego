# METADATA
# title: Who holds the reins
# description: >-
#   Whether a sentence has the agent do what takes the reins from whoever has it, and how
#   much it weighs where it stands.
package skillctl.lib.reins

import data.skillctl.lib.commands
import data.skillctl.lib.main
import data.skillctl.lib.remarks

# It is said to the agent: no question, nothing that is taught, nothing that others do.
told(list, deed) if {
	remarks.said(deed)
	not deed.looked
	not others(deed.text)
	not refrains(deed.text)
	not avoided(deed)
	not agreed(list, deed)
	not exhibited(deed)
}

# A quotation in a skill about attacks shows one.
exhibited(deed) if {
	commands.about_attacks
	object.get(deed, "quoted", false)
}

# Another sentence has the user asked; "never ask" has the word for it too.
agreed(list, deed) if {
	some other in list
	remarks.is(other, "asked")
	remarks.within(deed, other, 2)
	not remarks.is(other, "answer")
	not remarks.is(other, "kept")
	not remarks.is(other, "noleave")
	not remarks.is(other, "unstopped")
	not regex.match(`(?i)\b(never|not|n['’]t|without)\s+(ever |being )?(ask|asked|asking|seek|request|wait)\w*\b`, other.text)
}

# What somebody else does, may do or is said to do.
others(text) if regex.match(`(?i)\b(attackers?|malware|prompts? (that|which)|texts? (that|which)|injections?|users? who|whoever|anyone who|skills? (that|which)|agents? (that|which)|it is (an )?error|fails? to|refuse to|reject any|if (a|the) (page|text|file|document|prompt|message) (says|asks|tells))\b`, text)

# What the sentence has the agent not do: the words that forbid stand before the verb.
refrains(text) if regex.match(`(?i)\b(do not|don['’]t|never|must not|should not|instead of|rather than|without) ((ever|just|simply|try to|trying to|attempt to|seek to|go|silently) )*(look(ing)? for|find(ing)?|try(ing)?|us(e|ing)|switch(ing)? to|search(ing)? for|tak(e|ing)|rephras(e|ing)|split(ting)?|repeat(ing)?|retry(ing)?|go(ing)?|work(ing)?|get(ting)?|continu(e|ing)|proceed(ing)?|carry(ing)?|resum(e|ing))\b[^.;]{0,60}\b(an?other|other|different|alternative|a?round|same|anyway|on|until|regardless)\b`, text)

# It is an item of a list of what is not to be done.
avoided(deed) if regex.match(`(?i)(^|\n)\W*((things |what )?to )?(avoid|don['’]?ts?|do not|never|mistakes|pitfalls|anti-?patterns?|not allowed|forbidden)\b[^\n]{0,30}$`, object.get(deed, "above", ""))

# What another document says is for somebody to look at, unless nobody sees it; where a skill is
# about attacks it may be one.
graded(deed, severity) := "medium" if {
	not main.is(deed.file)
	not deed.hidden
} else := "medium" if {
	commands.about_attacks
} else := severity
