package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

assigns(name, how) := document({"allowlist": ["ls"]}, object.union(ls, {"assignments": [{
	"command": 0, "how": how, "name": name, "op": "=", "value": word("x"), "span": span(1),
}]}))

test_code_keys if {
	every name in ["PATH", "LD_PRELOAD", "BASH_ENV", "GIT_SSH_COMMAND", "NPM_CONFIG_REGISTRY", "npm_config_script_shell", "MY_EDITOR"] {
		rules(strict.reasons) == {"exec/strict/environment"} with input as assigns(name, "prefix")
	}
}

test_harmless_keys if {
	every name in ["FOO", "PYTHONUNBUFFERED", "ASAN_OPTIONS", "GIT_AUTHOR_NAME", "LOG_LEVEL"] {
		effects(strict.reasons) == {"allow"} with input as assigns(name, "prefix")
	}
}

test_variables_of_the_text if {
	every name in ["MY_EDITOR", "path", "GIT_COMMON"] {
		effects(strict.reasons) == {"allow"} with input as assigns(name, "statement")
	}
	effects(strict.reasons) == {"deny"} with input as assigns("PATH", "statement")
	effects(strict.reasons) == {"deny"} with input as assigns("PATH", "for")
}

test_unknown_name if {
	effects(strict.reasons) == {"deny"} with input as assigns(null, "declare")
}

test_unset if {
	gone := object.union(assigns("PATH", "unset"), {"facts": {"assignments": [{"command": 0, "how": "unset", "name": "PATH", "op": "unset", "span": span(1)}]}})
	effects(strict.reasons) == {"deny"} with input as gone
}

test_request if {
	effects(strict.reasons) == {"deny"} with input as object.union(document({"allowlist": ["ls"]}, ls), {"request": {"env": {"LD_PRELOAD": "x"}}})
	effects(strict.reasons) == {"allow"} with input as object.union(document({"allowlist": ["ls"]}, ls), {"request": {"env": {"TZ": "UTC", "GIT_PAGER": "cat"}}})
}
