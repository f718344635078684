package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

# make, and a file that the command behind it makes.
made_behind(context) := document({"allowlist": ["make", "cp"]}, object.union(
	facts([object.union(command(0, ["make"]), {"context": context, "arguments": made_finds}), command(1, ["cp", "x", "y"])]),
	{"made": [{"command": 1, "path": "Makefile", "tree": false, "text": "Makefile", "span": span(5)}]},
))

made_finds := {"entry": true, "sub": [], "unclassed": [], "places": [], "effects": [], "files": ["Makefile"]}

test_what_comes_later_is_not_picked_up if {
	effects(strict.reasons) == {"allow"} with input as made_behind({})
}

test_the_background_and_loops_see_what_comes_later if {
	effects(strict.reasons) == {"deny"} with input as made_behind({"background": true})
	effects(strict.reasons) == {"deny"} with input as made_behind({"loop": true})
}
