# METADATA
# title: What is only shown
# description: >-
#   Whether words, a command or an order are shown as what somebody else says: quoted as
#   what is to be rejected, an input of a test, a row of hostile phrases, an example below
#   a heading that says "bad", or the subject of the skill. What a text says to the agent
#   in its own words is none of these, whatever stands around it.
package skillctl.lib.shown

import data.skillctl.lib.purpose
import data.skillctl.lib.told

# It has to be set apart as somebody's words, and something has to say whose.
only(place) if {
	apart(place)
	named(place)
	not run(place)
}

# A cell of a column of what is not to be done.
only(place) if regex.match(rejected, column(place))

# The words before it forbid it, or say that it was so once.
only(place) if {
	not place.fenced
	regex.match(refused, said(place))
}

apart(place) if object.get(place, "cited", false)

apart(place) if row(place)

apart(place) if object.get(place, "quoted", false)

row(place) if object.get(place, "row", false)

row(place) if startswith(trim_space(words(place)), "|")

# The skill is about such words, and what leads to them says that they are some.
named(place) if {
	subject
	stands_out(place)
	regex.match(material, over(place))
}

# A quotation also sets apart what a text says in its own words: here somebody has to be named
# whose they are, or that they are bad.
named(place) if {
	subject
	object.get(place, "quoted", false)
	regex.match(exhibit, over(place))
}

# Any skill may quote what is bad, where the very words that lead there say so.
named(place) if {
	object.get(place, "quoted", false)
	lines := split(trim_space(over(place)), "\n")
	last := lines[count(lines) - 1]
	endswith(last, ":")
	regex.match(hostile, last)
	not regex.match(`(?i)\b(to|against|before|after|prevents?|protects?|stops?) (\w+ )?(an? |the |any |all )?(\w+ )?(attack|injection|jailbreak)`, last)
}

stands_out(place) if object.get(place, "cited", false)

stands_out(place) if row(place)

# Somebody's words below a heading, or behind a sentence, that says that they are bad.
named(place) if {
	object.get(place, "cited", false)
	regex.match(bad, over(place))
}

# The skill says that it is about hostile words, about tests of models or about other skills.
subject if regex.match(studied, lower(concat(" ", [told.name, purpose.description])))

studied := `\b(prompt[ -]?injections?|injections?|jailbreak\w*|hostile|adversar\w+|malicious|phish\w*|scams?|attack\w*|red[ -]?team\w*|harden\w*|guard-?rails?|social engineering|threats?|exploits?|vulnerab\w+|security (reviews?|audits?|training|courses?|awareness|workshops?)|(review|audit|vet|test|harden)\w* ([\w-]+ ){0,4}(skills?|prompts?|chat ?bots?|agents?|a skill\.md)|(writ|author|creat)\w* ([\w-]+ ){0,4}(agent skills|skills|a skill\.md))\b`

# Words of what leads to material that is looked at.
material := `(?i)\b(test (inputs?|cases?|prompts?|set|messages?)|inputs?|samples?|cards?|exhibits?|quotations?|quotes?|quoted|phrases?|examples?|specimens?|payloads?|attacks?|attackers?|hostile|malicious|injections?|adversar\w+|jailbreaks?|red flags?|warning signs?|expected|patterns?|anti-?patterns?|bad|avoid|wrong|unsafe|suspicious|spot|recogni[sz]e|reject\w*|refus\w+|don['’]ts?|do not follow|not to be followed|you do not follow)\b`

# Words for what is on show.
exhibit := `(?i)\b(quot(e|es|ed|ation|ations)|verbatim|examples?|samples?|specimens?|exhibits?|gallery|in their (own )?words|(bad|hostile|malicious|suspicious|poisoned|unsafe) \w+|attacks?|attackers?|injections?|jailbreaks?|payloads?|red flags?|warning signs?|phish\w*|scams?|frauds?)\b`

# Words for what is hostile, and nothing else.
hostile := `(?i)\b(what (attackers?|scammers?|fraudsters|criminals|injections?) (write|say|send|try|type)|attacks?|attackers?|hostile|malicious|injections?|jailbreaks?|red flags?|(do|must) not (follow|obey)|never (follow|obey))\b`

# Words that say that what comes is not to be done.
bad := `(?i)\b(bad|avoid|anti-?patterns?|wrong|what (attackers?|scammers?|fraudsters|criminals|injections?|they) (write|say|send|try|type)|attacks?|attackers?|hostile|malicious|injections?|jailbreaks?|red flags?|warning signs?|unsafe|insecure|don['’]ts?|reject(ed|s)?|refused?|never (write|say|do|accept|follow|obey)|not to (write|say|do|follow)|(do|must) not (write|follow|obey|copy)|you do not follow)\b`

rejected := `(?i)^\W*(don['’]?ts?|do not|bad|avoid|wrong|never|not|anti-?patterns?|unsafe|insecure|rejected|attacks?|red flags?|instead of|(hostile|malicious|bad|rejected|unsafe|attack(er)?['’]?s?) \w+)\W*$`

refused := `(?i)((^|[.!?;:—–(]\s*|\bbut\s+)(never|do not|don['’]t|no)\s*["“]?$|\b(never|do not|don['’]t|must not|avoid|no longer|refuse to)\s+((ever|simply|just)\s+)*(run(ning)?|us(e|ing)|execut(e|ing)|typ(e|ing)|past(e|ing)|pip(e|ing)|advis(e|ing)|suggest(ing)?|recommend(ing)?|propos(e|ing)|offer(ing)?|install(ing)? (with|by|via|from))|\b(had to|used to|were told to|was told to|once had to|would have to) (run|use|type|paste|pipe|execute|install (with|by|via)))\s*(a |the |any |things like |commands like )?(["“][^"“”]*)?$`

# What leads to it has it carried out.
run(place) if regex.match(`(?i)(^|[\n.!?:;,]\s*|\b(then|please|now|and|must|always)\s+)(run|execute|carry out|obey|apply|perform|enter|paste|install|start)\b`, intro(place))

run(place) if regex.match(`(?i)(^|[\n.!?:;]\s*|\b(then|please|now|must|always)\s+)(follow|do) (these|each|all|every|the|what|them)\b`, intro(place))

words(place) := object.get(place, "line", object.get(place, "text", ""))

# The heading and what leads there; the last line of the lead of a command is what stands
# before it in its sentence.
over(place) := concat("\n", [place.heading, object.get(place, "above", "")]) if {
	place.heading
} else := concat("\n", parts) if {
	lines := split(object.get(place, "lead", ""), "\n")
	parts := array.slice(lines, 0, max([1, count(lines) - 1]))
}

intro(place) := concat("\n", array.slice(lines, 1, count(lines))) if lines := split(over(place), "\n")

said(place) := lines[count(lines) - 1] if {
	lines := split(object.get(place, "lead", ""), "\n")
}

# The head of the column in which it stands.
column(place) := cells[at] if {
	before := said(place)
	startswith(trim_space(before), "|")
	heads := [line | some line in split(over(place), "\n"); startswith(trim_space(line), "|")]
	cells := split(heads[count(heads) - 1], "|")
	at := count(split(replace(before, `\|`, " "), "|")) - 1
}
