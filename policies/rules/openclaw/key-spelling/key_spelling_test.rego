package skillctl.rules.openclaw["key-spelling_test"]

import data.skillctl.rules.openclaw["key-spelling"] as rule

front(keys) := {"skill": {"front": {"order": keys, "fields": {key: {} | some key in keys}}}}

test_fires_on_camel_case if {
	some finding in rule.findings with input as front(["name", "disableModelInvocation"])
	contains(finding.message, "the model may call")
	finding.fix.edits[0].text == "disable-model-invocation"
}

test_fires_on_underscores if {
	count(rule.findings) == 1 with input as front(["user_invocable"])
}

test_fires_on_upper_case if {
	found := rule.findings with input as front(["Name", "Description"])
	count(found) == 2
}

test_silent_when_the_right_key_is_there_too if {
	count(rule.findings) == 0 with input as front(["name", "Name", "user-invocable", "userInvocable"])
}

test_silent_on_underscores_that_are_read if {
	count(rule.findings) == 0 with input as front(["command_dispatch", "command-tool"])
}
