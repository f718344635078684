package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

test_folders_that_hold_secrets if {
	every path in ["~", "/", "/etc", "/home", "/home/x", "~/.config", "~/.claude"] {
		effects(strict.reasons) == {"deny"} with input as leads("tar", "read", path)
		effects(strict.reasons) == {"allow"} with input as leads("ls", "names", path)
	}
	every path in ["src", "~/notes", "/usr/share/doc", "/tmp/x"] {
		effects(strict.reasons) == {"allow"} with input as leads("tar", "read", path)
	}
}

test_folders_behind_variables if {
	effects(strict.reasons) == {"deny"} with input as with_home(leads("tar", "read", "/srv/me"), "/srv/me")
	effects(strict.reasons) == {"deny"} with input as with_home(leads("tar", "read", "/srv"), "/srv/me")
	effects(strict.reasons) == {"allow"} with input as leads_with("tar", "read", {"path": "/", "variable": "OUT"})
}

test_listed_and_then_read if {
	listed := {"command": 0, "use": "names", "path": "~", "variable": "", "known": true, "via": "", "text": "~", "span": span(1)}
	read := object.union(listed, {"command": 1, "use": "read", "path": "", "known": false, "text": "$f", "span": span(9)})
	effects(strict.reasons) == {"deny"} with input as two_places([listed, read])
	effects(strict.reasons) == {"allow"} with input as two_places([object.union(listed, {"path": "src"}), object.union(read, {"path": "src/x", "known": true})])
}

two_places(found) := document({"allowlist": ["ls", "cat"]}, object.union(
	facts([command(0, ["ls", "x"]), command(1, ["cat", "x"])]),
	{"places": found},
))
