package skillctl.rules.zeroclaw["extra-registry_test"]

import data.skillctl.rules.zeroclaw["extra-registry"] as rule

configured(name) := {"kind": "config", "hosts": [], "options": {}, "config": {"kind": "zeroclaw", "value": {"skills": {"extra_registries": [{"name": name, "url": "https://example.com/x"}]}}}}

test_fires_on_other_characters if {
	every name in ["my registry", "a/b", "", "a.b"] {
		found := rule.findings with input as configured(name)
		count(found) == 1
	}
}

test_silent_on_plain_names if count(rule.findings) == 0 with input as configured("co_op-2")
