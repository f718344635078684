package skillctl.lib.exec.units_test

import data.skillctl.lib.exec.units

test_bytes if {
	every pair in [
		["256m", 268435456], ["256MB", 268435456], ["256MiB", 268435456], ["5MB", 5242880], ["1.5g", 1610612736],
		["100b", 100], ["1k", 1024], ["0.5K", 512],
	] {
		units.bytes(pair[0]) == pair[1]
	}
}

test_no_bytes if {
	every text in ["", "10", "-1m", "10 MB", "1t", "1e3k", "m", "1mm", "10bb"] {
		not units.bytes(text)
	}
}

test_milliseconds if {
	every pair in [["30s", 30000], ["500ms", 500], ["1h30m", 5400000], ["1.5s", 1500], ["2m", 120000]] {
		units.milliseconds(pair[0]) == pair[1]
	}
}

test_no_milliseconds if {
	every text in ["", "30", "-1s", "30 s", "1d", "s", "10sx"] {
		not units.milliseconds(text)
	}
}
