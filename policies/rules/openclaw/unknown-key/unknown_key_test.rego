package skillctl.rules.openclaw["unknown-key_test"]

import data.skillctl.rules.openclaw["unknown-key"] as rule

unread(key, level) := {"skill": {"openclaw": {"metadata": {"block": "openclaw"}, "unread": [{"key": key, "level": level, "path": ["metadata", "openclaw", key]}]}}}

test_fires_with_the_key_that_was_meant if {
	some finding in rule.findings with input as unread("require", "block")
	finding.severity == "medium"
	finding.hint == "write requires"
}

test_fires_whatever_the_spelling if {
	some finding in rule.findings with input as unread("any_bins", "requires")
	finding.hint == "write anyBins"
}

test_low_for_installers if {
	some finding in rule.findings with input as unread("checksum", "install")
	finding.severity == "low"
}

test_silent_on_installers_that_are_dropped if {
	count(rule.findings) == 0 with input as {"skill": {"openclaw": {
		"unread": [{"key": "command", "level": "install", "path": ["metadata", "openclaw", "install", 0, "command"]}],
		"install": [{"status": "dropped", "path": ["metadata", "openclaw", "install", 0]}],
	}}}
}

test_info_for_keys_of_others if {
	some finding in rule.findings with input as unread("team", "block")
	finding.severity == "info"
}

test_silent_without_unread_keys if {
	count(rule.findings) == 0 with input as {"skill": {"openclaw": {"unread": []}}}
}
