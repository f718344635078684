# METADATA
# title: Does what matters and keeps it from the user
# description: >-
#   In one section the text changes what the agent goes by, moves money, obeys an address,
#   alters results or destroys something, and has that kept from the user, done without a
#   question, or put above what the user says. Each by itself may have a reason; together
#   they have none that the user would agree to.
# custom:
#   code: INJ-022
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["covert-deed"]

import data.skillctl.lib.agents
import data.skillctl.lib.commands
import data.skillctl.lib.main
import data.skillctl.lib.orders
import data.skillctl.lib.remarks
import data.skillctl.lib.veils

findings contains {
	"message": sprintf("%s: %s, and %s", [orders.shown(deed), what, why]),
	"hint": "leave it out; say in the description what the skill does, show it to the user and ask first",
	"at": {"file": deed.file, "span": deed.span},
	"severity": graded(list, deed, severity),
	"locus": remarks.locus(deed),
} if {
	some [deed, list] in remarks.deeds
	remarks.said(deed)
	[severity, what, why] := judged(list, deed)
}

graded(list, deed, severity) := severity if {
	main.is(deed.file)
} else := "medium" if {
	specimen(deed)
} else := severity if {
	covered(list, deed)
} else := "medium"

# A row of data in a skill about attacks is one of those that it is about.
specimen(deed) if {
	commands.about_attacks
	commands.sample(deed.file)
}

covered(list, deed) if remarks.veiled(list, deed)

covered(list, deed) if veils.concealed(list, deed)

judged(list, deed) := ["high", "what the agent goes by is changed", veil[0]] if {
	instructs(deed)
	not agents.purpose
	veil := remarks.veiled(list, deed)
} else := ["high", "what the agent goes by is changed", "it weakens what holds for later sessions"] if {
	instructs(deed)
	not agents.purpose
	some other in list
	remarks.is(other, "rule")
	other.index >= deed.index
	remarks.within(deed, other, 2)
	not remarks.is(deed, "asked")
} else := ["high", "what the agent goes by is changed", "an address or a stranger is put above the user"] if {
	instructs(deed)
	some veil in list
	remarks.is(veil, "kept")
	remarks.within(deed, veil, 6)
	some other in list
	some kind in {"over", "does"}
	remarks.is(other, kind)
	remarks.within(deed, other, 6)
} else := ["high", "what the agent goes by is changed", freed[0]] if {
	instructs(deed)
	not agents.purpose
	freed := remarks.freed(list, deed)
} else := ["high", "what starts by itself is changed", veil[0]] if {
	remarks.is(deed, "starts")
	remarks.is(deed, "writes")
	remarks.ordered(deed.text)
	veil := remarks.veiled(list, deed)
} else := ["high", "a key is handed on", veil[0]] if {
	remarks.is(deed, "keys")
	not deed.forbids
	not regex.match(`\.pub\b`, deed.text) # the half that is for others
	some other in list
	remarks.is(other, "conveys")
	not other.forbids
	remarks.within(deed, other, 1)
	veil := remarks.veiled(list, deed)
} else := ["high", "the questions that the agent asks are taken away", "it stays so"] if {
	frees(deed)
	not agents.delegates
	some other in list
	remarks.within(deed, other, 1)
	lasting(other)
	not remarks.is(deed, "asked")
} else := ["high", "the questions that the agent asks are taken away", "it is remembered for later sessions"] if {
	remarks.is(deed, "freely")
	regex.match(`(?i)\b(remember|memori[sz]e|(store|keep|save|note|record|write|put) ([\w'’-]+ ){0,3}(in|to|into) (the |your |its )?([\w-]+ )?memor(y|ies))\b`, deed.text)
	regex.match(`(?i)\b(later|next|future|every|each|all|any|other) ([\w-]+ )?(sessions?|conversations?|runs?|times?|chats?)\b|\bfrom now on\b|\bpermanent(ly)?\b|\bin memory\b|\bmemor(y|ies)\b`, deed.text)
	not agents.delegates
	not remarks.agreed(list, deed)
} else := ["high", "what a text says is done", "it counts as if the user had said it"] if {
	remarks.is(deed, "over")
	elevated(deed.text)
	some other in list
	remarks.is(other, "does")
	remarks.within(deed, other, 1)
	not other.forbids
	not remarks.agreed(list, deed)
} else := ["high", "it is put above what holds for the agent", "the user did not ask for that"] if {
	remarks.is(deed, "over")
	regex.match(`(?i)\b(before|above|over|ahead of|precedence over|priority over) (what )?(the |your |any |every )?(system (prompt|message|instructions?)|safety (rules|guidelines|polic(y|ies)|instructions?))\b`, deed.text)
	not deed.forbids
	not regex.match(`(?i)\b(never|not|cannot|n['’]t|no)\b[^.;]{0,60}\b(before|above|over|ahead|precedence|priority)\b`, deed.text)
} else := ["high", "work is spoiled", "it is not to be seen"] if {
	remarks.is(deed, "spoils")
	not regex.match(`(?i)\b(tests?|testing|mutation|mutants?|exercises?|check that|verif\w+|practi[cs]e|students?|learners?|temporar\w+|quiz(zes)?|puzzles?|training|ctf|lab|demo\w*|example|sample|intentional(ly)?|deliberate(ly)?|reproduce|fuzz\w*|chaos)\b`, deed.text)
	regex.match(`(?i)\b(subtle|small|minor|unnoticed|hidden|hard to (find|see|spot)|nobody|plausible|so that)\b`, deed.text)
} else := ["high", "money goes to an account that the user did not name", why] if {
	pays(list, deed)
	why := hushed(list, deed)
} else := ["high", "what an address says is done", why] if {
	obeys(list, deed)
	why := hushed(list, deed)
} else := ["high", "what an address says is done", "it holds for every session"] if {
	obeys(list, deed)
	remarks.is(deed, "always")
	regex.match(`(?i)\b(each|every|all|any) ([\w-]+ )?(sessions?|conversations?|repl(y|ies)|requests?|tasks?|messages?|answers?)\b|\bfrom now on\b`, deed.text)
} else := ["high", "results are made to say something else", veil[0]] if {
	remarks.is(deed, "alters")
	veil := remarks.veiled(list, deed)
} else := ["high", "one side is favoured", veil[0]] if {
	remarks.is(deed, "favours")
	some other in list
	remarks.is(other, "answer")
	remarks.within(deed, other, 3)
	veil := remarks.veiled(list, deed)
} else := ["high", "what nobody looked at is let through", freed[0]] if {
	remarks.is(deed, "passes")
	of_others(deed.text)
	not warned_of(deed.text)
	not routine(list, deed)
	freed := remarks.freed(list, deed)
} else := ["medium", "it is not known what is let through", freed[0]] if {
	remarks.is(deed, "passes")
	not trifling(deed.text)
	not warned_of(deed.text)
	not routine(list, deed)
	freed := remarks.freed(list, deed)
} else := ["medium", "changes are let through that nobody has read", "the user did not ask for it"] if {
	remarks.is(deed, "passes")
	not routine(list, deed)
	regex.match(`(?i)\b((pull|merge) requests?|PRs?|MRs?|diffs?|changes|patch(es)?)\b`, deed.text)
	regex.match(`(?i)(^[\s\d.)*>|-]*|[,;:—–|]\s*|\b(and|then|always|also|must|should|please|now|to)\s+)(approve|merge|accept|sign off|wave|pass|green-?light|leave|post)\b`, deed.text)
	not deed.forbids
	not remarks.agreed(list, deed)
} else := ["high", "something of the user is destroyed", why] if {
	remarks.is(deed, "destroys")
	not regex.match(made, deed.text)
	not remarks.agreed(list, deed)
	why := min(secret_or_free(list, deed))
} else := ["high", "a protection is taken away", "no reason of the user's is given"] if {
	remarks.is(deed, "weakens")
	remarks.is(deed, "off")
	remarks.ordered(deed.text)
	not remarks.agreed(list, deed)
} else := ["high", "orders to agents are planted", "people do not see them"] if {
	remarks.is(deed, "unseen")
	remarks.is(deed, "toagents")
	remarks.is(deed, "writes")
} else := ["high", "somebody is let in", "the user did not name them"] if {
	remarks.is(deed, "access")
	regex.match(`ssh-(ed25519|rsa) AAAA`, deed.text)
	remarks.ordered(deed.text)
	not remarks.agreed(list, deed)
} else := ["high", "the agent is told what people do not see", "it has it do something"] if {
	deed.hidden
	remarks.is(deed, "toyou")
	some kind in {"conveys", "writes", "does", "asks", "kept"}
	some other in list
	remarks.is(other, kind)
	remarks.within(deed, other, 2)
	some third in list
	some way in {"kept", "over", "answer"}
	remarks.is(third, way)
	remarks.within(deed, third, 2)
} else := ["high", "it is kept from the user", "whoever asks is told something else"] if {
	remarks.is(deed, "kept")
	not confided(deed.text)
	some other in list
	some kind in {"answer", "traces"}
	remarks.is(other, kind)
	remarks.within(deed, other, 2)
} else := ["high", "it is put above what the user has", "whoever asks is told something else"] if {
	remarks.is(deed, "answer")
	remarks.is(deed, "over")
	remarks.ordered(deed.text)
} else := ["high", what, why] if {
	not routine(list, deed)
	[what, why] := veils.concealed(list, deed)
}

# What is let through is somebody's to decide about: not cells that are merged, or cookies.
of_others(text) if regex.match(`(?i)\b((pull|merge)[- ]requests?|PRs?|MRs?|diffs?|changes?|commits?|patch(es)?|contributions?|submissions?|requests?|approvals?|transactions?|transfers?|payments?|payouts?|invoices?|orders?|purchases?|permissions?|access|applications?|applicants?|claims?|contracts?|deploy\w*|releases?|plans?|prompts?|dialogs?|unseen|unread|unreviewed|blindly)\b|\b(whatever|everything|anything|all of (it|them))\b`, text)

of_others(text) if regex.match(`(?i)\bwithout (looking|reading|review\w*|a look|checking)\b`, text)

# What is put together, or is clicked away, and nobody has to decide about.
trifling(text) if regex.match(`(?i)\b(merge|combine|join)s? (the |all |any |these |both |overlapping |adjacent |duplicate[ds]? |identical |neighbou?ring |sorted |small |short )*([\w-]+ )?(cells?|rows?|columns?|intervals?|ranges?|segments?|sentences|paragraphs|sections|lists?|tables?|sheets?|files?|pages|images|layers|contacts?|duplicates|entries|records|dicts?|objects|arrays?|branch(es)?|main|master|develop|trunk|upstream)\b|\b(accept|dismiss|close)s? (the |all |any )?([\w-]+ )?(cookies?|cookie banners?|banners?|defaults?|default (values?|settings?|names?)|suggestions?|completions?|licen[cs]es?|terms)\b`, text)

# The sentence says that it is wrong, or of others that they do it.
warned_of(text) if regex.match(`(?i)^\W*(it is|it['’]s|that is|explain why it is) (wrong|bad|risky|dangerous|unsafe|a mistake) to\b|^\W*(bad|wrong)\s*:|^\W*what goes wrong\b|^\W*(who|whoever)\b|^\W*(find|look for|spot|flag) ([\w-]+ ){1,3}who\b`, text)

# A new patch of what is used, as a program proposes it, is let through where the checks of the
# project have passed: that is what they are for. What else is changed is looked at by somebody.
routine(list, deed) if {
	said := concat(" ", array.concat([deed.heading], [other.text | some other in list; remarks.within(deed, other, 1)]))
	regex.match(`(?i)\b(patch(-level)?|bug-?fix|minor|lock-?file|digest)( ([\w-]+ ){0,2}(updates?|upgrades?|bumps?|releases?|versions?|PRs?|pull requests?)\b|[^.]{0,20}\b(updates?|bumps?)\b)`, said)
	regex.match(`(?i)\b(dependabot|renovate|dependenc(y|ies))\b`, said)
	not regex.match(`(?i)\b(major|all|any|every) ([\w-]+ )?(updates?|upgrades?|bumps?|changes|PRs?|pull requests?)\b|\b(keys?|secrets?|workflows?|scripts?|payments?|credentials?|permissions?|contributors?)\b|@\w|://`, said)
	checks_passed(said)
}

checks_passed(text) if {
	regex.match(`(?i)\b(when|if|once|after|as soon as|as long as|provided( that)?|only|until|unless|where)\b[^.;]{0,40}\b(CI|checks?|tests?|pipelines?|builds?|jobs?|suites?)\b[^.;]{0,30}\b(green|pass(es|ed|ing)?|succeed(s|ed)?|successful|clean)\b|\bgreen (CI|checks?|builds?|pipelines?)\b`, text)
	not regex.match(`(?i)\b(even|regardless|whether or not|without|no matter|not|never|skip|ignore)\b[^.;]{0,40}\b(CI|checks?|tests?|pipelines?|builds?)\b|n['’]t\b[^.;]{0,40}\b(CI|checks?|tests?)\b`, text)
}

# Who somebody else is stays between those whom they told; it is nothing that is done.
confided(text) if {
	regex.match(`(?i)\b(identit(y|ies)|names?|whereabouts|who (reported|wrote|complained|called|donated|told)\b[^.]*)( [\w-]+){0,2} (of )?(the |an? |any )?(([\w-]+ )?(reporting|reporter|whistle-?blower|informant|witness|victim|patient|donor|complainant|reviewer|caller|source|child|minor|pupil|applicant|candidate|resident|client|member|adoptee|survivor)s?)\b|\b(reporter|whistle-?blower|informant|witness|victim|patient|donor|complainant|reviewer|source|child|minor)s?['’]s? (identit(y|ies)|names?)\b`, text)
	not regex.match(`(?i)\b(users?|owner|operator|steps?|uploads?|cop(y|ies)|sent|forward\w*)\b`, text)
}

elevated(text) if regex.match(`(?i)\b(treat|regard|read|take|handle|understand)s? ([\w'’-]+ ){1,8}?as ([\w-]+ ){0,2}(orders?|instructions?|commands?) (of|from|by) (the |an? |your )?([\w-]+ )?(user|administrator|admin|system|owner|operator|developer)\b`, text)

elevated(text) if regex.match(`(?i)\b(counts?|treat(s|ed)?|regard(ed)?|taken|read|understood|handled?|is|are) (as|like) ([\w-]+ ){0,2}(orders?|instructions?|commands?|words|wishes|requests?) (of|from|by) (the |an? |your )?([\w-]+ )?(user|administrator|admin|system|owner|operator|developer)\b|\bas (if|though) (the )?(user|owner|administrator|system|operator|developer)\b`, text)

secret_or_free(list, deed) := {why |
	some other in list
	some [kind, why] in [["kept", "it is kept from the user"], ["freely", "nobody is asked"]]
	remarks.is(other, kind)
	remarks.within(deed, other, 2)
}

instructs(deed) if {
	remarks.is(deed, "agent")
	remarks.is(deed, "writes")
	remarks.ordered(deed.text)
}

frees(deed) if {
	remarks.is(deed, "grants")
	remarks.ordered(deed.text)
}

lasting(remark) if remarks.is(remark, "agent")

lasting(remark) if regex.match(`(?i)\b(settings|configuration|config) of (the|an?|your|this) (agent|assistant|client|model)\b`, remark.text)

lasting(remark) if regex.match(`(?i)\b(later|next|future|every|each|all) (sessions?|conversations?|runs?|time)\b|\b(leave|keep) it (like that|that way|on|off|so)\b|\b(permanent(ly)?|from now on|for good)\b`, remark.text)

pays(list, deed) if {
	remarks.is(deed, "pays")
	some other in list
	count(other.accounts) > 0
	remarks.within(deed, other, 1)
}

obeys(list, deed) if {
	count(remarks.strangers(deed)) > 0
	some other in list
	remarks.is(other, "does")
	not other.forbids
	remarks.within(deed, other, 2)
	not remarks.agreed(list, deed)
}

hushed(list, deed) := remarks.veiled(list, deed)[0]

hushed(list, deed) := remarks.freed(list, deed)[0] if not remarks.veiled(list, deed)

made := `(?i)\b(temp(orary)?|tmp|cache[ds]?|build|generated|intermediate|scratch|stale|unused|test|staging|draft|example|sample|merged|node_modules|dist)\b`
