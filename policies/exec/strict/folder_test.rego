package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

here := {"known": true, "path": "", "or": []}

placed(text) := {"text": text, "value": text, "tilde": startswith(text, "~")}

apart(place, dir) if strict.outside(placed(place), place, dir) with input as {"request": {"cwd": "/srv/app"}}

test_places_inside if {
	every place in ["a", "./a/../b", "a/b", "/tmp/x", "/srv/app/x", "...", "a/.b/../c", ".a*", "a/...b/../c"] {
		not apart(place, here)
	}
}

test_places_outside if {
	every place in ["..", "../a", "a/../../b", "/etc/x", "/tmp/../etc", "/srv/app/../x", "~/x", "a/..*/../b", "a/.*/b", "a/.?/../b", "a/.@(.)/b"] {
		apart(place, here)
	}
}

test_any_folder_that_it_may_be_taken_from_counts if {
	apart("a", {"known": true, "path": "", "or": ["/etc"]})
	apart("a", {"known": false, "path": "", "or": []})
	not apart("../a", {"known": true, "path": "sub", "or": []})
}

from_root(place, dir) := found if {
	found := strict.real_places(place, dir) with input as {"request": {"cwd": "/srv/app"}}
}

test_paths_from_the_root if {
	from_root("a/../b", here) == {"/srv/app/b"}
	from_root("../../../x", here) == {"/x"}
	from_root("/../..", here) == {"/"}
	from_root("a", {"known": true, "path": "sub", "or": ["/etc"]}) == {"/srv/app/sub/a", "/etc/a"}
}
