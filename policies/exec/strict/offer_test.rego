package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

worded(sub, effects, own) := {"entry": true, "sub": sub, "at": numbers.range(1, count(sub)), "unclassed": [], "places": [], "effects": effects, "own": own}

proposed(allowlist, words, arguments) := [offer |
	some offer in strict.offers with input as document({"allowlist": allowlist}, facts([object.union(command(0, words), {"arguments": arguments})]))
]

hints(offers) := [offer.hint | some offer in offers]

# The narrowest comes first: the sub-command, what it is to run, a script, a module.
test_the_narrowest_entry_comes_first if {
	hints(proposed([], ["git", "log", "-1"], worded(["log"], [], []))) == ["run `skillctl allow 'git log'` to allow it here", "run `skillctl allow git` to allow it here"]
	some build in proposed([], ["npm", "run", "build.x", "y"], worded(["run"], ["runs"], ["runs"]))
	build.entries == [{"pattern": "npm", "argPattern": `^run build\.x( |$)`, "anyArguments": false}]
	some install in proposed([], ["npm", "install", "x"], worded(["install"], ["package", "network", "runs"], ["package", "network", "runs"]))
	install.hint == "run `skillctl allow 'npm install'` to allow it here"
	some script in strict.offers with input as document({}, facts([object.union(command(0, ["python3", "a.py", "b"]), {"interpreter": {"mode": "file"}})]))
	script.hint == "run `skillctl allow 'python3 a.py'` to allow it here"
	some run in strict.offers with input as document({}, facts([object.union(command(0, ["python3", "-m", "pytest"]), {"interpreter": {"mode": "module"}})]))
	run.hint == "run `skillctl allow 'python3 -m pytest'` to allow it here"
}

# Options in front of the sub-command are part of what is proposed.
test_options_in_front_of_the_sub_command_are_named if {
	behind := object.union(worded(["log"], [], []), {"at": [3]})
	hints(proposed([], ["git", "-C", "x", "log"], behind))[0] == "run `skillctl allow 'git -C x log'` to allow it here"
	run := object.union(worded(["run"], ["runs"], ["runs"]), {"at": [2]})
	hints(proposed([], ["npm", "--silent", "run", "build"], run))[0] == "run `skillctl allow 'npm --silent run build'` to allow it here"
}

# A variable in front of a program is for a shell; an entry for one is for nothing.
test_a_variable_is_no_program if {
	words := object.union(facts([command(0, ["FOO=1", "npm", "test"])]), {"source": {"form": "argv"}})
	some reason in strict.reasons with input as document({}, words)
	startswith(reason.hint, "a variable in front of a command is for a shell: give it as a command line")
	count(strict.offers) == 0 with input as document({}, words)
}

# What an entry in quotes cannot say is not proposed as one.
test_words_that_cannot_be_quoted_are_left_out if {
	hints(proposed([], ["git", variable("X"), "log"], object.union(worded(["log"], [], []), {"at": [2]})))[0] == "run `skillctl allow git` to allow it here"
	hints(proposed([], ["npm", "run", variable("X")], worded(["run"], ["runs"], ["runs"])))[0] == "run `skillctl allow npm` to allow it here"
	hints(proposed([], ["/bin/git", "log"], worded(["log"], [], [])))[0] == "run `skillctl allow /bin/git` to allow it here"
}
