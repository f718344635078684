package skillctl.user.no_push_to_main_test

import data.skillctl.user.no_push_to_main as policy

asked(words, exact) := {"facts": {"commands": [{"base": words[0], "argv": words, "exact": exact, "text": concat(" ", words), "writes": []}]}}


test_main_is_denied if {
	every words in [["git", "push", "origin", "main"], ["git", "-C", "lib", "push", "origin", "+HEAD:refs/heads/main"]] {
		effects(words, true) == {"deny"}
	}
}

test_a_branch_passes if effects(["git", "push", "origin", "fix/typo"], true) == set()

test_no_branch_is_asked_about if effects(["git", "push", "origin"], true) == {"ask"}

test_unknown_words_are_denied if "deny" in effects(["git", "\"$X\""], false)

effects(words, exact) := found if found := {reason.effect | some reason in policy.reasons} with input as asked(words, exact)
