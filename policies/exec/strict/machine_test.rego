package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

test_world_writable if {
	found := object.union(facts([command(0, ["git"])]), {"programs": {"git": {"found": true, "how": "search", "path": "/x/git", "real": "/x/git", "mode": "0777", "worldWritable": true}}})
	effects(strict.reasons) == {"deny"} with input as document({"allowlist": ["git"]}, found)
}

test_privilege if {
	sudo := object.union(command(0, ["sudo", "ls"]), {"carries": "privilege"})
	given := document({"allowlist": ["sudo", "ls"]}, facts([sudo]))
	effects(strict.reasons) == {"deny"} with input as given
	"exec/strict/privilege" in rules(strict.reasons) with input as given
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

test_processes_by_pattern if {
	every words in [["pkill", "-u", "root"], ["pkill", "."], ["pkill", "-f", ".*"], ["pkill", "-v", "node"], ["killall", "-u", "x"]] {
		effects(strict.reasons) == {"deny"} with input as document({"allowlist": [words[0]]}, facts([command(0, words)]))
	}
	every words in [["pkill", "node"], ["pkill", "-9", "-f", "server.py"], ["pkill", "-u", "me", "node"], ["killall", "-l"]] {
		effects(strict.reasons) == {"allow"} with input as document({"allowlist": [words[0]]}, facts([command(0, words)]))
	}
}

test_programs_of_the_folder_are_no_tools_of_the_machine if {
	found := {"found": true, "how": "path", "path": "/w/init", "real": "/w/init", "folder": "/w", "mode": "0755", "uid": 0, "writable": false, "worldWritable": false, "script": true}
	every own, effect in {"true": "allow", "false": "deny"} {
		own_command := object.union(command(0, ["./init"]), {"base": "init", "own": own == "true"})
		doc := object.union(document({"allowlist": ["./init"]}, facts([own_command])), {"facts": {"programs": {"./init": found}}})
		effects(strict.reasons) == {effect} with input as doc
	}
}
