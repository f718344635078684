# METADATA
# title: Asks the model to destroy or lock files of the user
# description: >-
#   The text asks the model, in words, to delete, overwrite or encrypt everything of the
#   user in some place, along with other work or without a question.
# custom:
#   code: DST-001
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj.destroy

import data.skillctl.lib.orders

findings contains {
	"message": sprintf("%s: %s", [orders.shown(order), what[order.act]]),
	"hint": "name the files that the skill itself made, and have the user asked before anything else is removed",
	"at": {"file": order.file, "span": order.span},
	"severity": severity(order),
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	order.act in {"delete", "lock"}
	"everything" in order.objects
	orders.given(order)
	not orders.front(order)
	belongs(order)
	severity(order)
}

what := {
	"delete": "files of the user are destroyed",
	"lock": "files of the user are encrypted",
}

# Somebody's, and not what the skill made or what can be made again.
belongs(order) if {
	regex.match(`(?i)(\bhome\b|~/|\$HOME|\b(documents|desktop|downloads|pictures)\b|\bbackups?\b|\bsnapshots?\b|\boriginals?\b|\b(user|users|user['’]s|users['’]|personal|their|your|system)\b|\b(git|commit|version) history\b|\b(disk|drive|filesystem|databases?|tables)\b|\bproject\b|\brepositor(y|ies)\b|\bworkspace\b|\ball (of the )?(files|data|documents|records)\b|\bevery file\b)`, order.text)
	not regex.match(made, order.text)
}

made := `(?i)\b(temp(orary)?|tmp|cache[ds]?|build|generated|intermediate|scratch|stale|unused|unneeded|old|dead|placeholder|example|sample|demo|test|staging|downloaded|node_modules|__pycache__|dist|lock ?files?|draft|if needed|optional(ly)?|at rest|in transit|after (a )?(rotation|confirmation|approval)|comments?|imports?|whitespace|attributes?|class(es)?|styles?|lines?|rows?|columns?|cells?|fields?|references?|mentions?|occurrences?|duplicates?|filters?|listeners?)\b`

severity(order) := "high" if {
	orders.hidden(order)
} else := "high" if {
	orders.unasked(order)
} else := "high" if {
	orders.pressing(order)
	orders.dear(order)
} else := "medium" if {
	orders.pressing(order)
} else := "medium" if {
	wholly(order)
}

# All that somebody has, however it comes to that.
wholly(order) if regex.match(`(?i)\b(entire|whole|complete|full|all of the|everything (in|on|under))\b[^.;]{0,30}(\bhome\b|\b(disk|drive|file ?system)\b|~/?([\s".]|$)|\$HOME)`, order.text)
