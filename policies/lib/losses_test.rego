package skillctl.lib.losses_test

import data.skillctl.lib.losses

about(description) := {"skill": {"front": {"fields": {"description": {"value": description}}}, "body": {"links": [], "uses": []}}}

removes(description) if losses.removes with input as about(description)

goes_by(kind, description) if losses.goes_by(kind) with input as about(description)

test_removes_what_it_says if {
	every said in [
		"Cleans up old builds.", "Cleanup of caches.", "Clears out the inbox.", "Clearing away drafts.",
		"Deletes files twice there.", "Removes duplicates.", "Deduplicates contacts.",
	] {
		removes(said)
	}
}

test_praise_is_no_warning if {
	every said in [
		"Writes clear sums.", "Draws clean charts.", "Sorts the rows.", "Organizes the notes by topic.",
		"Finds duplicates in a table.", "A cleaner look for tables.",
	] {
		not removes(said)
	}
}

test_goes_by_the_clock_that_it_names if {
	every said in ["Sums of each month.", "Reads timestamps.", "Converts time zones.", "Converts timezones.", "Sets timers."] {
		goes_by("clock", said)
	}
}

test_time_alone_is_no_clock if {
	every said in ["Saves you time.", "Adds up many times faster.", "Knows the limits of tables.", "Ages of users.", "Finds errors due to typing."] {
		not goes_by("clock", said)
	}
}
