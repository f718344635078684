package skillctl.proposals_test

import data.skillctl.proposals

base := {
	"action": "examine",
	"agent": "main",
	"settings": {},
	"waiting": 0,
	"quarantined": 0,
	"proposal": {"id": "notes-20260102-0000000000", "kind": "create", "status": "pending", "name": "Notes", "key": "notes", "current": ""},
	"target": {"skills": "/skills", "folder": "none", "manifest": "none", "digest": "", "problem": "", "files": []},
	"gate": "",
	"approved": false,
}

with_base(changes) := object.union(base, changes)

update(target) := with_base({
	"proposal": {"kind": "update", "current": "AA"},
	"target": object.union({"folder": "folder", "manifest": "file", "digest": "aa"}, target),
})

applied(changes) := with_base(object.union({"action": "apply", "gate": "allow"}, changes))

adding(changes) := with_base(object.union(
	{
		"action": "add",
		"draft": {"description": 10, "described": true, "text": {"bytes": 100, "plain": true, "blank": false}, "files": []},
	},
	changes,
))

# What the rules of one name say of a request.
told(rule, request) := {reason.effect |
	some reason in proposals.decision.reasons with input as request
	reason.rule == rule
}

effect(request) := said if said := proposals.decision.effect with input as request

old(request) := said if said := proposals.decision.stale with input as request

test_open_proposals_may_be_judged_and_closed if {
	every action in ["examine", "quarantine", "reject"] {
		effect(with_base({"action": action})) == "allow"
		told("proposals/open", with_base({"action": action})) == {"allow"}
	}
}

test_closed_proposals_are_closed if {
	every action in ["apply", "examine", "quarantine", "reject"] {
		every status in ["applied", "rejected", "quarantined", "stale"] {
			request := with_base({"action": action, "gate": "allow", "proposal": {"status": status}})
			effect(request) == "deny"
			told("proposals/status", request) == {"deny"}
			old(request) == ""
		}
	}
	told("proposals/status", base) == set()
}

test_silence_is_a_no if {
	every action in ["", "delete"] {
		effect(with_base({"action": action})) == "deny"
		told("proposals/silence", with_base({"action": action})) == {"deny"}
	}
	effect({}) == "deny"
	told("proposals/silence", base) == set()
}

test_gate if {
	effect(applied({})) == "allow"
	told("proposals/gate", applied({})) == {"allow"}
	effect(applied({"gate": "warn"})) == "ask"
	effect(applied({"gate": "warn", "approved": true})) == "allow"
	every gate in ["deny", "", "maybe"] {
		effect(applied({"gate": gate, "approved": true})) == "deny"
		told("proposals/gate", applied({"gate": gate, "approved": true})) == {"deny"}
	}
}

test_outside if {
	outside := {"target": {"folder": "outside", "problem": "it leads elsewhere"}}
	told("proposals/outside", with_base(outside)) == {"deny"}
	told("proposals/outside", applied(outside)) == {"deny"}
	old(with_base(outside)) == ""
	told("proposals/outside", object.union(with_base(outside), {"action": "reject"})) == set()
	told("proposals/outside", base) == set()
}

test_approval if {
	settings := {"settings": {"approvalPolicy": "pending"}}
	every action in ["quarantine", "reject"] {
		request := object.union(with_base(settings), {"action": action})
		effect(request) == "ask"
		told("proposals/approval", request) == {"ask"}
		effect(object.union(request, {"approved": true})) == "allow"
	}
	effect(applied(settings)) == "ask"
	effect(applied(object.union(settings, {"approved": true}))) == "allow"
	effect(with_base(settings)) == "allow"
	every policy in ["auto", "Pending", true, null] {
		effect(applied({"settings": {"approvalPolicy": policy}})) == "allow"
	}
	effect(applied({"settings": null})) == "allow"
}

test_limits if {
	every key, bounds in {"waiting": ["maxPending", 50, 1, 200], "bytes": ["maxSkillBytes", 40000, 1024, 200000]} {
		every pair in [
			[0, bounds[2]], [-7.5, bounds[2]], [1100.9, min([1100, bounds[3]])], [1e9, bounds[3]],
			["5", bounds[1]], [true, bounds[1]], [null, bounds[1]],
		] {
			got := proposals.limits with input as with_base({"settings": {bounds[0]: pair[0]}})
			got[key] == pair[1]
		}
		standard := proposals.limits with input as base
		standard[key] == bounds[1]
	}
}

test_queue if {
	told("proposals/queue/full", adding({"waiting": 50})) == {"deny"}
	told("proposals/queue/full", adding({"waiting": 49})) == set()
	effect(adding({"waiting": 49})) == "allow"
	told("proposals/add", adding({})) == {"allow"}
	told("proposals/queue/full", adding({"waiting": 5, "settings": {"maxPending": 5}})) == {"deny"}
	told("proposals/queue/full", with_base({"waiting": 1000})) == set()
}

test_room_in_a_full_queue if {
	closing := "apply or reject pending proposals"
	every request, want in {
		{"waiting": 50}: closing,
		{"waiting": 50, "quarantined": 2}: concat("; ", [closing, "raise maxPending: proposals in quarantine (2) keep their place"]),
		{"waiting": 50, "quarantined": 50}: "raise maxPending: proposals in quarantine (50) keep their place",
		{"waiting": 200, "quarantined": 200, "settings": {"maxPending": 200}}: "proposals in quarantine keep their place, and maxPending is already at its maximum",
	} {
		want in hints("proposals/queue/full", adding(request))
	}
}

hints(rule, request) := {reason.hint |
	some reason in proposals.decision.reasons with input as request
	reason.rule == rule
}

test_no_way_out_of_quarantine if {
	every action in ["apply", "quarantine", "reject"] {
		request := with_base({"action": action, "gate": "allow", "proposal": {"status": "quarantined"}})
		count(hints("proposals/status", request)) == 1
		hints("proposals/status", object.union(request, {"proposal": {"status": "stale"}})) == set()
	}
}

test_nobody_is_asked_about_what_is_closed if {
	every action in ["apply", "quarantine", "reject"] {
		request := with_base({"action": action, "gate": "allow", "settings": {"approvalPolicy": "pending"}})
		told("proposals/approval", request) == {"ask"}
		told("proposals/approval", object.union(request, {"proposal": {"status": "stale"}})) == set()
	}
}

test_name if {
	long := concat("", [letter | some _ in numbers.range(1, 65); letter := "a"])
	told("proposals/name", adding({"proposal": {"key": long}})) == {"deny"}
	told("proposals/name", adding({"proposal": {"key": ""}})) == {"deny"}
	told("proposals/name", adding({"proposal": {"key": substring(long, 0, 64)}})) == set()
	told("proposals/name", adding({"proposal": {"key": long, "kind": "update"}, "target": {"folder": "folder", "manifest": "file"}})) == set()
}

test_description if {
	every bytes in [0, 161] {
		told("proposals/description", adding({"draft": {"description": bytes}})) == {"deny"}
	}
	told("proposals/description", adding({"draft": {"description": 160}})) == set()
}

test_text if {
	every change in [
		{"described": false}, {"text": {"bytes": 40001}}, {"text": {"plain": false}}, {"text": {"blank": true}},
		{"files": [{"path": "assets/a", "plain": false}]},
	] {
		told("proposals/text", adding({"draft": change})) == {"deny"}
		effect(adding({"draft": change})) == "deny"
	}
	told("proposals/text", adding({"draft": {"text": {"bytes": 40000}, "files": [{"path": "assets/a", "plain": true}]}})) == set()
}

test_target if {
	told("proposals/target", adding({"proposal": {"kind": "update"}})) == {"deny"}
	told("proposals/target", adding({"proposal": {"kind": "update"}, "target": {"folder": "folder", "manifest": "file"}})) == set()
	told("proposals/target", adding({"target": {"folder": "folder", "manifest": "file"}})) == {"deny"}
	told("proposals/target", adding({"target": {"folder": "folder"}})) == {"deny"}
	told("proposals/target", adding({"target": {"folder": "other"}})) == {"deny"}
	told("proposals/target", adding({})) == set()
}

test_stale if {
	every rule, requests in {
		"proposals/stale/folder": [with_base({"target": {"folder": "other"}}), update({"folder": "other", "manifest": "none"})],
		"proposals/stale/unreadable": [with_base({"target": {"folder": "unreadable", "problem": "no"}}), update({"manifest": "unreadable", "digest": ""})],
		"proposals/stale/gone": [update({"folder": "none", "manifest": "none"}), update({"manifest": "none"})],
		"proposals/stale/there": [with_base({"target": {"folder": "folder"}}), with_base({"target": {"folder": "folder", "manifest": "file"}})],
		"proposals/stale/changed": [
			update({"digest": "bb"}),
			update({"files": [{"path": "assets/a", "existed": true, "was": "", "there": false, "digest": ""}]}),
			update({"files": [{"path": "assets/a", "existed": false, "was": "", "there": true, "digest": "cc"}]}),
			update({"files": [{"path": "assets/a", "existed": true, "was": "cc", "there": true, "digest": "dd"}]}),
		],
	} {
		every request in requests {
			told(rule, request) == {"deny"}
			old(request) != ""
			effect(request) == "deny"
			told(rule, object.union(request, {"action": "apply", "gate": "allow"})) == {"deny"}
			told(rule, object.union(request, {"action": "reject"})) == set()
			told(rule, object.union(request, {"proposal": {"status": "stale"}})) == set()
		}
	}
}

test_not_stale if {
	every request in [
		base,
		update({}),
		with_base({"proposal": {"kind": "update"}, "target": {"folder": "folder", "manifest": "file", "digest": "zz"}}),
		update({"files": [
			{"path": "assets/a", "existed": true, "was": "CC", "there": true, "digest": "cc"},
			{"path": "assets/b", "existed": true, "was": "", "there": true, "digest": "cc"},
			{"path": "assets/c", "existed": false, "was": "", "there": false, "digest": ""},
			{"path": "assets/d", "was": "", "there": true, "digest": "cc"},
		]}),
	] {
		old(request) == ""
		effect(request) == "allow"
	}
}
