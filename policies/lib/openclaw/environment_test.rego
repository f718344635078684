package skillctl.lib.openclaw.environment_test

import data.skillctl.lib.openclaw.environment

answers(variables, declared) := found if {
	found := environment.answers with input as {"variables": variables, "declared": declared}
}

test_set if answers(["CITY", "WEATHER_API_KEY"], ["WEATHER_API_KEY"]) == {}

test_dropped if {
	every name in ["LD_PRELOAD", "ld_library_path", "PATH", "NODE_OPTIONS", "HOME", "HTTPS_PROXY", "GIT_CONFIG_COUNT", "GITHUB_TOKEN", "A B"] {
		object.keys(answers([name, "CITY"], [name])) == {name}
	}
}

test_secrets_have_to_be_declared if {
	answers(["WEATHER_API_KEY"], ["OTHER"]).WEATHER_API_KEY == "it looks like a secret, and the skill names it neither in requires.env nor in primaryEnv"
}
