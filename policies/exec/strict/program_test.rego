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
		}
	}
}

test_no_hint_at_an_entry_for_more if {
	every name in ["*", "g?t", " git", "~/git"] {
		some reason in strict.reasons with input as under([], [name])
		startswith(reason.hint, "no allow-list entry can name")
	}
	some reason in strict.reasons with input as under([], ["git"])
	reason.hint == "run `skillctl allow git` to allow it here"
}
