package skillctl.lib.told_test

import data.skillctl.lib.told

given(value) := {"skill": {"front": {"fields": {"name": {"value": value}, "description": {"value": value}}}}}

test_texts_are_told if {
	told.name == "tool" with input as given("tool")
	told.description == "tool" with input as given("tool")
}

test_what_is_no_text_is_none if {
	every value in [null, true, 7, ["a"], {"a": "b"}] {
		told.name == "" with input as given(value)
		told.description == "" with input as given(value)
	}
	told.name == "" with input as {"skill": {"front": {"fields": {}}}}
}
