package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

# What cannot be taken back elsewhere has to be named, and an option for it as well.
test_what_lasts_elsewhere_has_to_be_named if {
	forced := worded(["push"], ["network", "deletes"], ["network"])
	published := worded(["publish"], ["network", "publishes"], ["network", "publishes"])
	every allowlist in [["git"], [{"pattern": "git", "argPattern": "^push( |$)"}], [{"pattern": "git", "argPattern": "."}]] {
		lasting_rules(allowlist, ["git", "push", "-f"], forced) == {"exec/strict/arguments"}
		hints(proposed(allowlist, ["git", "push", "-f"], forced))[0] == "run `skillctl allow 'git push -f'` to allow it here"
	}
	lasting_rules([{"pattern": "git", "argPattern": "^-C x push( |$)"}], ["git", "-C", "x", "push", "-f"], forced) == {"exec/strict/arguments"}
	every allowlist in [[{"pattern": "git", "argPattern": "^push -f( |$)"}], [{"pattern": "git", "anyArguments": true}]] {
		lasting_rules(allowlist, ["git", "push", "-f"], forced) == set()
	}
	lasting_rules(["git"], ["git", "push"], worded(["push"], ["network"], ["network"])) == set()
	lasting_rules(["npm"], ["npm", "publish"], published) == {"exec/strict/arguments"}
	lasting_rules([{"pattern": "npm", "argPattern": "^publish( |$)"}], ["npm", "publish", "x"], published) == set()
}

lasting_rules(allowlist, words, arguments) := found if {
	found := rules(strict.reasons) with input as document({"allowlist": allowlist}, facts([object.union(command(0, words), {"arguments": arguments})]))
}
