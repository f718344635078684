package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

read_with(more) := document({"allowlist": ["ls"]}, object.union(ls, more))

test_blank if {
	rules(strict.reasons) == {"exec/strict/reading"} with input as read_with({"source": {"blank": true}})
}

test_unparsed_even_under_full if {
	broken := document({"security": "full"}, object.union(ls, {"parse": {"ok": false, "error": {"message": "no", "span": span(2)}}}))
	effects(strict.reasons) == {"deny"} with input as broken
}

test_unparsed_without_a_reason if {
	effects(strict.reasons) == {"deny"} with input as read_with({"parse": {"ok": false}})
}

test_opaque if {
	rules(strict.reasons) == {"exec/strict/reading"} with input as read_with({"opaque": [{"reason": "payload", "command": -1, "detail": "x", "span": span(3)}]})
}

test_opaque_elsewhere if {
	there := object.union(command(0, ["ls"]), {"context": {"elsewhere": true}})
	found := object.union(facts([there]), {"opaque": [{"reason": "name", "command": 0, "detail": "x", "span": span(3)}]})
	effects(strict.reasons) == {"allow"} with input as document({}, found)
}

test_hidden_character if {
	rules(strict.reasons) == {"exec/strict/reading"} with input as read_with({"deception": [{"kind": "zero-width", "rune": "U+200B", "quoted": false, "span": span(1)}]})
}

test_quoted_character if {
	effects(strict.reasons) == {"allow"} with input as read_with({"deception": [{"kind": "zero-width", "rune": "U+200B", "quoted": true, "span": span(1)}]})
}

test_quoted_bidi if {
	effects(strict.reasons) == {"deny"} with input as read_with({"deception": [{"kind": "bidi", "rune": "U+202E", "quoted": true, "span": span(1)}]})
}

test_escaped_ansi_quote if {
	effects(strict.reasons) == {"deny"} with input as read_with({"source": {"text": `$'a\'b'`}, "differences": [{"kind": "ansi-quote", "span": span(1)}]})
}

test_plain_ansi_quote if {
	effects(strict.reasons) == {"allow"} with input as read_with({"source": {"text": `$'\n'`}, "differences": [{"kind": "ansi-quote", "span": span(1)}]})
}

test_elevated if {
	effects(strict.reasons) == {"deny"} with input as object.union(document({"security": "full"}, ls), {"request": {"elevated": true}})
}

test_messages_of_commits_are_data if {
	every words, effect in {"commit": {"allow"}, "apply": {"deny"}} {
		git := object.union(command(0, ["git", words, "-F", "-"]), {"arguments": {"entry": true, "sub": [words], "unclassed": [], "places": [], "effects": []}, "stdin": {"kind": "heredoc", "text": "in $(pwd)", "from": []}})
		found := object.union(facts([git]), {"redirects": [{"command": 0, "class": "heredoc", "op": "<<", "read": true, "write": false, "scope": "command", "dir": {"known": true, "path": "", "or": []}, "target": object.union(word("EOF"), {"quote": "single"}), "span": span(4)}]})
		effects(strict.reasons) == effect with input as document({"allowlist": ["git"]}, found)
	}
}
