package skillctl.exec.boundary_zeroclaw_test

import data.skillctl.exec.boundary
import data.skillctl.exec.boundary_test

# A request with words of ZeroClaw, and changes to the settings for runs and the machine.
given(zeroclaw, run, machine) := object.union(
	boundary_test.asked({"settings": {"run": object.union(boundary_test.defaults, run), "zeroclaw": zeroclaw}}),
	{"machine": object.union(boundary_test.machine, machine)},
)

open := {"sandbox": "none", "trusted": true, "network": "full"}

boxed := {"host": "sandbox", "sandbox": "docker", "docker": object.union(boundary_test.defaults.docker, {"image": boundary_test.pinned})}

warned(asked) := {warning.setting[1] | some warning in boundary.warnings with input as asked}

test_what_is_given_up_is_said if {
	warned(given({"sandbox_backend": "none"}, open, {})) == {"sandbox_backend"}
	warned(given({"sandbox_backend": "landlock", "sandbox_enabled": false}, open, {})) == {"sandbox_enabled"}
	warned(given({}, open, {})) == set()
	warned(given({"sandbox_backend": "none"}, {}, {})) == set()
	warned(given({"sandbox_backend": "none", "runtime": {"kind": "docker"}}, boxed, {"owner": 1000})) == set()
}

in_docker := {"runtime": {"kind": "docker"}}

test_root_where_the_workspace_is_roots if {
	asked := given(in_docker, boxed, {"owner": 0})
	drawn := boundary.drawn with input as asked
	drawn.docker.user == "0:0"
	warned(asked) == {"runtime"}
}

test_otherwise_whom_it_belongs_to if {
	others := [
		given(in_docker, boxed, {"owner": 1000}),
		given({}, boxed, {"owner": 0}),
		given(in_docker, object.union(boxed, {"workspaceAccess": "ro"}), {"owner": 0}),
	]
	every asked in others {
		drawn := boundary.drawn with input as asked
		not drawn.docker.user
		warned(asked) == set()
	}
	own := object.union(boxed, {"docker": object.union(boxed.docker, {"user": "7:7"})})
	drawn := boundary.drawn with input as given(in_docker, own, {"owner": 0})
	drawn.docker.user == "7:7"
}

roots := {"allowed_roots": ["/srv/data", "~/notes", "/gone"]}

there := {"real": {"/srv/data": "/srv/data", "~/notes": "/home/ada/notes", "/gone": ""}}

test_allowed_roots_may_be_written if {
	drawn := boundary.drawn with input as given(roots, {}, there)
	"/srv/data" in drawn.write
	"/home/ada/notes" in drawn.write
	not "/gone" in drawn.write
}

test_allowed_roots_are_in_containers if {
	drawn := boundary.drawn with input as given(object.union(in_docker, roots), boxed, there)
	drawn.docker.binds == [
		{"source": "/home/ada/notes", "target": "/home/ada/notes", "write": true},
		{"source": "/srv/data", "target": "/srv/data", "write": true},
	]
	reading := boundary.drawn with input as given(roots, object.union(boxed, {"workspaceAccess": "ro"}), there)
	{bind.write | some bind in reading.docker.binds} == {false}
}
