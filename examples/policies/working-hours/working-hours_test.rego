package skillctl.user.working_hours_test

import data.skillctl.user.working_hours as policy

# 2026-03-02 is a Monday; 09:00 in UTC is 10:00 there.
test_in_the_morning if count(policy.reasons) == 0 with input as {"request": {"now": 1772442000}}

test_at_night if count(policy.reasons) == 1 with input as {"request": {"now": 1772406000}}

test_on_sunday if count(policy.reasons) == 1 with input as {"request": {"now": 1772355600}}

test_without_a_time if count(policy.reasons) == 1 with input as {"request": {}}
