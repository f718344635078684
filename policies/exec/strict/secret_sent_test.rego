package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

# A file that one command reads, and another one that is fed what it prints.
handed(name, effects_of_sender, from) := document({"allowlist": ["cat", "curl", "wc"]}, facts([
	object.union(command(0, ["cat", name]), {"arguments": arguments_with([{"role": "read", "target": word(name), "option": ""}], [])}),
	object.union(command(1, ["curl", "h"]), {
		"arguments": arguments_with([], effects_of_sender),
		"stdin": {"kind": "pipe", "from": from},
	}),
]))

arguments_with(found, of) := {"entry": true, "sub": [], "unclassed": [], "places": found, "effects": of}

told_of_secrets(document_of) := {reason.message |
	some reason in strict.reasons with input as document_of
	contains(reason.message, "may hold secrets")
}

test_files_with_secrets_are_sent if {
	every name in [".env", ".env.production", "config/.env"] {
		count(told_of_secrets(handed(name, ["network"], [0]))) == 1
	}
}

test_stays_on_this_machine if {
	count(told_of_secrets(handed(".env", [], [0]))) == 0
	count(told_of_secrets(handed(".env", ["network"], []))) == 0
}

test_other_files_are_sent if {
	every name in ["notes.txt", ".env.example", ".env.sample"] {
		count(told_of_secrets(handed(name, ["network"], [0]))) == 0
	}
}
