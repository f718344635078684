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

# A word that a command reads, as a place of which a part is not known.
matching(path, base) := object.union(handed("x", ["network"], [0]), {"facts": object.union(
	facts([object.union(command(0, [base, "x"]), {"arguments": arguments_with([], [])}), handed("x", ["network"], [0]).facts.commands[1]]),
	{"places": [{"command": 0, "use": "read", "path": path, "variable": "", "known": path == ".", "via": "", "text": path, "span": span(1)}]},
)})

test_patterns_that_secrets_fit if {
	every path in [".en?", "*.pem", ".*", "config/.env*", "id_*"] {
		count(told_of_secrets(matching(path, "cat"))) == 1
	}
	every path in ["*.md", "src/*", "*env.txt"] {
		count(told_of_secrets(matching(path, "cat"))) == 0
	}
}

test_all_that_is_here if {
	count(told_of_secrets(matching(".", "tar"))) == 1
	count(told_of_secrets(matching(".", "docker"))) == 0
}

# What is read into the shell, and sent as a variable.
sourced(name, sent, set_before) := document({"allowlist": ["source", "curl"]}, object.union(
	facts([
		object.union(command(0, ["source", name]), {"role": "builtin"}),
		object.union(command(1, ["curl", variable(sent)]), {"arguments": arguments_with([], ["network"])}),
	]),
	{"assignments": [{"name": one, "command": -1, "how": "plain", "op": "="} | some one in set_before]},
))

test_sourced_and_sent if {
	count(told_of_secrets(sourced(".env", "x", []))) == 1
	count(told_of_secrets(sourced(".env", "x", ["x"]))) == 0
	count(told_of_secrets(sourced("venv/bin/activate", "x", []))) == 0
}

test_variables_of_the_environment if {
	every words in [["printenv", "API_TOKEN"], ["echo", variable("API_TOKEN")]] {
		count(told_of_secrets(printed(words, ["curl", "h"]))) == 1
		count(told_of_secrets(printed(words, ["wc", "-c"]))) == 0
	}
	count(told_of_secrets(printed(["echo", variable("API_TOKEN")], ["docker", "login", "--password-stdin"]))) == 0
	count(told_of_secrets(printed(["echo", variable("PORT")], ["curl", "h"]))) == 0
}

printed(words, sender) := document({"allowlist": ["printenv", "echo", "curl", "docker", "wc"]}, facts([
	object.union(command(0, words), {"arguments": arguments_with([], []), "context": {"background": false, "negated": false, "pipe": 0, "pipes": 2, "loop": false, "function": "", "elsewhere": false}}),
	object.union(command(1, sender), {
		"arguments": arguments_with([], [effect | sender[0] != "wc"; effect := "network"]),
		"stdin": {"kind": "pipe", "from": [0]},
	}),
]))

# What a command is fed is what each reading of it is fed.
test_readings_get_what_their_command_gets if {
	sent := document({"allowlist": ["printenv", "curl"]}, facts([
		object.union(command(0, ["printenv", "API_TOKEN"]), {"arguments": arguments_with([], [])}),
		object.union(command(1, ["curl", variable("H")]), {"arguments": arguments_with([], []), "stdin": {"kind": "pipe", "from": [0]}}),
		object.union(command(2, ["curl", "h"]), {"of": 1, "arguments": arguments_with([], ["network"])}),
	]))
	count(told_of_secrets(sent)) == 1
}
