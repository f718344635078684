package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

# A command outside of every boundary, in an environment with these variables.
outside(list, commands, over) := object.union_n([
	document({"allowlist": list}, object.union(facts(commands), over)),
	{"request": {"enclosed": false, "inherited": {"PATH": "/usr/bin", "HOME": "/home/u", "GREETING": "x", "BUILD_DIR": "/b"}}},
])

use(name) := {"command": 0, "name": name, "how": "expansion", "text": "$X", "set": false, "tested": false, "span": span(3)}

takes(name, over) := outside(["echo"], [command(0, ["echo", variable(name)])], {"uses": [object.union(use(name), over)]})

enclosed(doc) := object.union(object.remove(doc, ["request"]), {"request": object.remove(doc.request, ["enclosed"])})

test_secret_names_are_asked if {
	every name in ["AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "X_TOKEN", "token", "PGPASSWORD_2", null] {
		rules(strict.reasons) == {"exec/strict/variable"} with input as takes(name, {})
		effects(strict.reasons) == {"allow"} with input as enclosed(takes(name, {}))
	} with data.skillctl.tables.secrets.names as `(?i)(^|_)(ACCESS_KEY|TOKEN|PGPASSWORD)(_[0-9]+)?$`
}

test_variables_of_the_environment_are_asked_unless_they_are_known if {
	rules(strict.reasons) == {"exec/strict/variable"} with input as takes("GREETING", {})
	every name in ["HOME", "PWD", "PATH", "OLDPWD", "SSH_ASKPASS", "BUILD_DIR", "NOT_THERE", "i", "1", "@", "XDG_RUNTIME_DIR", "LC_ALL"] {
		effects(strict.reasons) == {"allow"} with input as takes(name, {})
	}
}

test_what_the_settings_pass_on_is_not_asked if {
	every names in [["GITHUB_TOKEN"], ["GITHUB_*"]] {
		passed := object.union(takes("GITHUB_TOKEN", {}), {"settings": {"run": {"env": names}}})
		effects(strict.reasons) == {"allow"} with input as passed
	}
	other := object.union(takes("GITHUB_TOKEN", {}), {"settings": {"run": {"env": ["GITHUB_USER", "TOKEN"]}}})
	rules(strict.reasons) == {"exec/strict/variable"} with input as other
}

test_what_takes_no_value_is_not_asked if {
	effects(strict.reasons) == {"allow"} with input as takes("A_TOKEN", {"set": true})
	effects(strict.reasons) == {"allow"} with input as takes("A_TOKEN", {"tested": true})
}

test_a_shell_that_traces_shows_what_is_tested if {
	every words in [["set", "-x"], ["set", "-eux"], ["set", "-o", "xtrace"]] {
		doc := outside(["echo"], [command(0, ["echo", "x"]), builtin(1, words)], {"uses": [object.union(use("A_TOKEN"), {"tested": true})]})
		"exec/strict/variable" in rules(strict.reasons) with input as doc
	}
}

builtin(id, words) := object.union(command(id, words), {"role": "builtin"})

test_another_machine_has_its_own_environment if {
	away := object.union(command(0, ["echo", "x"]), {"context": {"elsewhere": true}})
	not "exec/strict/variable" in rules(strict.reasons) with input as outside(["echo"], [away], {"uses": [use("A_TOKEN")]})
}

prints(words) := outside([words[0]], [command(0, words)], {})

test_programs_that_print_variables_by_name if {
	every words in [
		["printenv", "A_TOKEN"], ["printenv", "HOME", "A_TOKEN"], ["printenv", "-0", "A_TOKEN"], ["printenv", variable("x")],
		["declare", "-p", "A_TOKEN"], ["typeset", "-xp", "A_TOKEN"], ["export", "-p", "A_TOKEN"],
		["envsubst", "$HOME ${A_TOKEN}"], ["envsubst", variable("x")], ["printenv", "GREETING"],
	] {
		"exec/strict/variable" in rules(strict.reasons) with input as prints(words)
		not "exec/strict/variable" in rules(strict.reasons) with input as enclosed(prints(words))
	}
	every words in [["printenv", "HOME"], ["declare", "-p", "HOME"], ["declare", "A_TOKEN"], ["envsubst", "$HOME"], ["envsubst", "--version"]] {
		not "exec/strict/variable" in rules(strict.reasons) with input as prints(words)
	}
}

test_programs_that_print_all_variables if {
	every words in [
		["env"], ["env", "-0"], ["env", "-u", "A"], ["env", "A=1"], ["printenv"], ["printenv", "--null"], ["set"], ["export"], ["export", "-p"],
		["declare"], ["declare", "-px"], ["typeset"], ["typeset", "-x"],
	] {
		"exec/strict/variable" in rules(strict.reasons) with input as prints(words)
		"exec/strict/variable" in rules(strict.reasons) with input as enclosed(prints(words))
	}
	every words in [["env", "-i"], ["env", "--version"], ["set", "-e"], ["declare", "-f"], ["declare", "-F"], ["export", "A"]] {
		not "exec/strict/variable" in rules(strict.reasons) with input as prints(words)
	}
}

test_env_that_runs_something_prints_nothing if {
	child := object.union(command(1, ["ls"]), {"parent": 0, "edge": "wrapper"})
	not "exec/strict/variable" in rules(strict.reasons) with input as outside(["env", "ls"], [command(0, ["env", "ls"]), child], {})
	inside := object.union(command(1, ["ls"]), {"parent": 0, "edge": "substitution"})
	"exec/strict/variable" in rules(strict.reasons) with input as outside(["env", "ls"], [command(0, ["env", "A=x"]), inside], {})
}

test_programs_that_print_variables_outside_of_a_boundary if {
	every words in [["envsubst"], ["ps", "e"], ["ps", "auxe"], ["ps", "axeww"], ["ps", "-p", "1", "eww"], ["ps", variable("x")]] {
		"exec/strict/variable" in rules(strict.reasons) with input as prints(words)
		not "exec/strict/variable" in rules(strict.reasons) with input as enclosed(prints(words))
	}
	every words in [["ps"], ["ps", "aux"], ["ps", "-e"], ["ps", "-o", "etime"], ["ps", "axo", "pid,etime"], ["ps", "-C", "node"], ["ps", "-p", variable("x")]] {
		not "exec/strict/variable" in rules(strict.reasons) with input as prints(words)
	}
}

piped(reader) := outside(
	["env", reader[0]], [
		object.union(command(0, ["env"]), {"context": {"pipes": 2}}),
		object.union(command(1, reader), {"context": {"pipe": 1, "pipes": 2}, "stdin": {"kind": "pipe", "from": [0]}}),
	],
	{},
)

test_a_search_shows_what_it_finds if {
	every reader in [["grep", "TOKEN"], ["grep", "-i", "node"], ["grep", "^A_TOKEN="], ["grep", "^HOME"], ["sort"], ["grep", variable("x")]] {
		"exec/strict/variable" in rules(strict.reasons) with input as piped(reader)
	}
	every reader in [["wc", "-l"], ["grep", "^HOME="]] {
		not "exec/strict/variable" in rules(strict.reasons) with input as piped(reader)
	}
	not "exec/strict/variable" in rules(strict.reasons) with input as enclosed(piped(["grep", "-i", "node"]))
	every reader in [["sort"], ["grep", "."], ["grep", "-v", "proxy"]] {
		"exec/strict/variable" in rules(strict.reasons) with input as enclosed(piped(reader))
	}
}
