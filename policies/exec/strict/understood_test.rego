package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

# A command whose words an entry is about.
entered(words, found) := object.union(command(0, words), {"arguments": object.union(
	{"entry": true, "sub": [], "unclassed": [], "places": [], "effects": []},
	found,
)})

judged_by(allowlist, words, found) := document({"allowlist": allowlist}, facts([entered(words, found)]))

purpose(role, value) := {"role": role, "option": "--x", "target": word(value), "span": span(3)}

unclassed_option := {"unclassed": [{"word": "--foo", "kind": "option", "why": "has the option --foo, and what that does is not known", "span": span(5)}]}

test_what_is_not_understood_is_asked if {
	asked := object.union(judged_by(["grep"], ["grep", "--foo", "x"], unclassed_option), {"settings": {"exec": {"security": "allowlist", "ask": "on-miss", "allowlist": ["grep"]}}})
	effects(strict.reasons) == {"ask"} with input as asked
	found := [reason | some reason in strict.reasons] with input as asked
	found[0].message == "grep has the option --foo, and what that does is not known"
	found[0].hint == "write it without"
	found[0].offered == "write it without, or "
	found[0].span == span(5)
	rules(strict.reasons) == {"exec/strict/understood"} with input as asked
}

# An entry is proposed only where entries are all that is wanting.
test_an_entry_is_proposed_where_it_could_help if {
	words := entered(["grep", "--foo", "x"], unclassed_option)
	any := "run `skillctl allow grep --any-arguments` to allow all that grep can do"
	{offer.hint | some offer in strict.offers} == {any} with input as document({"allowlist": ["grep"]}, facts([words]))
	privileged := object.union(words, {"carries": "privilege"})
	count(strict.offers) == 0 with input as document({"allowlist": ["grep"]}, facts([privileged]))
	unlisted := object.union(command(1, ["foo"]), {"id": 1})
	{offer.hint | some offer in strict.offers} == {concat(" and ", ["run `skillctl allow foo` to allow it here", any])} with input as document({"allowlist": ["grep"]}, facts([words, unlisted]))
}

# What an assignment is known to do is not said to be unknown as well.
test_one_cause_has_one_reason if {
	sets := {"command": 0, "how": "prefix", "name": "LD_PRELOAD", "op": "=", "span": span(5)}
	words := entered(["grep", "x"], {"unclassed": [{"word": "LD_PRELOAD", "kind": "variable", "why": "gets the variable LD_PRELOAD, and what that does is not known", "span": span(5)}]})
	rules(strict.reasons) == {"exec/strict/environment"} with input as document({"allowlist": ["grep"]}, object.union(facts([words]), {"assignments": [sets]}))
	elsewhere := object.union(sets, {"span": span(50)})
	count(rules(strict.reasons)) == 2 with input as document({"allowlist": ["grep"]}, object.union(facts([words]), {"assignments": [elsewhere]}))
}

test_any_arguments_are_granted if {
	effects(strict.reasons) == {"allow"} with input as judged_by([{"pattern": "grep", "anyArguments": true}], ["grep", "--foo", "x"], unclassed_option)
	effects(strict.reasons) == {"deny"} with input as judged_by([{"pattern": "grep", "anyArguments": false}], ["grep", "--foo", "x"], unclassed_option)
	effects(strict.reasons) == {"deny"} with input as judged_by([{"pattern": "git", "anyArguments": true}, "grep"], ["grep", "--foo", "x"], unclassed_option)
}

test_without_an_entry_more_than_plain_words_is_asked if {
	plain := object.union(unclassed_option, {"entry": false})
	rules(strict.reasons) == {"exec/strict/understood"} with input as judged_by(["mine"], ["mine", "--foo", "x"], plain)
	effects(strict.reasons) == {"allow"} with input as judged_by([{"pattern": "mine", "anyArguments": true}], ["mine", "--foo", "x"], plain)
	effects(strict.reasons) == {"allow"} with input as judged_by(["mine"], ["mine", "x"], {"entry": false})
}

test_words_that_run_something if {
	every role in ["program", "shell", "library", "config"] {
		rules(strict.reasons) == {"exec/strict/understood"} with input as judged_by(["x"], ["x", "y"], {"places": [purpose(role, "y")]})
	}
	every role in ["read", "folder", "run", "variable"] {
		effects(strict.reasons) == {"allow"} with input as judged_by(["x"], ["x", "y"], {"places": [purpose(role, "y")]})
	}
}

test_packages_that_are_files if {
	every name in ["x.whl", "x-1.0.tar.gz", "x.tgz", "X.ZIP", "x.tar"] {
		rules(strict.reasons) == {"exec/strict/understood"} with input as judged_by(["pip"], ["pip", name], {"places": [purpose("package", name)]})
	}
	every name in ["zip", "socket.io", "x==1.0", "tar-stream"] {
		effects(strict.reasons) == {"allow"} with input as judged_by(["pip"], ["pip", name], {"places": [purpose("package", name)]})
	}
}

test_packages if {
	every name in ["lodash", "@types/node", "react@18.2.0", "requests==2.31.0", "black[jupyter]"] {
		effects(strict.reasons) == {"allow"} with input as judged_by(["npm"], ["npm", name], {"places": [purpose("package", name)]})
	}
	every name in ["https://x/y.tgz", "git+ssh://x", "./evil", "user/repo", "file:x"] {
		rules(strict.reasons) == {"exec/strict/understood"} with input as judged_by(["npm"], ["npm", name], {"places": [purpose("package", name)]})
	}
}

code(of, value) := object.union(purpose("code", value), {"of": of})

test_code_in_a_language if {
	rules(strict.reasons) == {"exec/strict/understood"} with input as judged_by(["x"], ["x", "y"], {"places": [code("perl", "y")]})
	effects(strict.reasons) == {"allow"} with input as judged_by(["x"], ["x", "y"], {"places": [code("jq", "y")]})
	effects(strict.reasons) == {"allow"} with input as judged_by(["x"], ["x", "y"], {"places": [code("curl", "%{http_code}")]})
}

test_effects_of_programs if {
	every effect in ["privilege"] {
		effects(strict.reasons) == {"deny"} with input as judged_by(["x"], ["x"], {"effects": [effect]})
		effects(strict.reasons) == {"allow"} with input as judged_by(["x"], ["x"], {"effects": [effect, "info"]})
	}
	effects(strict.reasons) == {"allow"} with input as judged_by(["x"], ["x"], {"effects": ["network", "writes", "runs", "deletes", "daemon"]})
}

test_standard_input_as_code if {
	effects(strict.reasons) == {"deny"} with input as judged_by(["perl"], ["perl"], {"places": [object.union(purpose("stdin", "perl"), {"of": "code:perl"})]})
	effects(strict.reasons) == {"deny"} with input as judged_by(["ed"], ["ed"], {"places": [object.union(purpose("stdin", "ed"), {"of": "code:ed"})]})
	effects(strict.reasons) == {"allow"} with input as judged_by(["sqlite3"], ["sqlite3"], {"places": [object.union(purpose("stdin", "x"), {"of": "code:sqlite"})]})
}

test_code_of_other_folders if {
	every target in ["..", "../x", "/opt/x", "~/x", "/etc"] {
		effects(strict.reasons) == {"deny"} with input as judged_by(["x"], ["x"], {"places": [by_option("folder", target)], "effects": ["runs"]})
		effects(strict.reasons) == {"deny"} with input as judged_by(["x"], ["x"], {"places": [by_option("run", target)]})
		effects(strict.reasons) == {"allow"} with input as judged_by(["x"], ["x"], {"places": [by_option("folder", target)]})
	}
	every target in [".", "sub", "sub/../x", "/tmp/x"] {
		effects(strict.reasons) == {"allow"} with input as judged_by(["x"], ["x"], {"places": [by_option("folder", target), by_option("run", target)], "effects": ["runs"]})
	}
	effects(strict.reasons) == {"allow"} with input as judged_by(["x"], ["x"], {"places": [object.union(by_option("run", "/opt/x.py"), {"option": ""})], "effects": ["runs"]})
}

by_option(role, target) := object.union(purpose(role, target), {"option": "-C"})

test_command_v if {
	asking := object.union(command(0, ["command", "-v", "jq"]), {"role": "builtin"})
	effects(strict.reasons) == {"allow"} with input as document({"allowlist": ["jq"]}, facts([asking]))
}

# rm, run by find -exec with what it finds.
found(words) := document({"allowlist": ["find", "rm"]}, facts([
	command(0, words),
	object.union(command(1, ["rm"]), {"parent": 0, "edge": "find", "writes": [{"kind": "delete-tree", "option": "", "target": variable("{}"), "span": span(2)}]}),
]))

test_find_hands_on_what_a_test_names if {
	every words in [["find", ".", "-name", "__pycache__", "-type", "d"], ["find", "build", "-path", "*/cache/*"]] {
		effects(strict.reasons) == {"allow"} with input as found(words)
	}
	every words in [
		["find", ".", "-type", "f"], ["find", ".", "-name", "*"], ["find", ".", "!", "-name", "*.md"], ["find", "~", "-name", "*.tmp"],
		["find", "/home/a", "-name", "*.tmp"], ["find", ".", "-name", "*.tmp", "-o", "-type", "f"],
	] {
		effects(strict.reasons) == {"deny"} with input as found(words)
	}
}

# A command with more values than were looked at is asked about, whatever grants it.
test_values_that_are_not_looked_at_are_asked if {
	told := [reason | some reason in strict.reasons; reason.rule == "exec/strict/understood"] with input as document({"allowlist": ["cat"]}, facts([object.union(command(0, ["cat", "x"]), {"unspelled": true})]))
	count(told) == 1
	effects(strict.reasons) == {"allow"} with input as document({"allowlist": ["cat"]}, facts([command(0, ["cat", "x"])]))
	effects(strict.reasons) == {"ask"} with input as document({"allowlist": ["cat"], "ask": "on-miss"}, facts([object.union(command(0, ["cat", "x"]), {"unspelled": true})]))
}
