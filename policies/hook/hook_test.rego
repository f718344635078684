package skillctl.hook_test

import data.skillctl.hook

call := {
	"event": "PreToolUse", "known": true, "tool": "Bash", "kind": "shell", "odd": [], "missing": false,
	"command": "ls", "paths": [], "hosts": [], "commands": [], "reads": false, "attended": true, "changes": "asked",
}

clients := {"claude-code": {"title": "Claude Code"}}

asking(changes) := {
	"client": "claude-code",
	"call": object.union(call, object.get(changes, "call", {})),
	"settings": object.union({"tools": [], "hosts": [], "enclose": false, "serverRequests": []}, object.get(changes, "settings", {})),
	"judged": object.get(changes, "judged", []),
	"typed": object.get(changes, "typed", []),
	"skill": object.get(changes, "skill", null),
	"described": object.get(changes, "described", null),
}

said(effect) := [{"subject": "ls", "effect": effect, "reasons": [
	{"rule": "exec/strict/program", "effect": effect, "message": "m"},
	{"rule": "exec/strict/strict", "effect": "allow", "message": "n"},
]}]

effect_of(changes) := effect if {
	effect := hook.decision.effect with input as asking(changes)
		with data.skillctl.tables.clients.clients as clients
}

told(rule, changes) := {reason.effect |
	some reason in hook.decision.reasons with input as asking(changes)
		with data.skillctl.tables.clients.clients as clients
	reason.rule == rule
}

test_what_was_judged_holds if {
	every effect in ["allow", "ask", "deny"] {
		effect_of({"judged": said(effect)}) == effect
		told("exec/strict/program", {"judged": said(effect)}) == {effect}
	}
}

test_only_the_reasons_that_count_are_told if {
	told("exec/strict/strict", {"judged": said("deny")}) == set()
}

test_the_strictest_of_several_files_holds if {
	effect_of({"call": {"kind": "write"}, "judged": array.concat(said("allow"), said("deny"))}) == "deny"
}

test_nothing_judged_is_a_no if {
	effect_of({}) == "deny"
	told("hook/silence", {}) == {"deny"}
}

test_a_question_that_nobody_is_shown_is_a_no if {
	effect_of({"call": {"attended": false}, "judged": said("ask")}) == "deny"
	told("exec/strict/program", {"call": {"attended": false}, "judged": said("ask")}) == {"deny"}
}

test_other_events_are_denied if {
	effect_of({"call": {"known": false, "event": "PostToolUse"}, "judged": said("allow")}) == "deny"
}

test_a_call_without_what_the_tool_is_for_is_denied if {
	effect_of({"call": {"missing": true}, "judged": said("allow")}) == "deny"
}

test_fields_that_nobody_knows_are_asked_about if {
	effect_of({"call": {"odd": ["sandbox"]}, "judged": said("allow")}) == "ask"
	effect_of({"call": {"odd": ["sandbox"]}, "judged": said("allow"), "settings": {"tools": ["Ba*"]}}) == "allow"
	effect_of({"call": {"odd": ["sandbox"]}, "judged": said("deny"), "settings": {"tools": ["Ba*"]}}) == "deny"
}

test_what_is_typed_into_is_denied if {
	typed := {"call": {"interactive": "write_stdin"}, "judged": said("allow"), "typed": ["bash"]}
	effect_of(typed) == "deny"
	told("hook/typed", typed) == {"deny"}
	effect_of({"judged": said("allow"), "typed": ["bash"]}) == "allow"
}

test_a_command_is_enclosed_or_denied if {
	every judged, answers in {
		"allow": {"asked": "allow", "allowed": "allow", "": "deny"},
		"ask": {"asked": "ask", "allowed": "deny", "": "deny"},
	} {
		every changes, answer in answers {
			effect_of({"call": {"changes": changes}, "judged": said(judged), "settings": {"enclose": true}}) == answer
		}
	}
}

test_an_answer_from_another_terminal_is_a_yes_that_changes_the_command if {
	every changes, answer in {"asked": "ask", "allowed": "ask", "": "deny"} {
		effect_of({"call": {"changes": changes, "elsewhere": true}, "judged": said("ask"), "settings": {"enclose": true}}) == answer
	}
	effect_of({"call": {"attended": false, "elsewhere": true}, "judged": said("ask")}) == "deny"
}

test_only_commands_are_enclosed if {
	effect_of({"call": {"kind": "write", "changes": ""}, "judged": said("allow"), "settings": {"enclose": true}}) == "allow"
	effect_of({"call": {"changes": ""}, "judged": said("ask")}) == "ask"
}
