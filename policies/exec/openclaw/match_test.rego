package skillctl.exec.profiles.openclaw_test

import data.skillctl.exec.profiles.openclaw

found(list, subject) := entry.pattern if {
	entry := openclaw.matched(openclaw.entries_of(list), subject, null, "") with input as document({"exec": {}}, {}, view([]))
}

test_names if {
	found(["/usr/bin/ls"], program("ls")) == "/usr/bin/ls"
	found(["/usr/**"], program("ls")) == "/usr/**"
	found([" l? "], program("ls")) == "l?"
	found(["~/x"], object.union(program("x"), {"real": "/home/u/x"})) == "~/x"
}

test_misses if {
	not found(["/bin/ls"], program("ls"))
	not found(["/usr/*"], program("ls"))
	not found(["ls"], object.union(program("ls"), {"raw": "/usr/bin/ls"}))
	not found(["ls"], object.union(program("ls"), {"path": "", "real": ""}))
	not found([{"pattern": "ls", "source": "allow-always"}], program("ls"))
	not found([{"pattern": "*", "argPattern": "x"}], program("ls"))
	not found(["sha256:argv:00"], program("sha256:argv:00"))
}

by(subject, list) := how if {
	how := openclaw.satisfied_by(subject) with input as document(allowing(list, {}), {}, view([]))
}

shell(match) := object.union(segment(["bash", "x.sh"]), {"match": object.union(plain_match(["bash", "x.sh"]), match)})

script := {"raw": "/w/x.sh", "path": "/w/x.sh", "real": "/w/x.sh", "name": "x.sh", "candidate": "/w/x.sh"}

test_shells_want_arguments_or_a_script if {
	by(shell({"shell": true}), ["bash"]) == ""
	by(shell({"shell": true}), ["*"]) == "allowlist"
	by(shell({"shell": true, "script": script, "scriptArgv": ["/w/x.sh"]}), ["/w/x.sh"]) == "allowlist"
}

test_carried_program if {
	carrying := shell({"shell": true, "inlineCommand": "$0", "positional": true, "carried": program("ls")})
	by(carrying, ["/usr/bin/ls"]) == "allowlist"
	by(carrying, ["/usr/bin/bash"]) == ""
}

test_builtin_and_safe_bin if {
	by(object.union(segment(["cd"]), {"builtin": true}), []) == "safeBuiltins"
	by(segment(["wc", "-l"]), []) == "safeBins"
	by(object.union(segment(["cd"]), {"builtin": true, "trust": "prompt-only"}), ["*"]) == ""
}

test_runner_that_is_a_miss if {
	by(object.union(segment(["npx", "-p", "x", "ls"]), {"match": null}), ["*", "ls"]) == ""
}

test_carried_arguments if {
	carrying := shell({
		"shell": true, "inlineCommand": "$0", "positional": true, "carried": program("ls"),
		"carriedArgv": ["/usr/bin/ls", "-l"],
	})
	bound := [{"pattern": "/usr/bin/ls", "argPattern": "^-l$"}]
	by(carrying, bound) == ""
	by(object.union(carrying, {"match": object.union(carrying.match, {"carriesAll": true})}), bound) == "allowlist"
}

test_generated_entries if {
	digest := "sha256:cwd-argv:v1:00"
	entry := {"pattern": "/usr/bin/ls", "argPattern": digest, "source": "allow-always"}
	listing := object.union(segment(["ls", "-l"]), {"match": object.union(plain_match(["ls", "-l"]), {"digest": digest})})
	by(listing, [entry]) == "allowlist"
	by(segment(["ls", digest]), [entry]) == ""
	by(segment(["ls", "-l"]), [{"pattern": "/usr/bin/ls", "argPattern": "l", "source": "allow-always"}]) == ""
}

test_tilde_without_a_home if {
	not openclaw.path_matches(openclaw.expanded("~/x"), "/x") with input as document({}, {}, object.union(view([]), {"home": ""}))
	not openclaw.path_matches(openclaw.expanded("~u/x"), "/home/u/x") with input as document({}, {}, view([]))
	not openclaw.path_matches("/tmp/**", "/tmp/../etc/x")
}
