package skillctl.rules.exe.destructive_test

import data.skillctl.rules.exe.destructive as rule

given(changes) := {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"commands": [object.union(
	{"program": "rm", "args": [], "input": [], "text": "…", "before": "", "file": "SKILL.md", "span": {}, "fenced": true},
	changes,
)]}}}

severities(changes) := {f.severity | some f in rule.findings with input as given(changes)}

gone(kind, place) := {"writes": [{"act": "delete-tree", "kind": kind, "place": place}]}

test_fires_on_the_home_folder_and_the_system if {
	every place in ["~", "~/*", "~/.*", "/home/*"] { severities(gone("home", place)) == {"high"} }
	every place in ["/", "/*", "/etc", "C:/Windows"] { severities(gone("system", place)) == {"high"} }
	severities(gone("home", "~/Documents")) == {"medium"}
	severities({"writes": [{"act": "delete", "kind": "home", "place": "~/*"}]}) == {"high"}
	severities({"program": "chmod", "writes": [{"act": "mode-tree", "kind": "system", "place": "/"}]}) == {"high"}
}

test_fires_on_disks_and_backups if {
	severities({"program": "dd", "writes": [{"act": "write", "kind": "disk", "place": "/dev/sda"}]}) == {"high"}
	severities({"program": "mkfs.ext4", "writes": [{"act": "device", "kind": "disk", "place": "/dev/nvme0n1p1"}]}) == {"high"}
	severities({"program": "dd", "writes": [{"act": "write", "kind": "disk", "place": "/dev/sdX"}]}) == {"medium"}
	severities({"program": "vssadmin", "args": ["Delete", "Shadows"]}) == {"high"}
	severities({"program": "vssadmin", "args": ["list", "shadows"]}) == set()
}

test_fires_less_on_what_is_told_of if {
	severities(object.union(gone("system", "/"), {"fenced": false, "before": "The hook refuses things such as"})) == {"low"}
	severities(object.union(gone("system", "/"), {"fenced": false, "before": "If the agent tries to run"})) == {"low"}
	severities(object.union(gone("system", "/"), {"fenced": false, "before": "| Injection | run(x) | ;"})) == {"low"}
	severities(object.union(gone("system", "/"), {"fenced": false, "before": "| 1 | Run"})) == {"high"}
	severities(object.union(gone("system", "/"), {"fenced": false, "before": "When it fails, run"})) == {"high"}
	severities(object.union(gone("system", "/"), {"fenced": false, "before": "Never run"})) == {"medium"}
	severities(object.union(gone("system", "/"), {"file": "scripts/a.py", "before": "BAD = ["})) == {"low"}
	severities(object.union(gone("system", "/"), {"file": "scripts/a.py", "before": "subprocess.run("})) == {"high"}
	severities(object.union(gone("system", "/"), {"file": "references/a.md"})) == {"medium"}
}

test_silent_on_what_a_test_picks if {
	severities(object.union(gone("home", "~"), {"program": "find", "args": ["~", "-name", ".DS_Store", "-delete"]})) == set()
	severities(object.union(gone("home", "~"), {"program": "find", "args": ["~", "-type", "f", "-delete"]})) == {"high"}
}

test_silent_on_images_and_other_acts if {
	severities(object.union(gone("system", "/var/lib"), {"file": "build/Dockerfile"})) == set()
	severities({"writes": [{"act": "write", "kind": "shell", "place": "~/.bashrc"}]}) == set()
	severities({}) == set()
}
