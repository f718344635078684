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
