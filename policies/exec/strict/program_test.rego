package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

under(list, words) := document({"allowlist": list}, facts([command(0, words)]))

test_bare_name if {
	effects(strict.reasons) == {"allow"} with input as under(["git"], ["git", "log"])
}

test_another_name if {
	rules(strict.reasons) == {"exec/strict/program"} with input as under(["git"], ["gitk"])
}

test_hint_for_a_path if {
	with_path := object.union(command(0, ["/tmp/git"]), {"base": "git"})
	some reason in strict.reasons with input as document({"allowlist": ["git"]}, facts([with_path]))
	contains(reason.hint, "bare name")
	reason.setting == ["exec", "allowlist"]
}

test_path_entry if {
	found := object.union(facts([command(0, ["git"])]), {"programs": {"git": {"found": true, "how": "search", "path": "/usr/bin/git", "real": "/opt/git/git", "mode": "0755", "worldWritable": false}}})
	effects(strict.reasons) == {"allow"} with input as document({"allowlist": ["/usr/bin/*"]}, found)
	effects(strict.reasons) == {"allow"} with input as document({"allowlist": ["/opt/**/git"]}, found)
	effects(strict.reasons) == {"deny"} with input as document({"allowlist": ["/usr/local/bin/*"]}, found)
}

test_world_writable if {
	found := object.union(facts([command(0, ["git"])]), {"programs": {"git": {"found": true, "how": "search", "path": "/x/git", "real": "/x/git", "mode": "0777", "worldWritable": true}}})
	effects(strict.reasons) == {"deny"} with input as document({"allowlist": ["git"]}, found)
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
	contains(reason.hint, "`skillctl allow git --any-arguments`")
	some other in strict.reasons with input as under([{"pattern": "git", "argPattern": "^status$"}], ["git", variable("X")])
	contains(other.message, "known only when it runs")
}

test_inert_builtin if {
	builtin := object.union(command(0, ["cd", "x"]), {"role": "builtin"})
	effects(strict.reasons) == {"allow"} with input as document({}, facts([builtin]))
	evaluates := object.union(command(0, ["eval", "x"]), {"role": "builtin"})
	effects(strict.reasons) == {"deny"} with input as document({}, facts([evaluates]))
}

test_privilege if {
	sudo := object.union(command(0, ["sudo", "ls"]), {"carries": "privilege"})
	effects(strict.reasons) == {"deny"} with input as document({"allowlist": ["sudo", "ls"]}, facts([sudo]))
}

test_critical if {
	effects(strict.reasons) == {"deny"} with input as under(["reboot"], ["reboot"])
	effects(strict.reasons) == {"allow"} with input as under(["mount"], ["mount", "-l"])
	effects(strict.reasons) == {"deny"} with input as under(["systemctl"], ["systemctl", "poweroff"])
}

test_signals if {
	effects(strict.reasons) == {"deny"} with input as under(["kill"], ["kill", "-9", "-1"])
	effects(strict.reasons) == {"deny"} with input as under(["kill"], ["kill", variable("PPID")])
	effects(strict.reasons) == {"allow"} with input as under(["kill"], ["kill", "-9", "4711"])
}

test_functions if {
	shadow := object.union(ls, {"functions": [{"name": "cd", "kind": "function", "span": span(1)}]})
	effects(strict.reasons) == {"deny"} with input as document({"allowlist": ["ls"]}, shadow)
	own := object.union(ls, {"functions": [{"name": "say", "kind": "function", "span": span(1)}]})
	effects(strict.reasons) == {"allow"} with input as document({"allowlist": ["ls"]}, own)
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

test_processes_by_pattern if {
	every words in [["pkill", "-u", "root"], ["pkill", "."], ["pkill", "-f", ".*"], ["pkill", "-v", "node"], ["killall", "-u", "x"]] {
		effects(strict.reasons) == {"deny"} with input as document({"allowlist": [words[0]]}, facts([command(0, words)]))
	}
	every words in [["pkill", "node"], ["pkill", "-9", "-f", "server.py"], ["pkill", "-u", "me", "node"], ["killall", "-l"]] {
		effects(strict.reasons) == {"allow"} with input as document({"allowlist": [words[0]]}, facts([command(0, words)]))
	}
}

# An entry for another name of the same file is for that file.
test_other_names_of_a_program if {
	found := {"found": true, "how": "search", "path": "/usr/bin/ls", "real": "/usr/bin/ls", "folder": "/usr/bin", "mode": "0755", "uid": 0, "writable": false, "worldWritable": false, "script": false, "also": ["/bin/ls"]}
	doc := object.union(document({"allowlist": ["/bin/ls"]}, facts([command(0, ["ls"])])), {"facts": {"programs": {"ls": found}}})
	effects(strict.reasons) == {"allow"} with input as doc
	other := object.union(document({"allowlist": ["/opt/ls"]}, facts([command(0, ["ls"])])), {"facts": {"programs": {"ls": found}}})
	effects(strict.reasons) == {"deny"} with input as other
}

test_programs_of_the_folder_are_no_tools_of_the_machine if {
	found := {"found": true, "how": "path", "path": "/w/init", "real": "/w/init", "folder": "/w", "mode": "0755", "uid": 0, "writable": false, "worldWritable": false, "script": true}
	every own, effect in {"true": "allow", "false": "deny"} {
		own_command := object.union(command(0, ["./init"]), {"base": "init", "own": own == "true"})
		doc := object.union(document({"allowlist": ["./init"]}, facts([own_command])), {"facts": {"programs": {"./init": found}}})
		effects(strict.reasons) == {effect} with input as doc
	}
}

# A command line that was given as one word is no name for an entry.
test_a_command_line_in_one_word_is_told_of if {
	whole := document({}, object.union(facts([command(0, ["git status"])]), {"source": {"form": "argv"}}))
	missing := object.union(whole, {"facts": {"programs": {"git status": {"found": false, "path": "", "real": ""}}}})
	some answer in strict.reasons with input as missing
	startswith(answer.hint, "this is one word, and so the name of one program: write its words apart")
	there := object.union(whole, {"facts": {"programs": {"git status": {"found": true, "path": "/w/git status", "real": "/w/git status", "worldWritable": false, "how": "path", "folder": "/w", "mode": "0755"}}}})
	some other in strict.reasons with input as there
	startswith(other.hint, "add \"git status\" to exec.allowlist")
}
