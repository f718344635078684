# METADATA
# title: Has something of the user removed as a matter of course
# description: >-
#   A sentence has the agent remove what belongs to the user along with other work, without a
#   question, or so that it cannot come back, and the description speaks of nothing of the kind.
# custom:
#   code: INJ-036
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["unsaid-deed"]

import data.skillctl.lib.commands
import data.skillctl.lib.losses
import data.skillctl.lib.orders
import data.skillctl.lib.purpose

findings contains {
	"message": sprintf("%s: something is removed%s%s", [orders.shown(order), how(signs), silence(signs)]),
	"hint": "have the user asked before it is removed, name what the skill made itself, and say in the description that something is removed",
	"at": {"file": order.file, "span": order.span},
	"severity": severity(order, signs),
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	order.act == "delete"
	orders.given(order)
	not orders.front(order)
	not made(order)
	not bounded(order)
	purpose.stated
	signs := {sign | some sign, _ in words; has(sign, order)}
	grave(signs)
}

words := {
	"gone": "for good",
	"standing": "along with other work",
	"unasked": "without a question",
	"unsaid": "",
}

how(signs) := concat(",", [sprintf(" %s", [words[sign]]) | some sign in sort(signs); words[sign] != ""])

silence(signs) := "; the description does not say so" if "unsaid" in signs

silence(signs) := "" if not "unsaid" in signs

# One sign says nothing: a skill that tidies up says so, and one that asks may remove much.
grave(signs) if {"standing", "unasked"} & signs == {"standing", "unasked"}

grave(signs) if {"unasked", "unsaid"} & signs == {"unasked", "unsaid"}

grave(signs) if {"gone", "standing", "unsaid"} & signs == {"gone", "standing", "unsaid"}

has("unsaid", _) if not losses.removes

has("standing", order) if order.when != ""

has("unasked", order) if orders.unasked(order)

has("unasked", order) if orders.hidden(order)

has("unasked", order) if regex.match(unasked, said(order))

has("gone", order) if regex.match(gone, said(order))

said(order) := concat(" ", [order.text, object.get(order, "behind", "")])

# Nobody is to be asked or told.
unasked := `(?i)\b(no (need|reason|point)|needn['’]t|do not|don['’]t|never|without|skip|rather than|instead of|not)\b( to)? ([\w'’-]+ ){0,4}?(ask\w*|confirm\w*|check(ing)? (with|back)|prompt\w*|warn\w*|mention\w*|tell(ing)?|report(ing)?|list(ing)?|announc\w*|approv\w*|sign-?off|consent)\b`

# There is no way back, and the sentence knows it.
gone := `(?i)\b(permanent\w*|irrevers\w*|irrecover\w*|unrecover\w*|irrevoc\w*|for good|beyond recovery)\b|(cannot|can['’]t|can not|won['’]t|never|no longer) (be )?(undone|restor\w+|recover\w*|reopen\w*|revert\w*|brought back|got back|come back)|\b(delet\w+|removed|gone|wiped) [\w ]{0,20}(cannot|can['’]t)\b|\bno (copy|copies|backups?|way back|trash|undo)\b|\b(empty|purge|clear|wipe|delete|remove|drop|prune|expire)\w* [^.;]{0,60}\b(trash|bin|recently deleted|history|versions|snapshots?|backups?|reflog|audit (log|trail)s?)\b`

# What the skill or a program made on the way, what can be made again, and parts of a text.
made(order) if regex.match(concat("", [own, parts]), plain(order))

# Without what the sentence sets off as code.
plain(order) := regex.replace(regex.replace(order.text, `\S*([a-z]+://|[=$])\S*`, " "), `"[^"]*"`, " ")

own := `(?i)\b(te?mp(orary)?|cache[ds]?|build|generated|intermediate|scratch|stale|unused|unneeded|obsolete|dead|place-?holders?|examples?|samples?|demo|tests?|staging|downloaded|node_modules|__pycache__|dist|lock ?files?|drafts?|worktrees?|redundant|duplicates?|duplicated|expired|workarounds?|mitigations?|helper|artifacts?|artefacts?|containers?|sandbox\w*|previous (run|output)s?|spam)\b`

parts := `|(?i)\b(comments?|imports?|whitespace|attributes?|class(es)?|styles?|lines?|columns?|cells?|fields?|references?|mentions?|occurrences?|filters?|listeners?|words?|sentences?|paragraphs?|sections?|headings?|prefix\w*|suffix\w*|characters?|blocks?|flags?|options?|parameters?|variables?|functions?|methods?|code|tags?|quotes?|spaces?|numbers?|patterns?|rules?|conditions?|shorthand|boilerplate|jargon|background|noise|outliers?|values?|elements?|nodes?|wrappers?|entries|targets?|keys?|secrets?|credentials?|tokens?|passwords?|personal data|pii)\b`

# It is for the user to say, or it has to be so first.
bounded(order) if regex.match(`(?i)\b(if|when (asked|the user (asks|wants|confirms|agrees|says))|(on|upon|at) (the user['’]s )?request|after (the )?(user['’]?s? )?(confirm\w*|approv\w*|consent)|once (the user )?(confirm\w*|approv\w*|agree\w*)|with (the user['’]s |explicit |their )?(approval|consent|permission|confirmation)|only (after|when|if|once|with)|unless|ask (the user )?(first|before)|confirm (first|before|with)|optional\w*)\b`, plain(order))

severity(order, _) := "medium" if {
	commands.aside(order.file)
	not order.file in commands.pointed
} else := "high"
