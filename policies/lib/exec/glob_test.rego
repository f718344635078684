package skillctl.lib.exec.glob_test

import data.skillctl.lib.exec.glob

test_matches if {
	some pair in [
		["git", "git"],
		["python3*", "python3.11"],
		["/usr/bin/*", "/usr/bin/ls"],
		["/opt/**", "/opt/a/b/c"],
		["/opt/?/x", "/opt/a/x"],
		["/a(b)[c]+/$x", "/a(b)[c]+/$x"],
		["/a.b/*", "/a.b/c"],
	]
	glob.matches(pair[0], pair[1])
}

test_every_pair_matches if {
	every pair in [["/opt/**", "/opt/a/b/c"], ["python3*", "python3.11"], ["/opt/?/x", "/opt/a/x"], ["/a(b)[c]+/$x*", "/a(b)[c]+/$xy"]] {
		glob.matches(pair[0], pair[1])
	}
}

test_none_matches if {
	every pair in [["/usr/bin/*", "/usr/bin/a/b"], ["git", "gitk"], ["git", "Git"], ["/a.b/*", "/axb/c"], ["/opt/?/x", "/opt//x"], ["g*", "lg"]] {
		not glob.matches(pair[0], pair[1])
	}
}
