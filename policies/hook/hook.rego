# METADATA
# title: Decision on a call of a tool
# description: >-
#   Decides what an agent's client asks before a tool is called. A command, and each file
#   that is written or read, was judged as exec judges it ("judged"); here stands what
#   follows, and what is said of tools that are neither. The strictest answer holds, and
#   a question that nobody is shown is a no.
# entrypoint: true
package skillctl.hook

import data.skillctl.lib.effect

decision := {"effect": answered(effect.joined(all)), "reasons": all}

all := {object.union(reason, {"effect": answered(effect.reason_effect(reason))}) | some reason in (reasons | silence)}

# A client without a dialog, or in a mode that shows none, takes a question for a yes, or
# waits for ever.
answered(said) := "deny" if {
	said == "ask"
	not attended
} else := said if {
	said != "ask"
}

answered("ask") := "ask" if attended

# A command that is asked about has to run inside its boundary, too.
attended if {
	input.call.attended
	not open_question
}

open_question if {
	enclosing
	input.call.changes != "asked"
	not input.call.elsewhere
}

enclosing if {
	input.settings.enclose
	input.call.kind == "shell"
}

reasons contains {
	"rule": "hook/enclose",
	"effect": "deny",
	"message": sprintf("hook.enclose of the settings wants commands in a boundary, and %s lets no hook put them there", [title]),
	"hint": "run it with skillctl exec",
	"setting": "hook.enclose",
} if {
	enclosing
	input.call.changes == ""
}

# Commands in the text of a skill are put nowhere.
reasons contains {
	"rule": "hook/enclose",
	"effect": "deny",
	"message": sprintf("hook.enclose of the settings wants commands in a boundary, and %s runs those in %s outside of it", [title, input.skill.folder]),
	"hint": "use skills without commands in their text",
	"setting": "hook.enclose",
} if {
	input.settings.enclose
	input.call.kind == "skill"
	count(input.skill.commands) > 0
}

silence contains {
	"rule": "hook/silence",
	"effect": "deny",
	"message": sprintf("no policy has an answer for tool %q, so it is denied", [input.call.tool]),
} if {
	not effect.answered(reasons)
}

reasons contains {
	"rule": "hook/event",
	"effect": "deny",
	"message": sprintf("%q is no event that is asked about", [input.call.event]),
	"hint": "have the agent call skillctl for the events that `skillctl hook --help` lists, as `skillctl setup` does",
} if {
	not input.call.known
}

# What a command or a file was judged to be.
reasons contains object.union(reason, {"effect": effect.stricter(judged.effect, effect.reason_effect(reason))}) if {
	judging
	some judged in input.judged
	not argument(judged)
	some reason in judged.reasons
	effect.reason_effect(reason) == judged.effect
}

# A file that an argument names is judged as read and as written, each for several reasons,
# and the first of the gravest says enough.
argument(judged) if {
	input.call.kind == "unknown"
	judged.subject in input.call.paths
}

reasons contains chosen if {
	judging
	some subject in {judged.subject | some judged in input.judged; argument(judged)}
	told := {object.union(reason, {"effect": judged.effect}) |
		some judged in input.judged
		judged.subject == subject
		some reason in judged.reasons
		effect.reason_effect(reason) == judged.effect
	}
	gravest := effect.tightened(told)
	order := sort({[object.get(general, reason.rule, 0), reason.rule, reason.message] |
		some reason in told
		reason.effect == gravest
	})
	some chosen in told
	chosen.effect == gravest
	[object.get(general, chosen.rule, 0), chosen.rule, chosen.message] == order[0]
}

# What is said of every file that is not in the working folder.
general := {"exec/strict/program": 1}

judging if {
	input.call.kind in {"shell", "write", "read", "list", "search", "skill", "unknown"}
	not deciding
}

# The words for what was judged stand in the reasons of exec, which name no tool.
reasons contains {
	"rule": "hook/missing",
	"effect": "deny",
	"message": sprintf("tool %q is called without what it is for", [input.call.tool]),
} if {
	input.call.missing
}

# A field that changes what the tool does, and that nobody has read.
reasons contains {
	"rule": "hook/field",
	"effect": "ask",
	"message": sprintf("%q of tool %q is not known", [name, input.call.tool]),
	"hint": "leave it out, or ask a person",
} if {
	some name in input.call.odd
	not named_tool
	not deciding
}

# Of a tool that is not known the arguments say where it leads; what nobody has read of
# them may lead anywhere.
reasons contains {
	"rule": "hook/field",
	"effect": "ask",
	"message": sprintf("tool %q is called with %s, which nobody has read", [input.call.tool, name]),
} if {
	some name in input.call.odd
	input.call.kind == "unknown"
	named_tool
	not deciding
}

# What is typed into a shell later is not asked about.
reasons contains {
	"rule": "hook/typed",
	"effect": "deny",
	"message": sprintf("%q runs what is typed into it, and %s is not asked about", [program, input.call.interactive]),
	"hint": "run the commands one by one",
} if {
	input.call.interactive
	some program in input.typed
}
