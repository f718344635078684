package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

to(target, more) := document({"allowlist": ["ls"]}, object.union(ls, {"redirects": [object.union(
	{
		"command": 0, "scope": "command", "fd": "", "op": ">", "class": "file", "read": false, "write": true, "target": target,
		"dir": {"known": true, "path": "", "or": []}, "span": span(9),
	},
	more,
)]}))

test_below_the_folder if {
	every place in ["out", "./a/b", "a/../b", "/tmp/x", "/dev/null", "/w/x"] {
		effects(strict.reasons) == {"allow"} with input as to(object.union(word(place), {"span": span(9)}), {})
	}
}

test_outside if {
	every place in ["/etc/x", "../x", "a/../../x", "/tmp/../etc/x", "~x", "/w2/x", "a/b/../../../x", "/tmp/a/../../x"] {
		target := object.union(word(place), {"span": span(9), "tilde": startswith(place, "~")})
		effects(strict.reasons) == {"deny"} with input as to(target, {})
	}
}

test_unknown_folder if {
	effects(strict.reasons) == {"deny"} with input as to(object.union(word("x"), {"span": span(9)}), {"dir": {"known": false, "path": "", "or": []}})
}

test_after_cd if {
	effects(strict.reasons) == {"deny"} with input as to(object.union(word("x"), {"span": span(9)}), {"dir": {"known": true, "path": "/etc", "or": []}})
	effects(strict.reasons) == {"deny"} with input as to(object.union(word("x"), {"span": span(9)}), {"dir": {"known": true, "path": "a", "or": [".."]}})
	effects(strict.reasons) == {"allow"} with input as to(object.union(word("../x"), {"span": span(9)}), {"dir": {"known": true, "path": "a", "or": []}})
}

test_unknown_target if {
	effects(strict.reasons) == {"deny"} with input as to(object.union(variable("X"), {"span": span(9)}), {"class": "dynamic"})
}

test_network if {
	effects(strict.reasons) == {"deny"} with input as to(word("/dev/tcp/h/80"), {"class": "network", "write": false, "read": true})
}

deletes(target) := document({"allowlist": ["rm"]}, facts([object.union(
	command(0, ["rm", "-r", "x"]),
	{"writes": [{"kind": "delete-tree", "option": "", "target": target, "span": span(7)}]},
)]))

test_delete_tree if {
	effects(strict.reasons) == {"allow"} with input as deletes(word("build"))
	effects(strict.reasons) == {"deny"} with input as deletes(word("/"))
	effects(strict.reasons) == {"deny"} with input as deletes(variable("X"))
	effects(strict.reasons) == {"deny"} with input as deletes(object.union(word("*"), {"glob": true}))
}
