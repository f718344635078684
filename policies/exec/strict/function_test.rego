package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

test_functions if {
	shadow := object.union(ls, {"functions": [{"name": "cd", "kind": "function", "span": span(1)}]})
	effects(strict.reasons) == {"deny"} with input as document({"allowlist": ["ls"]}, shadow)
	own := object.union(ls, {"functions": [{"name": "say", "kind": "function", "span": span(1)}]})
	effects(strict.reasons) == {"allow"} with input as document({"allowlist": ["ls"]}, own)
}
