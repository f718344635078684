package skillctl.exec.profiles.openclaw_test

import data.skillctl.exec.profiles.openclaw

listing(more) := view([object.union(segment(["ls"]), more)])

test_named if {
	effects(openclaw.reasons) == {"allow"} with input as document(allowing(["/usr/bin/ls"], {}), {}, listing({}))
}

test_miss_is_denied_or_asked if {
	some reason in openclaw.reasons with input as document(allowing([], {}), {}, listing({}))
	reason.effect == "deny"
	reason.rule == "exec/openclaw/match"
	reason.setting == ["exec", "allowlist"]
	reason.span == span
	effects(openclaw.reasons) == {"ask"} with input as document(allowing([], {"ask": "on-miss"}), {}, listing({}))
}

test_unbindable_is_denied if {
	found := object.union(listing({}), {"binding": "unresolved"})
	effects(openclaw.reasons) == {"deny"} with input as document(allowing([], {"ask": "on-miss"}), {}, found)
}

test_not_taken_apart if {
	found := object.union(listing({}), {"ok": false, "reason": "redirect", "binding": "unanalyzable"})
	effects(openclaw.reasons) == {"deny"} with input as document(allowing(["*"], {}), {}, found)
	effects(openclaw.reasons) == {"allow"} with input as document(allowing(["*"], {"security": "full"}), {}, found)
	effects(openclaw.reasons) == {"deny"} with input as document(allowing(["*"], {"security": "full", "ask": "always"}), {}, found)
}

test_expansion if {
	found := listing({"expands": true})
	effects(openclaw.reasons) == {"deny"} with input as document(allowing(["*"], {}), {}, found)
	effects(openclaw.reasons) == {"ask"} with input as document(allowing(["*"], {"ask": "on-miss"}), {}, found)
	effects(openclaw.reasons) == {"ask"} with input as document(allowing(["*"], {"askFallback": "full"}), {}, found)
}

test_text_of_a_shell_and_heredoc_are_asked if {
	effects(openclaw.reasons) == {"ask"} with input as document(allowing(["*"], {}), {}, listing({"transport": "shell-wrapper"}))
	found := object.union(listing({}), {"heredoc": true})
	effects(openclaw.reasons) == {"ask"} with input as document(allowing(["*"], {}), {}, found)
}

test_inline_code if {
	settings := allowing(["*"], {"strictInlineEval": true})
	effects(openclaw.reasons) == {"ask"} with input as document(settings, {}, listing({"inlineEval": "python3 -c"}))
	effects(openclaw.reasons) == {"allow"} with input as document(allowing(["*"], {}), {}, listing({"inlineEval": "python3 -c"}))
}

test_nobody_to_ask if {
	alone := {"approver": false}
	always := {"ask": "always", "askFallback": "allowlist"}
	effects(openclaw.reasons) == {"deny"} with input as document(allowing(["ls"], {"ask": "always"}), alone, listing({}))
	effects(openclaw.reasons) == {"allow"} with input as document(allowing(["ls"], always), alone, listing({}))
	effects(openclaw.reasons) == {"deny"} with input as document(allowing([], always), alone, listing({}))
	inline := object.union(always, {"strictInlineEval": true})
	effects(openclaw.reasons) == {"deny"} with input as document(allowing(["ls"], inline), alone, listing({"inlineEval": "x -c"}))
}

test_approved if {
	effects(openclaw.reasons) == {"allow"} with input as document(allowing([], {"ask": "on-miss"}), {"approved": true}, listing({}))
}

test_preflight if {
	found := object.union(listing({}), {"preflight": "complex-interpreter"})
	effects(openclaw.reasons) == {"deny"} with input as document(allowing(["ls"], {}), {}, found)
	effects(openclaw.reasons) == {"allow"} with input as document(allowing([], {"security": "full"}), {}, found)
}

test_audit_settings if {
	given := json.patch(
		document(allowing(["ls"], {}), {}, listing({})),
		[{"op": "replace", "path": "/facts/source/text", "value": "ls security.audit.suppressions"}],
	)
	effects(openclaw.reasons) == {"ask"} with input as given
}

test_prompt_only_is_never_satisfied if {
	effects(openclaw.reasons) == {"deny"} with input as document(allowing(["*"], {}), {}, listing({"trust": "prompt-only", "reasons": ["eval"]}))
}

# What was allowed for always runs as it was written, held to the files that it runs.
test_exactly_this_command if {
	every kept in [
		"sha256:c7b68ac37f364473e922936708e7f43c293dd07b295171566c07ff5fe024fab9",
		"=command:c7b68ac37f364473",
	] {
		settings := object.union(allowing([], {"ask": "on-miss"}), {"openclaw": {"approvals": {"commands": [kept]}}})
		effects(openclaw.reasons) == {"allow"} with input as document(settings, {"command": " ls\n"}, listing({}))
		effects(openclaw.reasons) == {"ask"} with input as document(settings, {"command": "ls -l"}, listing({}))
		untied := object.union(listing({}), {"binding": "interpreter"})
		effects(openclaw.reasons) == {"deny"} with input as document(settings, {"command": "ls"}, untied)
		torn := object.union(listing({}), {"ok": false, "reason": "redirect"})
		effects(openclaw.reasons) == {"allow"} with input as document(settings, {"command": "ls"}, torn)
		always := json.patch(settings, [{"op": "replace", "path": "/exec/ask", "value": "always"}])
		effects(openclaw.reasons) == {"ask"} with input as document(always, {"command": "ls"}, listing({}))
	}
}
