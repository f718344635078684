package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

test_hint_for_a_path if {
	with_path := object.union(command(0, ["/tmp/git"]), {"base": "git"})
	some reason in strict.reasons with input as document({"allowlist": ["git"]}, facts([with_path]))
	contains(reason.hint, "bare name")
	reason.setting == ["exec", "allowlist"]
}

test_inert_builtin if {
	builtin := object.union(command(0, ["cd", "x"]), {"role": "builtin"})
	effects(strict.reasons) == {"allow"} with input as document({}, facts([builtin]))
	evaluates := object.union(command(0, ["eval", "x"]), {"role": "builtin"})
	effects(strict.reasons) == {"deny"} with input as document({}, facts([evaluates]))
}

test_blank_name_is_denied if {
	every name in ["", " ", "\t"] {
		said := strict.reasons with input as document({"allowlist": ["*"], "ask": "on-miss"}, facts([command(0, [name])]))
		effects(said) == {"deny"}
		every reason in said {
			not contains(reason.hint, "add")
			not reason.offered
		}
	}
}

test_no_hint_at_an_entry_for_more if {
	every name in ["*", "g?t", " git", "~/git"] {
		some reason in strict.reasons with input as under([], [name])
		startswith(reason.hint, "no allow-list entry can name")
	}
	some offer in strict.offers with input as under([], ["git"])
	offer.hint == "run `skillctl allow git` to allow it here"
}

# A command line that was given as one word is no name for an entry.
test_a_command_line_in_one_word_is_told_of if {
	whole := document({}, object.union(facts([command(0, ["git status"])]), {"source": {"form": "argv"}}))
	missing := object.union(whole, {"facts": {"programs": {"git status": {"found": false, "path": "", "real": ""}}}})
	some answer in strict.reasons with input as missing
	startswith(answer.hint, "this is one word, and so the name of one program: write its words apart")
	there := object.union(whole, {"facts": {"programs": {"git status": {"found": true, "path": "/w/git status", "real": "/w/git status", "worldWritable": false, "how": "path", "folder": "/w", "mode": "0755"}}}})
	some offer in strict.offers with input as there
	offer.hint == "add \"git status\" to exec.allowlist"
}
