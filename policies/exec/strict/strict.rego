# METADATA
# title: Strict
# description: >-
#   skillctl's own profile and the default. It reads the real syntax of the
#   shell that runs the text, lets through what it positively understands, and
#   denies everything else.
#
#   The files beside this one raise objections of four grades: "unreadable" (the
#   text or request cannot be judged at all), "opaque" (a part of it cannot),
#   "inline" (code given on a command line) and "hazard" (understood, but not
#   granted). What follows from a grade is said here.
# custom:
#   facts: [programs, operands, arguments]
package skillctl.exec.profiles.strict

import data.skillctl.lib.exec.approval

settings := object.get(input.settings, "exec", {})

security := object.get(settings, "security", "allowlist")

ask := object.get(settings, "ask", "on-miss")

fallback := object.get(settings, "askFallback", "deny")

# Somebody can be asked, and the operator wants that.
attended if object.get(input.request, "approver", true) != false

approved if {
	object.get(input.request, "approved", false) == true
	not approval.too_old(ask)
	not approval.too_old(object.get(input.request, "ask", ""))
}

# The effect of an objection that a person can overrule.
default asked := "deny"

asked := "allow" if approved

asked := "ask" if {
	not approved
	ask in {"on-miss", "always"}
	attended
}

# What follows from each grade; a grade that is missing does not matter.
verdicts := {"unreadable": "deny", "opaque": "deny", "hazard": asked, "inline": asked} if security == "allowlist"

verdicts := {"unreadable": "deny", "inline": asked} if security == "full"

reasons contains {
	"effect": "deny",
	"rule": "exec/strict/strict",
	"message": sprintf("no command may run: exec.security is %q", [security]),
	"hint": "set it to \"allowlist\" to allow the programs that exec.allowlist names",
	"setting": ["exec", "security"],
} if {
	not security in {"allowlist", "full"}
}

reasons contains object.union(object.remove(objection, ["grade", "candidates", "general"]), {"effect": effect}) if {
	some objection in judged
	effect := verdicts[objection.grade]
	effect != "allow"
	not objection in follow
}

# One cause has one reason: where a word is objected to for what it does, that it leads
# somewhere, or is not known, is not said as well. Both have one grade, so that the
# decision is the same. Of very many objections each is told.
follow contains objection if {
	count(judged) <= 100
	some objection in judged
	objection.general
	some other in judged
	not other.general
	other.grade == objection.grade
	other.span.start.offset < objection.span.end.offset
	objection.span.start.offset < other.span.end.offset
}

# There are objections, and somebody has approved this very request.
reasons contains {
	"effect": "allow",
	"rule": "exec/strict/strict",
	"message": "a person has approved exactly this request",
} if {
	approved
	standing == {"allow"}
}

# A text that could not be read completely has only that as its reason.
judged := objections | unread if input.facts.parse.ok

judged := unread if not input.facts.parse.ok

standing := {effect |
	some objection in judged
	effect := verdicts[objection.grade]
}

# There are no objections.
reasons contains {
	"effect": "allow",
	"rule": "exec/strict/strict",
	"message": granted,
	"setting": setting_of_grant,
} if {
	security in {"allowlist", "full"}
	standing == set()
}

default granted := "every part of the command is understood, and none needs an allow-list entry"

granted := sprintf("every part of the command is understood, and it only reads: %s", [concat(", ", array.slice(sort(names), 0, 12))]) if {
	security == "allowlist"
	count({command.id | some command in input.facts.commands; grants[command.id] == "allowlist"}) == 0
	names := {command.base | some command in input.facts.commands; grants[command.id] == "read"}
	count(names) > 0
} else := sprintf("every part of the command is understood, and the allow-list names %s", [concat(", ", array.slice(sort(names), 0, 12))]) if {
	security == "allowlist"
	names := {command.base | some command in input.facts.commands; grants[command.id] == "allowlist"}
	count(names) > 0
} else := "exec.security is \"full\"" if {
	security == "full"
}

setting_of_grant := ["exec", "security"] if security == "full"

setting_of_grant := ["exec", "allowlist"] if {
	security != "full"
	not reads_granted
}

setting_of_grant := ["exec", "readOnly"] if {
	security != "full"
	reads_granted
}

# All that needed a grant has it because it only reads.
reads_granted if {
	hows := {how | some how in grants}
	"read" in hows
	not "allowlist" in hows
}

# ask: always applies to commands that would be allowed, too.
reasons contains {
	"effect": always,
	"rule": "exec/strict/strict",
	"message": "a person has to approve every command: ask is \"always\"",
	"setting": ["exec", "ask"],
} if {
	"always" in {ask, object.get(input.request, "ask", "")}
	security in {"allowlist", "full"}
	not approved
	always != "allow"
}

default always := "deny"

always := "ask" if attended

# Nobody can be asked: the fallback says whether what is granted anyway may run.
always := "allow" if {
	not attended
	fallback in {"allowlist", "full"}
}
