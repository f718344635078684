package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

filter(words) := document({"safeBins": [words[0]]}, object.union(
	facts([command(0, words)]),
	{"programs": {words[0]: {"found": true, "how": "search", "path": "/usr/bin/x", "real": "/usr/bin/x", "folder": "/usr/bin", "mode": "0755", "worldWritable": false}}},
))

test_safe if {
	every words in [["head", "-n", "5"], ["head", "-n5"], ["head", "--lines=5"], ["sort", "-rn"], ["tr", "a", "b"], ["head", "-n", "-5"]] {
		effects(strict.reasons) == {"allow"} with input as filter(words)
	}
}

test_not_safe if {
	every words in [["head", "file"], ["head", "-n"], ["head", "-x"], ["sort", "-o", "x"], ["sort", "-rox"], ["tr"], ["jq", "."], ["head", "-n", "*"], ["head", "--lines", "5", "f"]] {
		effects(strict.reasons) == {"deny"} with input as filter(words)
	}
}

test_untrusted_folder if {
	elsewhere := object.union(filter(["head"]), {"facts": {"programs": {"head": {"folder": "/tmp"}}}})
	effects(strict.reasons) == {"deny"} with input as elsewhere
}

test_own_profile if {
	own := object.union(filter(["mytool", "a"]), {"settings": {"exec": {"safeBinProfiles": {"mytool": {"maxPositional": 1}}}}})
	effects(strict.reasons) == {"allow"} with input as own
}
