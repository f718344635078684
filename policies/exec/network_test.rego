package skillctl.exec.network_test

import data.skillctl.exec.network

found(words) := names if {
	names := network.reaching with input as {"facts": {"commands": [{"base": words[0], "context": {"elsewhere": false}, "args": [{"value": word} | some word in words]}]}}
}

test_what_fetches if {
	found(["curl", "https://example.com"]) == {"curl"}
	found(["git", "clone", "x"]) == {"git"}
}

test_what_does_not if {
	found(["git", "status"]) == set()
	found(["ls"]) == set()
	found(["python3", "tool.py"]) == set()
}
