package skillctl.user.no_npm_scripts_test

import data.skillctl.user.no_npm_scripts as policy

asked(words, exact) := {"facts": {"commands": [{"base": words[0], "argv": words, "exact": exact, "text": concat(" ", words), "writes": []}]}}


count_of(words, exact) := found if found := count(policy.reasons) with input as asked(words, exact)

test_scripts_are_denied if count_of(["npm", "install", "left-pad"], true) == 1

test_without_scripts_it_passes if count_of(["npm", "ci", "--ignore-scripts"], true) == 0

test_other_commands_pass if count_of(["npm", "test"], true) == 0

test_unknown_words_are_denied if count_of(["npm", "$X"], false) == 1
