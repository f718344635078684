package skillctl.user.PACKAGE_test

import data.skillctl.user.PACKAGE as policy

# `skillctl exec --explain --json -- COMMAND` writes the facts of a real command.
asked(words, exact) := {"kind": "exec", "facts": {"commands": [{
	"base": words[0], "argv": words, "exact": exact, "text": concat(" ", words),
}]}}

test_it_asks if count(policy.reasons) == 1 with input as asked([policy.program, policy.word], true)

test_what_is_not_known_is_asked_about if count(policy.reasons) == 1 with input as asked([policy.program, "\"$X\""], false)

test_other_words_pass if count(policy.reasons) == 0 with input as asked([policy.program, "other"], true)

test_other_programs_pass if count(policy.reasons) == 0 with input as asked(["ls", policy.word], true)
