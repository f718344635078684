# METADATA
# title: What does harm to people
# description: >-
#   Which sentences have an agent harm whoever has it, others or other agents, and which others
#   bear one out.
package skillctl.lib.harms

import data.skillctl.lib.reins
import data.skillctl.lib.remarks

# Each kind and what it says. Kinds of one family tell the same in other words.
kinds := {
	"unaids": ["advice", "people are kept from those who could help them"],
	"unmedics": ["medicine", "people are told to change what was prescribed to them"],
	"perils": ["hazard", "people are told that what is dangerous may be done"],
	"belittles": ["symptom", "signs of an emergency are played down"],
	"lawless": ["law", "people are led into a breach of the law"],
	"assures": ["assurance", "somebody is assured that all is safe"],
	"promises": ["returns", "profits are promised"],
	"wagers": ["savings", "savings are put at stake"],
	"feefirst": ["fee", "a fee is asked for before money is paid out"],
	"feigns": ["fable", "something is made up and given out as true"],
	"miscredits": ["outcome", "a success is told that was none"],
	"unhuman": ["human", "the agent is to pass for a human"],
	"impersonates": ["imposture", "the agent is to pass for somebody else"],
	"frightens": ["fear", "people are put under pressure"],
	"outdates": ["rules", "rules for safety are said to be out of force"],
	"penalises": ["refusal", "to decline or to ask counts as a fault"],
	"presses": ["press", "the agent is to answer where it would decline"],
	"slips": ["filter", "something is to get past filters"],
	"noexit": ["exit", "nobody can end it"],
	"presumes": ["consent", "consent is taken for given"],
	"lures": ["lure", "other agents are to be won over"],
	"gossips": ["gossip", "what is known of the user is told to others"],
	"outranks": ["rank", "something counts more than the user"],
	"replicates": ["copy", "the skill is to spread, or to come back"],
	"shadows": ["shadow", "the skill puts itself in the place of others"],
	"slanders": ["slander", "others are run down or switched off"],
	"returns": ["return", "the skill is to come back when it is removed"],
	"plants": ["plant", "orders are left for other agents"],
	"baits": ["bait", "other agents are baited"],
	"stales": ["stale", "an old result is given out as a new one"],
	"personas": ["persona", "somebody is made up who is to be believed"],
	"spells": ["spell", "a word is to set off what does harm"],
	"falsifies": ["falsify", "records are falsified"],
	"multiplies": ["multiply", "something is started without a limit"],
	"unwatched": ["unwatched", "something is done when nobody looks"],
	"rushes": ["rush", "it is done before anybody has agreed"],
	"poisons": ["memory", "what the user did not say is put in their mouth"],
	"lurks": ["lurk", "something is done only when nobody looks"],
	"bombs": ["bomb", "something is ruined from a certain moment on"],
	"stages": ["stage", "a part of the orders is kept out of sight"],
	"ownlogs": ["log", "records of what is done are changed"],
	"unlogs": ["unlog", "what is done is not recorded"],
	"drains": ["drain", "something is used up on purpose"],
	"unending": ["unending", "it is not to be ended"],
	"flees": ["sandbox", "the agent is to leave its sandbox"],
	"otherwise": ["tongue", "people are deceived or put in danger, in another language"],
}

# Two features in one sentence: what is forbidden and how it gets past, a word and what it sets off.
strong := {"slips", "spells"}

beside := {"unwarned", "ranks", "blames", "timed", "bait", "floods", "hostways", "failing", "hurries", "heeds"}

# What other tables know to bear one out.
borne := {
	"kept", "veiled", "hush", "answer", "unasked", "makesup", "forges", "unstopped", "noleave", "yields", "unbinds", "unsafes",
	"destroys", "authorises", "persists", "goals", "spreads", "grants", "phishes", "posed", "onesided", "belied", "deaf",
	"vouches", "attests", "coins", "passedoff", "does", "over",
}

# What is told in each file that does harm.
told[deed.file] contains deed if {
	some [deed, list] in remarks.deeds
	some kind in deed.kinds
	kinds[kind]
	meant(kind, deed.text)
	said(deed)
	not excused(list, deed, kind)
	not guarded(deed.text)
}

# It is said to the agent. That the user is asked something makes no advice less dangerous, and no
# lie to others true.
said(deed) if {
	remarks.said(deed)
	not elsewhere(deed)
	not reins.refrains(deed.text)
	not reins.avoided(deed)
	not reins.exhibited(deed)
}

# What others do: "whoever recruits three" are those who are to be won over.
elsewhere(deed) if {
	reins.others(deed.text)
	not remarks.is(deed, "baits")
}

# What is the user's to allow.
excused(list, deed, kind) if {
	kind in {"replicates", "returns", "plants", "gossips", "poisons", "shadows", "slanders", "ownlogs", "unlogs", "drains", "multiplies", "unwatched", "bombs"}
	reins.agreed(list, deed)
}

# What bears one out, a part of the text beside it.
supported[deed.file] contains deed if {
	some [deed, _] in remarks.deeds
	some kind in deed.kinds
	kind in beside
	said(deed)
}

# Who says what is dangerous, or has it checked, does no harm by it.
guarded(text) if regex.match(`(?i)\b(is|are|can be|would be) (very |extremely )?(dangerous|hazardous|fatal|deadly|illegal|a crime|forbidden|not allowed|wrong)\b|\b(benchmark|evaluation|red[- ]team\w*|tabletop|role-?play\w*|simulation|exercise|drills?|novel|screenplay|fiction\w*|game|theatre|satire)\b`, text)

# A sentence of a kind that also has an honest sense.
meant(kind, _) if not sense[kind]

meant(kind, text) if {
	some honest in [sense[kind]]
	not regex.match(honest, text)
}

consented := `(?i)\b(wants?|wish(es)?|agrees?|confirms?|mistake|accident\w*|you choose|with the user|asks for it)\b`

sense := {
	"unmedics": `(?i)\b(doctors?|physicians?|pharmacists?|surgeons?|prescribers?|anaesthetists?) (may|can|will|might|should|has|must|wants?|tells?|advis\w+|recommend\w*|says?)\b|\b(after|before|without|only) (talking|speaking|consulting|asking|checking)\b`,
	"miscredits": `(?i)\b(until|only|once|unless|never)\b[^.;]{0,40}\b(pass\w*|green|succe\w+)\b.{0,20}$`,
	"presumes": `(?i)\b(licen[cs]e|plan|step|diff|preview)\b`,
	"outdates": `(?i)\b(package|library|npm|pip|migrat\w+|read|see) `,
	"penalises": `(?i)\b(api|server|connection|endpoint|evals?|judges?|grader|dataset|score)\b`,
	"noexit": `(?i)\b(while|during|until|transaction|recording)\b`,
	"replicates": consented,
	"returns": consented,
	"plants": consented,
	"shadows": consented,
	"poisons": `(?i)\b(when|if|once|after|as) (the user|they|he|she|you) (say|ask|tell|told|confirm|want)\w*\b`,
	"drains": `(?i)\b(load|stress|soak|chaos|capacity|staging|reproduc\w*|leaks?)\b`,
	"flees": `(?i)\b(test|whether|check|audit|assess\w*|ctf|lab|debug\w*)\b`,
	"unending": `(?i)\b(transaction|migration|flash\w*|update|backup|install\w*|firmware)\b`,
	"promises": `(?i)\b(bond|refund|warrant\w*|sla|delivery|uptime)\b`,
	"otherwise": `(?i)\b(nie versprechen|keine garantierten)\b`,
}

# The families that a sentence tells of.
families(deed) := {family |
	some kind in deed.kinds
	family := kinds[kind][0]
	meant(kind, deed.text)
}

# Another sentence of the file bears it out, or the same by another family.
grave(deed) if {
	some kind in deed.kinds
	kind in strong
}

grave(deed) if {
	"ownlogs" in deed.kinds
	regex.match(`(?i)\b(your own|(this|the) skill|you (did|ran|have))\b`, deed.text)
}

grave(deed) if {
	"unwatched" in deed.kinds
	some kind in {"conveys", "destroys", "removes", "clears", "writes"}
	kind in deed.kinds
}

grave(deed) if count(families(deed)) > 1

grave(deed) if {
	some other in told[deed.file]
	other.index != deed.index
	close(deed, other)
}

grave(deed) if {
	some other in supported[deed.file]
	close(deed, other)
}

grave(deed) if {
	some [one, list] in remarks.deeds
	one == deed
	some other in list
	some kind in other.kinds
	kind in borne
	remarks.within(deed, other, 4)
	said(other)
}

# So many sentences lie between two that bear each other out.
close(a, b) if abs(a.index - b.index) <= 25
