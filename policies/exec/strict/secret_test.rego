package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

test_secrets if {
	every place in ["/etc/shadow", "//etc/passwd", "a/../../../etc/passwd", "/home/x/.ssh/id_rsa", "/proc/self/environ"] {
		effects(strict.reasons) == {"deny"} with input as under(["cat"], ["cat", place])
	}
	effects(strict.reasons) == {"allow"} with input as under(["cat"], ["cat", "rootfs/etc/passwd"])
}

test_files_that_a_text_reads if {
	effects(strict.reasons) == {"allow"} with input as reads_file(word("notes.txt"))
	effects(strict.reasons) == {"deny"} with input as reads_file(word("/etc/shadow"))
	effects(strict.reasons) == {"deny"} with input as reads_file(word("../x"))
	effects(strict.reasons) == {"deny"} with input as reads_file(variable("x"))
}

# A person is asked to do what the command would.
test_what_a_person_is_asked_to_do if {
	every use, hint in {
		"read": "ask a person to read it", "input": "ask a person to read it", "word": "ask a person to do it",
		"write": "ask a person to change it", "redirect": "ask a person to change it", "delete": "ask a person to delete it",
	} {
		doc := under(["cat"], ["cat", "/etc/shadow"])
		place := {"command": 0, "use": use, "path": "/etc/shadow", "variable": "", "known": true, "via": "", "text": "/etc/shadow", "span": span(1)}
		answers := strict.reasons with input as object.union(doc, {"facts": {"places": [place]}})
		some answer in answers
		answer.rule == "exec/strict/arguments"
		answer.hint == hint
	}
}
