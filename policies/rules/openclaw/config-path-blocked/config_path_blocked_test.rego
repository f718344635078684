package skillctl.rules.openclaw["config-path-blocked_test"]

import data.skillctl.rules.openclaw["config-path-blocked"] as rule

config(settings) := {"skill": {"openclaw": {"metadata": {"path": ["metadata", "openclaw"]}, "requires": {"config": settings}}}}

test_fires if {
	count(rule.findings) == 1 with input as config(["__proto__.x", "browser.enabled"])
}

test_silent_on_settings if {
	count(rule.findings) == 0 with input as config(["browser.enabled", "channels.discord.token"])
}
