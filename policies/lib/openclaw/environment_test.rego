package skillctl.lib.openclaw.environment_test

import data.skillctl.lib.openclaw.environment

# What is answered of an entry, with what is said of it and of the skill besides.
answer(entry, skill) := found if {
	found := environment.answer with input as {
		"entry": object.union({"key": "weather", "enabled": null, "env": [], "apiKey": false}, entry),
		"skill": object.union({"primaryEnv": "", "declared": []}, skill),
	}
}

given(name) := {"written": name, "name": trim_space(name), "text": true, "empty": false, "nul": false}

empty(name) := object.union(given(name), {"empty": true})

no_text(name) := object.union(empty(name), {"text": false})

place(steps) := array.concat(["skills", "entries", "weather"], steps)

# Why each variable is dropped.
dropped(names, declared) := {variable.name: variable.dropped |
	some variable in answer({"env": [given(name) | some name in names]}, {"declared": declared}).variables
	variable.dropped != ""
}

test_set if dropped(["CITY", "WEATHER_API_KEY"], ["WEATHER_API_KEY"]) == {}

test_dropped if {
	every name in ["LD_PRELOAD", "ld_library_path", "PATH", "NODE_OPTIONS", "HOME", "HTTPS_PROXY", "GIT_CONFIG_COUNT", "GITHUB_TOKEN", "A=B", "A\u0000B", "toString", "__proto__"] {
		object.keys(dropped([name, "CITY"], [name])) == {name}
	}
}

# The agent sets names that are not portable.
test_odd_names_are_set if dropped(["A B", "a.b", "1A", "é"], []) == {}

test_known_names_have_to_be_declared if {
	object.keys(dropped(["FAL_KEY", "Speech_Region"], ["OTHER"])) == {"FAL_KEY", "Speech_Region"}
	dropped(["FAL_KEY"], ["FAL_KEY"]) == {}
}

test_value_with_nul if {
	got := answer({"env": [object.union(given("A"), {"nul": true})]}, {})
	got.variables == [{"name": "A", "setting": place(["env", "A"]), "key": false, "dropped": "its value holds a NUL character"}]
}

test_secrets_have_to_be_declared if {
	dropped(["WEATHER_API_KEY"], ["OTHER"]).WEATHER_API_KEY == "it looks like a secret, and the skill names it neither in requires.env nor in primaryEnv"
}

test_by_name if {
	answer({"env": [given(" CITY"), given("B")], "apiKey": true}, {"primaryEnv": "A"}) == {
		"variables": [
			{"name": "A", "setting": place(["apiKey"]), "key": true, "dropped": ""},
			{"name": "B", "setting": place(["env", "B"]), "key": false, "dropped": ""},
			{"name": "CITY", "setting": place(["env", " CITY"]), "key": false, "dropped": ""},
		],
		"unused": [],
	}
}

test_one_name_written_twice if {
	got := answer({"env": [given("A"), given(" A"), empty("A ")]}, {})
	got.variables == [{"name": "A", "setting": place(["env", " A"]), "key": false, "dropped": ""}]
	got.unused == [
		{"name": "A", "setting": place(["env", "A"]), "dropped": "env names A again further down"},
		{"name": "A", "setting": place(["env", "A "]), "dropped": "its value is empty"},
	]
}

test_no_name if {
	answer({"env": [given(" ")]}, {}) == {"variables": [], "unused": [{"name": "", "setting": place(["env", " "]), "dropped": "it has no name"}]}
}

test_no_text if {
	answer({"env": [no_text("A ")]}, {}) == {
		"variables": [],
		"unused": [{"name": "A", "setting": place(["env", "A "]), "dropped": "its value is no text"}],
	}
}

test_empty if {
	answer({"env": [empty("A")]}, {}) == {
		"variables": [],
		"unused": [{"name": "A", "setting": place(["env", "A"]), "dropped": "its value is empty"}],
	}
}

test_key_without_a_variable if {
	answer({"apiKey": true}, {}) == {
		"variables": [],
		"unused": [{"name": "", "setting": place(["apiKey"]), "dropped": "the skill names no primaryEnv that it could go into"}],
	}
}

test_key_beside_env if {
	answer({"env": [given("A")], "apiKey": true}, {"primaryEnv": "A"}) == {
		"variables": [{"name": "A", "setting": place(["env", "A"]), "key": false, "dropped": ""}],
		"unused": [{"name": "", "setting": place(["apiKey"]), "dropped": "env of the entry sets A itself"}],
	}
}

# A member that gives nothing leaves the place to the key.
test_key_beside_an_empty_value if {
	got := answer({"env": [empty("A")], "apiKey": true}, {"primaryEnv": "A"})
	got.variables == [{"name": "A", "setting": place(["apiKey"]), "key": true, "dropped": ""}]
	got.unused == [{"name": "A", "setting": place(["env", "A"]), "dropped": "its value is empty"}]
}

# They stand as they are written, and the key after them.
test_order_of_what_is_unused if {
	got := answer({"env": [empty("Z"), given(""), no_text("A")], "apiKey": true}, {})
	[entry.setting[3] | some entry in got.unused] == ["env", "env", "env", "apiKey"]
	[entry.name | some entry in got.unused] == ["Z", "", "A", ""]
}

test_switched_off if {
	entry := {"env": [given("CITY"), given(" ")], "apiKey": true}
	answer(object.union(entry, {"enabled": false}), {"primaryEnv": "A"}) == {"variables": [], "unused": []}
	every enabled in [null, true] {
		got := answer(object.union(entry, {"enabled": enabled}), {"primaryEnv": "A"})
		count(got.variables) == 2
		count(got.unused) == 1
	}
}

test_no_entry if answer({}, {"primaryEnv": "A", "declared": ["A"]}) == {"variables": [], "unused": []}
