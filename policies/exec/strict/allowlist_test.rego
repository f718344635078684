package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

under(list, words) := document({"allowlist": list}, facts([command(0, words)]))

test_bare_name if {
	effects(strict.reasons) == {"allow"} with input as under(["git"], ["git", "log"])
}

test_another_name if {
	rules(strict.reasons) == {"exec/strict/program"} with input as under(["git"], ["gitk"])
}

test_path_entry if {
	found := object.union(facts([command(0, ["git"])]), {"programs": {"git": {"found": true, "how": "search", "path": "/usr/bin/git", "real": "/opt/git/git", "mode": "0755", "worldWritable": false}}})
	effects(strict.reasons) == {"allow"} with input as document({"allowlist": ["/usr/bin/*"]}, found)
	effects(strict.reasons) == {"allow"} with input as document({"allowlist": ["/opt/**/git"]}, found)
	effects(strict.reasons) == {"deny"} with input as document({"allowlist": ["/usr/local/bin/*"]}, found)
}

test_argument_pattern if {
	entry := [{"pattern": "git", "argPattern": "^status$"}]
	effects(strict.reasons) == {"allow"} with input as under(entry, ["git", "status"])
	effects(strict.reasons) == {"deny"} with input as under(entry, ["git", "push"])
	effects(strict.reasons) == {"deny"} with input as under(entry, ["git", variable("X")])
}

test_arguments_that_do_not_match_are_named if {
	some reason in strict.reasons with input as under(["ls", {"pattern": "git", "argPattern": "^status$"}], ["git", "push", "-f"])
	reason.message == `"git" is on the allow-list, but its arguments "push -f" do not match "^status$"`
	reason.setting == ["exec", "allowlist", 1, "argPattern"]
	reason.offered == "change argPattern, or "
	some other in strict.reasons with input as under([{"pattern": "git", "argPattern": "^status$"}], ["git", variable("X")])
	contains(other.message, "known only when it runs")
}

# A pattern that backtracks without end is a no that says so, and where it stands.
test_argument_pattern_without_end if {
	words := ["ls", sprintf("%sb", [concat("", [letter | some _ in numbers.range(1, 60); letter := "a"])])]
	said := strict.reasons with input as under([{"pattern": "ls", "argPattern": "^(a+)+$"}], words)
	count(said) == 1
	some reason in said
	reason.effect == "deny"
	contains(reason.message, "takes too long")
	reason.setting == ["exec", "allowlist", 0, "argPattern"]
}

# An entry for another name of the same file is for that file.
test_other_names_of_a_program if {
	found := {"found": true, "how": "search", "path": "/usr/bin/ls", "real": "/usr/bin/ls", "folder": "/usr/bin", "mode": "0755", "uid": 0, "writable": false, "worldWritable": false, "script": false, "also": ["/bin/ls"]}
	doc := object.union(document({"allowlist": ["/bin/ls"]}, facts([command(0, ["ls"])])), {"facts": {"programs": {"ls": found}}})
	effects(strict.reasons) == {"allow"} with input as doc
	other := object.union(document({"allowlist": ["/opt/ls"]}, facts([command(0, ["ls"])])), {"facts": {"programs": {"ls": found}}})
	effects(strict.reasons) == {"deny"} with input as other
}
