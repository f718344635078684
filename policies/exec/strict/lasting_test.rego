package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

# What cannot be taken back elsewhere has to be named, and an option for it as well.
test_what_lasts_elsewhere_has_to_be_named if {
	forced := worded(["push"], ["network", "deletes"], ["network"])
	published := worded(["publish"], ["network", "publishes"], ["network", "publishes"])
	every allowlist in [["git"], [{"pattern": "git", "argPattern": "^push( |$)"}], [{"pattern": "git", "argPattern": "."}], [{"pattern": "git", "anyArguments": true}]] {
		lasting_rules(allowlist, ["git", "push", "-f"], forced) == {"exec/strict/arguments"}
		hints(proposed(allowlist, ["git", "push", "-f"], forced))[0] == "run `skillctl allow 'git push -f'` to allow it here"
	}
	elsewhere := object.union(forced, {"at": [3]})
	lasting_rules([{"pattern": "git", "argPattern": "^-C x push( |$)"}], ["git", "-C", "x", "push", "-f"], elsewhere) == {"exec/strict/arguments"}
	every allowlist in [[{"pattern": "git", "argPattern": "^push -f( |$)"}], [{"pattern": "git", "argPattern": "^push -f( |$)", "anyArguments": true}]] {
		lasting_rules(allowlist, ["git", "push", "-f"], forced) == set()
	}
	lasting_rules(["git"], ["git", "push"], worded(["push"], ["network"], ["network"])) == set()
	lasting_rules(["npm"], ["npm", "publish"], published) == {"exec/strict/arguments"}
	lasting_rules([{"pattern": "npm", "argPattern": "^publish( |$)"}], ["npm", "publish", "x"], published) == set()
}

# An option in front of the sub-command is part of what an entry names.
test_what_stands_before_the_sub_command_is_proposed_with_it if {
	behind := object.union(worded(["publish"], ["publishes"], ["publishes"]), {"at": [2]})
	hints(proposed(["npm"], ["npm", "--silent", "publish", "x"], behind))[0] == "run `skillctl allow 'npm --silent publish'` to allow it here"
	lasting_rules([{"pattern": "npm", "argPattern": "^--silent publish( |$)"}], ["npm", "--silent", "publish", "x"], behind) == set()
	lasting_rules([{"pattern": "npm", "argPattern": "^--silent( |$)"}], ["npm", "--silent", "publish", "x"], behind) == {"exec/strict/arguments"}
}

# A program that does it without a word is named by an entry for no arguments.
test_a_deed_without_words_is_named_as_one if {
	lasting_rules(["vercel"], ["vercel"], wordless) == {"exec/strict/arguments"}
	lasting_rules([{"pattern": "vercel", "argPattern": "^$"}], ["vercel"], wordless) == set()
	some reason in strict.reasons with input as lasting_input(["vercel"], ["vercel"], wordless)
	startswith(reason.hint, "ask a person to run it, or add an entry")
}

lasting_rules(allowlist, words, arguments) := found if {
	found := rules(strict.reasons) with input as lasting_input(allowlist, words, arguments)
}

lasting_input(allowlist, words, arguments) := document({"allowlist": allowlist}, facts([object.union(command(0, words), {"arguments": arguments})]))

# What is known of a program without an entry.
wordless := {"entry": false, "sub": [], "at": [], "unclassed": [], "places": [], "effects": [], "own": []}
