package skillctl.catalog_test

# There is an answer for each candidate, in their order.
test_an_answer_for_each if {
	count(answers(of([]))) == 0
	some_of_each := of([object.union(managed, {"skill": {"name": "b"}}), object.union(own, {"inside": false, "real": "/x"})])
	[answer.state | some answer in answers(some_of_each)] == ["loaded", "escaped"]
	every answer in answers(some_of_each) {
		answer.by == -1
	}
}

test_strict_minds_who_can_write if {
	every mode in ["0666", "0646", "0777"] {
		rule(by("strict", but({"manifest": {"mode": mode}}))) == "catalog/writable"
		rule(but({"manifest": {"mode": mode}})) == "catalog/loaded"
	}
	rule(by("strict", but({"manifest": {"mode": "0664"}}))) == "catalog/loaded"
}
