package skillctl.exec.profiles.zeroclaw_path_test

import data.skillctl.exec.profiles.zeroclaw

doc(path, settings) := {
	"path": path,
	"settings": {"zeroclaw": object.union({"workspace_dir": "/ws"}, settings)},
	"request": {"cwd": "/ws", "env": {"HOME": "/home/user"}},
}

named(path, settings) if {
	answer := zeroclaw.path with input as doc(path, settings)
	answer.allowed
}

test_within_the_workspace if {
	every path in ["a", "./a/b", "/ws", "/ws//a/./b", "my..file", "", "/dev/null"] {
		named(path, {})
	}
}

test_outside_of_it if {
	every path in ["/", "/wsx", "/etc/passwd", "~/x", "~", "~root/x", "../a", "a/../b", "a\u0000", "..%2Fx", "x%2f..", "/dev/zero", "~//etc/x"] {
		not named(path, {})
	}
}

test_roots_and_forbidden_paths if {
	settings := {"workspace_only": false, "allowed_roots": ["/home/me/p"], "forbidden_paths": ["/home", "/home/me/p/secret", "~/.ssh"]}
	every path in ["/home/me/p", "/home/me/p/a", "/srv/x"] {
		named(path, settings)
	}
	every path in ["/home/me", "/home/me/p/secret", "/home/me/p/secret/key", "~/.ssh/id"] {
		not named(path, settings)
	}
	named("/home/me/p/secret/key", object.union(settings, {"forbidden_precedence": "roots"}))
}

resolved(path, settings) := answer if {
	answer := zeroclaw.resolved with input as doc(path, settings)
}

test_roots_have_a_direction if {
	settings := {"workspace_only": false, "forbidden_paths": [], "allowed_roots_read_only": ["/ro"], "allowed_roots_write_only": ["/wo"]}
	resolved("/ro/x", object.union(settings, {"workspace_only": true})).read
	not resolved("/ro/x", object.union(settings, {"workspace_only": true})).write
	resolved("/wo/x", settings).write
	not resolved("/wo/x", settings).read
	resolved("/dev/zero", {}).read
	not resolved("/dev/zero", {}).write
}

test_roots_are_compared_where_they_lead if {
	moved := object.union(doc("/real/x", {}), {"facts": {"zeroclaw": {"roots": {"/ws": "/real"}}}})
	answer := zeroclaw.resolved with input as moved
	answer.write
	not resolved("/real/x", {}).write
}
