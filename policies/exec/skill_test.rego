package skillctl.exec.skill_test

import data.skillctl.exec.skill

call(variables, declared) := {"request": {"skill": {"name": "weather", "key": "weather", "variables": variables, "declared": declared}}}

given(variables, declared) := names if {
	names := skill.given with input as call(variables, declared) with data.skillctl.exec.boundary.host as "gateway"
}

messages(variables, declared, host) := {reason.message | some reason in found} if {
	found := skill.reasons with input as call(variables, declared) with data.skillctl.exec.boundary.host as host
}

test_given if given(["CITY", "WEATHER_API_KEY"], ["WEATHER_API_KEY"]) == {"CITY", "WEATHER_API_KEY"}

test_dropped if {
	every name in ["LD_PRELOAD", "ld_library_path", "PATH", "NODE_OPTIONS", "HOME", "HTTPS_PROXY", "GIT_CONFIG_COUNT", "GITHUB_TOKEN", "A=B"] {
		given([name], [name]) == set()
		count(messages([name], [name], "gateway")) == 1
	}
}

test_secrets_have_to_be_declared if {
	given(["WEATHER_API_KEY"], ["OTHER"]) == set()
	messages(["WEATHER_API_KEY"], [], "gateway") == {"WEATHER_API_KEY of skill \"weather\" is not set: it looks like a secret, and the skill names it neither in requires.env nor in primaryEnv"}
}

test_nothing_goes_into_a_container if {
	names := skill.given with input as call(["CITY"], []) with data.skillctl.exec.boundary.host as "sandbox"
	names == set()
	messages(["CITY"], [], "sandbox") == {"variables of skill \"weather\" are not passed into a container: CITY"}
	messages([], [], "sandbox") == set()
}

test_without_a_skill if {
	found := skill.reasons with input as {"request": {}}
	found == set()
}
