package skillctl.lint.verdict_test

import data.skillctl.lint.verdict

test_pass_without_findings if verdict.decision == "pass" with input as {"complete": true, "findings": []}

test_pass_with_low_findings if {
	verdict.decision == "pass" with input as {
		"complete": true,
		"findings": [{"severity": "low", "confidence": "high", "locus": "manifest"}],
	}
}

test_review_with_sure_medium if {
	verdict.decision == "review" with input as {
		"complete": true,
		"findings": [{"severity": "medium", "confidence": "medium", "locus": "manifest"}],
	}
}

test_review_with_unsure_high if {
	verdict.decision == "review" with input as {
		"complete": true,
		"findings": [{"severity": "high", "confidence": "low", "locus": "script"}],
	}
}

test_review_when_grave_only_in_an_example if {
	verdict.decision == "review" with input as {
		"complete": true,
		"findings": [{"severity": "critical", "confidence": "high", "locus": "example"}],
	}
}

test_block_with_sure_high if {
	verdict.decision == "block" with input as {
		"complete": true,
		"findings": [{"severity": "high", "confidence": "medium", "locus": "script"}],
	}
}

test_block_when_not_read_to_the_end if {
	verdict.decision == "block" with input as {"complete": false, "findings": []}
}

test_block_when_input_says_nothing if verdict.decision == "block" with input as {}
