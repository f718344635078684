package skillctl.lint.verdict_test

import data.skillctl.lint.verdict

weight(severity, confidence, locus) := {"category": "exe", "security": false, "severity": severity, "confidence": confidence, "locus": locus}

formal(severity, confidence) := {"category": "spec", "security": false, "severity": severity, "confidence": confidence, "locus": "manifest"}

having(findings) := {"complete": true, "findings": findings}

unread(findings) := {"complete": false, "findings": findings}

said(answer, given) if verdict.judgement == answer with input as given

test_pass_without_findings if said({"verdict": "pass", "safety": "pass", "form": "pass"}, having([]))

test_pass_with_low_findings if said({"verdict": "pass", "safety": "pass", "form": "pass"}, having([weight("low", "high", "manifest"), formal("low", "high")]))

test_review_with_sure_medium if said({"verdict": "review", "safety": "review", "form": "pass"}, having([weight("medium", "medium", "manifest")]))

test_review_with_unsure_high if said({"verdict": "review", "safety": "review", "form": "pass"}, having([weight("high", "low", "script")]))

test_review_when_grave_only_in_an_example if {
	said({"verdict": "review", "safety": "review", "form": "pass"}, having([weight("critical", "high", "example")]))
}

test_block_with_sure_high if said({"verdict": "block", "safety": "block", "form": "pass"}, having([weight("high", "medium", "script")]))

# What is wrong with the form says nothing of safety, however bad it is.
test_form_is_not_safety if {
	said({"verdict": "block", "safety": "pass", "form": "block"}, having([formal("high", "high")]))
	said({"verdict": "pass", "safety": "pass", "form": "review"}, having([formal("medium", "high")]))
	said({"verdict": "pass", "safety": "pass", "form": "review"}, having([formal("high", "low")]))
	every category in ["openclaw", "zeroclaw"] {
		said({"verdict": "block", "safety": "pass", "form": "block"}, having([object.union(formal("high", "high"), {"category": category})]))
	}
}

test_worse_of_both if {
	said({"verdict": "block", "safety": "review", "form": "block"}, having([weight("medium", "high", "script"), formal("high", "high")]))
	said({"verdict": "block", "safety": "block", "form": "review"}, having([weight("high", "high", "script"), formal("medium", "high")]))
	said({"verdict": "review", "safety": "review", "form": "review"}, having([weight("medium", "high", "script"), formal("medium", "high")]))
}

# A rule about attacks is one about safety in any category, and so is each rule of
# an operator.
test_security_in_a_formal_category if {
	said({"verdict": "block", "safety": "block", "form": "pass"}, having([object.union(formal("high", "high"), {"security": true})]))
	said({"verdict": "block", "safety": "block", "form": "pass"}, having([object.union(formal("high", "high"), {"category": "user"})]))
}

test_review_when_not_read_to_the_end if {
	said({"verdict": "review", "safety": "review", "form": "pass"}, unread([]))
	said({"verdict": "review", "safety": "review", "form": "pass"}, unread([object.union(weight("medium", "high", "package"), {"category": "coverage"})]))
}

test_block_when_what_was_not_read_counts if {
	said({"verdict": "block", "safety": "block", "form": "pass"}, unread([object.union(weight("high", "high", "package"), {"category": "coverage"})]))
}

test_block_when_input_says_nothing if {
	said({"verdict": "block", "safety": "block", "form": "block"}, {})
}

test_block_without_coverage if said({"verdict": "block", "safety": "block", "form": "block"}, {"findings": []})

test_block_without_findings if said({"verdict": "block", "safety": "block", "form": "block"}, {"complete": true})
