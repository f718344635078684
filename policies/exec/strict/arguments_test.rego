package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

test_wildcard if {
	effects(strict.reasons) == {"deny"} with input as under(["*"], ["rm", "x"])
	effects(strict.reasons) == {"allow"} with input as under(["*"], ["ls", "x"])
	effects(strict.reasons) == {"allow"} with input as under(["*", "rm"], ["rm", "x"])
	effects(strict.reasons) == {"allow"} with input as under(["*", "rm*"], ["rm", "x"])
}

test_approve_risk if {
	risky := document({"allowlist": ["git"], "approveRisk": "medium"}, facts([command(0, ["git", "commit"])]))
	effects(strict.reasons) == {"deny"} with input as risky
	high := document({"allowlist": ["git"], "approveRisk": "high"}, facts([command(0, ["git", "commit"])]))
	effects(strict.reasons) == {"allow"} with input as high
}

test_disguised_verb if {
	verb := object.union(word("install"), {"text": "'install'", "quote": "single"})
	effects(strict.reasons) == {"deny"} with input as under(["pip"], ["pip", verb, "x"])
	effects(strict.reasons) == {"allow"} with input as under(["pip"], ["pip", "install", "x"])
}

test_aliases if {
	effects(strict.reasons) == {"deny"} with input as under(["npm"], ["npm", "in", "x"])
}

test_repositories_elsewhere if {
	effects(strict.reasons) == {"deny"} with input as under(["git"], ["git", "-C", "/repo", "log"])
	effects(strict.reasons) == {"deny"} with input as under(["git"], ["git", "--git-dir=./evil", "log"])
	effects(strict.reasons) == {"allow"} with input as under(["git"], ["git", "-C", "sub", "log"])
}

test_find if {
	effects(strict.reasons) == {"deny"} with input as under(["find"], ["find", ".", "-delete"])
	effects(strict.reasons) == {"allow"} with input as under(["find"], ["find", ".", "-name", "x", "-delete"])
	effects(strict.reasons) == {"deny"} with input as under(["find"], ["find", ".", "-fls", "x"])
}

test_secrets if {
	every place in ["/etc/shadow", "//etc/passwd", "a/../../../etc/passwd", "/home/x/.ssh/id_rsa", "/proc/self/environ"] {
		effects(strict.reasons) == {"deny"} with input as under(["cat"], ["cat", place])
	}
	effects(strict.reasons) == {"allow"} with input as under(["cat"], ["cat", "rootfs/etc/passwd"])
}

test_options_that_run if {
	effects(strict.reasons) == {"deny"} with input as under(["rg"], ["rg", "--pre", "id", "x"])
	effects(strict.reasons) == {"deny"} with input as under(["bat"], ["bat", "--pager=id", "x"])
	effects(strict.reasons) == {"allow"} with input as under(["bat"], ["bat", "--pager=never", "x"])
	effects(strict.reasons) == {"allow"} with input as under(["bat"], ["bat", "--pager", "cat", "x"])
}
