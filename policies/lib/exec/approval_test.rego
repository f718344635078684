package skillctl.lib.exec.approval_test

import data.skillctl.lib.exec.approval

test_always_is_too_old_when_asked_each_time if {
	approval.too_old("always") with input as {"request": {"approval": {"scope": "always"}}}
}

test_always_answers_a_miss if {
	not approval.too_old("on-miss") with input as {"request": {"approval": {"scope": "always"}}}
	not approval.too_old("") with input as {"request": {"approval": {"scope": "always"}}}
}

test_once_and_the_moment_answer if {
	not approval.too_old("always") with input as {"request": {"approval": {"scope": "once"}}}
	not approval.too_old("always") with input as {"request": {"approved": true}}
}
