package skillctl.exec.profiles.openclaw_test

import data.skillctl.exec.profiles.openclaw

safely(name, args) if openclaw.safe_argv(name, args) with input as document({"exec": {}}, {}, view([]))

test_accepted if {
	every pair in [
		["head", ["-n", "5"]], ["head", ["-n5"]], ["head", ["--lin=5"]], ["head", ["--lines="]], ["head", ["-qn", "1"]],
		["cut", ["-d", ",", "-f1", "-"]], ["tr", ["-d", "abc"]], ["wc", ["--", ""]], ["head", ["-n", "-n"]], ["grep", ["-e", "x"]],
	] {
		safely(pair[0], pair[1])
	}
}

test_refused if {
	every pair in [
		["head", ["file"]], ["head", ["-n"]], ["head", ["-n", ""]], ["head", ["-5"]], ["head", ["-n", "/etc/passwd"]],
		["head", ["--x"]], ["head", ["-q", "--quiet=1"]], ["sort", ["-o", "x"]], ["sort", ["--comp=sh"]], ["tail", ["-f"]],
		["tail", ["-fn", "1"]], ["tr", []], ["tr", ["a", "b", "c"]], ["wc", ["--", "*"]], ["grep", ["-ie", "x"]], ["jq", ["."]],
		["head", ["-n", "$HOME"]], ["cut", ["--o=:"]],
	] {
		not safely(pair[0], pair[1])
	}
}

test_in_a_trusted_folder_only if {
	evil := object.union(segment(["head", "-n", "1"]), {"execution": object.union(program("head"), {"real": "/tmp/head"})})
	settings := document({"exec": {}}, {}, view([]))
	openclaw.safe_bin(segment(["head", "-n", "1"])) with input as settings
	not openclaw.safe_bin(evil) with input as settings
	not openclaw.safe_bin(segment(["sort", "-k1"])) with input as settings
}

test_profile_of_the_settings if {
	own := {"exec": {"safeBins": ["Filter"], "safeBinProfiles": {" FILTER ": {"minPositional": 2, "maxPositional": 1, "deniedFlags": ["-f"]}}}}
	given := document(own, {}, view([]))
	openclaw.safe_argv("filter", ["a", "b"]) with input as given
	not openclaw.safe_argv("filter", ["a"]) with input as given
	not openclaw.safe_argv("filter", ["a", "b", "c"]) with input as given
	not openclaw.safe_argv("filter", ["-f", "a", "b"]) with input as given
}
