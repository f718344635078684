package skillctl.exec.profiles.zeroclaw_decision_test

import data.skillctl.exec.profiles.zeroclaw
import data.skillctl.exec.profiles.zeroclaw_test as fixture

said(doc) := [[reason.effect, reason.rule] | some reason in found_reasons] if {
	found_reasons := zeroclaw.reasons with input as doc
}

test_allows if said(fixture.call("posix", [fixture.segment(["ls"])], {})) == [["allow", "exec/zeroclaw/allowed"]]

test_asks_where_somebody_can_approve if {
	doc := fixture.call("posix", [fixture.segment(["git", "push"])], {})
	said(doc) == [["deny", "exec/zeroclaw/approval-required-medium"]]
	asked := json.patch(doc, [{"op": "replace", "path": "/request/approver", "value": true}])
	said(asked) == [["ask", "exec/zeroclaw/approval-required-medium"]]
	given := json.patch(doc, [{"op": "replace", "path": "/request/approved", "value": true}])
	said(given) == [["allow", "exec/zeroclaw/allowed"]]
}

token(path, real) := {"path": path, "executable": false, "segment": 0, "resolved": true, "real": real, "span": fixture.at}

test_paths_are_looked_at_last if {
	doc := json.patch(fixture.call("posix", [fixture.segment(["ls"])], {}), [{"op": "add", "path": "/facts/zeroclaw/pathTokens/-", "value": token("link/x", "/etc/x")}])
	said(doc) == [["deny", "exec/zeroclaw/forbidden-path"]]
}

test_what_was_not_read_whole_is_refused if {
	doc := json.patch(fixture.call("posix", [fixture.segment(["ls"])], {}), [{"op": "replace", "path": "/facts/parse/limit", "value": "too_large"}])
	said(doc) == [["deny", "exec/zeroclaw/unread"]]
}

test_levels_are_known if said(fixture.call("posix", [fixture.segment(["ls"])], {"level": "read_only"})) == [["deny", "exec/zeroclaw/level"]]

test_lines_that_end_elsewhere_are_refused if {
	doc := json.patch(fixture.call("posix", [fixture.segment(["ls"])], {}), [{"op": "add", "path": "/facts/opaque", "value": [{"reason": "lines"}]}])
	said(doc) == [["deny", "exec/zeroclaw/unread"]]
}

test_what_no_shell_can_read_is_refused if {
	doc := json.patch(fixture.call("posix", [fixture.segment(["ls"])], {}), [{"op": "replace", "path": "/facts/parse/ok", "value": false}])
	said(doc) == [["deny", "exec/zeroclaw/unread"]]
}

# Only so many runs an hour.
test_rate if {
	limited := {"max_actions_per_hour": 2}
	rated(limited, 1) == {}
	rated(limited, 2).hint == "max_actions_per_hour is 2, and 2 runs began in the last hour"
	rated({"max_actions_per_hour": 0}, 0).hint == "max_actions_per_hour is 0: nothing may run"
	rated({}, 99) == {}
}

rated(cfg, n) := object.filter(stop, ["hint"]) if {
	stop := zeroclaw.stop with input as {"settings": {"zeroclaw": cfg}, "request": {"actions_last_hour": n}, "facts": {}}
	stop.gate == "rate_limit"
} else := {}
