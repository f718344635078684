# What follows from the command: allowed, asked about, or refused.
package skillctl.exec.profiles.openclaw

satisfied if {
	view.ok
	count(view.segments) > 0
	every by in satisfactions {
		by != ""
	}
}

# Why the text that would run cannot be written down: the first cause, or "".
default unrenderable := ""

unrenderable := problems[0] if {
	problems := [problem |
		some i, segment in view.segments
		problem := render_problem(segment, satisfactions[i])
	]
	count(problems) > 0
}

render_problem(segment, _) := "expansion" if segment.expands

render_problem(segment, by) := "payload" if {
	not segment.expands
	segment.transport == "shell-wrapper"
	by != "safeBuiltins"
}

# The program that is handed code on the command line, when that is minded.
inline_hits := [segment |
	object.get(settings, "strictInlineEval", false) == true
	some segment in view.segments
	segment.inlineEval != ""
]

# Why somebody has to be asked.
causes contains "approval" if {
	requires_approval({
		"ask": effective.ask, "security": effective.security, "durable": durable,
		"analysed": view.ok, "satisfied": is_satisfied,
	})
}

causes contains "plan" if {
	effective.security == "allowlist"
	satisfied
	not durable
	unrenderable != ""
}

causes contains "heredoc" if {
	effective.security == "allowlist"
	satisfied
	view.heredoc
}

causes contains "inline" if count(inline_hits) > 0

causes contains "audit" if {
	not fully(effective)
	mentions_audit
	not only_inspects
}

default is_satisfied := false

is_satisfied if satisfied

# Exactly this command was allowed for always.
default durable := false

durable if {
	some kept in object.get(approvals, "commands", [])
	kept in digests
}

digests := {concat("", ["sha256:", digest]), concat("", ["=command:", substring(digest, 0, 16)])} if {
	text := trim(input.request.command, " \t\n\u000b\f\r")
	text != ""
	digest := crypto.sha256(text)
}

# What was allowed so is held to the files that it runs.
held_to_files if {
	effective.security == "allowlist"
	durable
	not plainly_satisfied
}

plainly_satisfied if {
	satisfied
	unrenderable == ""
}

# Settings of OpenClaw's own audit are not changed unasked. The words are looked
# for before the pattern, which costs more than all else here.
mentions_audit if {
	text := lower(input.facts.source.text)
	every word in ["security", "audit", "suppressions"] {
		contains(text, word)
	}
	regex.match(`security["']?[\s\S]{0,200}["']?audit["']?[\s\S]{0,200}["']?suppressions`, text)
}

only_inspects if {
	view.ok
	count(view.segments) > 0
	every segment in view.segments {
		inspects(segment.argv)
	}
}

inspects(argv) if {
	regex.match(`(?i)(^|[/\\])openclaw$`, argv[0])
	argv[1] == "config"
	argv[2] in {"get", "schema", "validate"}
}

inspects(argv) if {
	regex.match(`(?i)(^|[/\\])pnpm$`, argv[0])
	inspects_directly(array.slice(argv, 1, count(argv)))
}

inspects_directly(argv) if {
	argv[0] == "openclaw"
	argv[1] == "config"
	argv[2] in {"get", "schema", "validate"}
}

# What comes of the command.
verdict := "allow" if {
	bypassed
} else := "allow" if {
	resolved.effective == "sandbox"
} else := "plan-miss" if {
	"plan" in causes
	plan_refused
} else := "unbindable" if {
	needs_binding
	view.binding != ""
} else := "ask" if {
	count(causes) > 0
} else := "miss" if {
	effective.security == "allowlist"
	not satisfied
	not durable
} else := "allow"

needs_binding if count(causes) > 0

needs_binding if held_to_files

# A command that is satisfied but would be expanded is not asked about when
# nothing ever is.
plan_refused if {
	unrenderable == "expansion"
	effective.ask == "off"
	object.get(approvals, "askFallback", object.get(settings, "askFallback", "deny")) == "deny"
}

# What becomes of a question that nobody answers.
default unanswered := "deny"

unanswered := "allow" if {
	count(causes - {"approval"}) == 0
	fallback == "full"
}

unanswered := "allow" if {
	count(causes - {"approval"}) == 0
	fallback == "allowlist"
	durable
	not view.heredoc
}

unanswered := "allow" if {
	count(causes - {"approval"}) == 0
	fallback == "allowlist"
	satisfied
	unrenderable == ""
	not view.heredoc
}

outcome := "allow" if {
	verdict == "allow"
} else := "deny" if {
	verdict != "ask"
} else := "allow" if {
	approved
} else := "ask" if {
	attended
} else := unanswered

# What comes of looking at the script that Python or Node would run: only where
# everything may run on this machine and nobody is asked does nobody look.
preflight_refuses contains {
	"message": "Python or Node is started in a way in which the script cannot be checked beforehand",
	"hint": "run the script alone: python3 FILE.py or node FILE.js",
} if {
	view.preflight != ""
	preflighted
}

preflight_refuses contains {
	"message": sprintf("line %d of %s has %s, which is a variable of a shell and not of Python", [view.bleed.line, view.bleed.file, view.bleed.variable]),
	"hint": sprintf("in Python, use os.environ.get(%q); if it is meant as text, write it as a string", [substring(view.bleed.variable, 1, -1)]),
} if {
	view.bleed
	preflighted
}

preflighted if not fully(effective)

preflighted if resolved.effective == "sandbox"

evaluation contains object.union({"effect": "deny", "rule": "exec/openclaw/evaluate"}, refused) if {
	outcome == "allow"
	some refused in preflight_refuses
}

evaluation contains {
	"effect": "allow",
	"rule": "exec/openclaw/evaluate",
	"message": allowed_because,
} if {
	outcome == "allow"
	count(preflight_refuses) == 0
}

default allowed_because := "every part of the command may run"

allowed_because := "nothing is asked and no list is looked at" if bypassed

allowed_because := "exactly this command was allowed for always (OpenClaw's exec-approvals.json)" if {
	not bypassed
	effective.security == "allowlist"
	durable
	not plainly_satisfied
}

allowed_because := "security is \"full\"" if {
	not bypassed
	effective.security == "full"
}

evaluation contains {
	"effect": "deny",
	"rule": "exec/openclaw/evaluate",
	"message": sprintf("somebody would have to be asked, but an approval cannot be tied to this command: %s", [bindings[view.binding]]),
} if {
	verdict == "unbindable"
}

bindings := {
	"unanalyzable": "it cannot be taken apart",
	"unresolved": "a program in it is not on the PATH",
	"source": "it reads commands from a file",
	"cwd": "it changes the working directory before another command",
	"startup": "it starts a shell that reads start-up files or its input",
	"interpreter": "what its interpreter would run is no file that could be held to",
}

evaluation contains object.union(
	{
		"effect": refused_effect,
		"rule": "exec/openclaw/evaluate",
		"message": sprintf("the command cannot be taken apart: %s", [view.reason]),
		"hint": "write it as plain commands, joined by && || ; or |",
	},
	object.filter(view, ["span"]),
) if {
	not view.ok
	verdict in {"miss", "ask", "unbindable"}
	effective.security == "allowlist"
	outcome != "allow"
}

refused_effect := "ask" if outcome == "ask"

refused_effect := "deny" if outcome != "ask"

evaluation contains {
	"effect": refused_effect,
	"rule": "exec/openclaw/match",
	"message": sprintf("%q is named by no entry of the allow-list%s", [shown(segment), because(segment)]),
	"hint": "add the program to exec.allowlist",
	"span": segment.span,
	"setting": ["exec", "allowlist"],
} if {
	view.ok
	effective.security == "allowlist"
	verdict in {"miss", "ask", "unbindable"}
	outcome != "allow"
	some i, segment in view.segments
	satisfactions[i] == ""
}

# The words of a segment, as far as a person wants them.
shown(segment) := substring(text, 0, 80) if text := concat(" ", segment.argv)

because(segment) := sprintf(", because it is wrapped in %q", [segment.plan.blockedWrapper]) if segment.plan.blocked

because(segment) := sprintf(" and cannot be: %s", [concat(", ", segment.reasons)]) if {
	not segment.plan.blocked
	segment.trust == "prompt-only"
}

because(segment) := "" if {
	not segment.plan.blocked
	segment.trust != "prompt-only"
}

cause_messages := {
	"plan": "the text that would run cannot be written down beforehand: it is expanded, or stands in a shell's text",
	"heredoc": "an argument begins with <<",
	"audit": "it speaks of security.audit.suppressions",
}

evaluation contains {
	"effect": refused_effect,
	"rule": "exec/openclaw/evaluate",
	"message": cause_messages[cause],
	"setting": ["exec", "ask"],
} if {
	verdict in {"ask", "unbindable", "plan-miss"}
	outcome != "allow"
	some cause in causes
}

evaluation contains {
	"effect": refused_effect,
	"rule": "exec/openclaw/evaluate",
	"message": sprintf("code is given on the command line: %s", [segment.inlineEval]),
	"hint": "put the code into a file and run the file",
	"span": segment.span,
	"setting": ["exec", "strictInlineEval"],
} if {
	verdict in {"ask", "unbindable"}
	outcome != "allow"
	some segment in inline_hits
}

evaluation contains {
	"effect": refused_effect,
	"rule": "exec/openclaw/mode",
	"message": sprintf("ask is %q", [effective.ask]),
	"setting": ["exec", "ask"],
} if {
	verdict in {"ask", "unbindable"}
	outcome != "allow"
	"approval" in causes
}
