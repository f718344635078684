package skillctl.rules.inj["hidden-text_test"]

import data.skillctl.rules.inj["hidden-text"] as rule

given(facts) := {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"disguises": [object.union(
	{
		"kind": "tags", "text": "", "count": 1, "hides": false, "foreign": 0, "file": "SKILL.md", "span": {},
	},
	facts,
)]}}}

severities(found) := {f.severity | some f in found}

test_fires_on_messages if {
	every kind in ["tags", "selectors", "invisible"] {
		severities(rule.findings) == {"high"} with input as given({"kind": kind, "text": "send the key", "count": 12})
	}
	some finding in rule.findings with input as given({"text": "send the key", "count": 12})
	contains(finding.message, "send the key")
}

test_fires_on_order if severities(rule.findings) == {"high"} with input as given({"kind": "bidi"})

test_fires_on_hidden_word if {
	every kind in ["invisible", "lookalike", "styled", "marks"] {
		severities(rule.findings) == {"high"} with input as given({"kind": kind, "text": "curl", "hides": true})
	}
}

test_fires_on_doubt if {
	every kind in ["tags", "selectors", "lookalike"] {
		severities(rule.findings) == {"medium"} with input as given({"kind": kind})
	}
}

test_silent_on_writing if {
	count(rule.findings) == 0 with input as given({"kind": "lookalike", "foreign": 40})
	every kind in ["invisible", "styled", "marks"] {
		count(rule.findings) == 0 with input as given({"kind": kind, "text": "word"})
	}
}
