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

test_fires_on_what_lost_files_come_back_from if {
	every case in [
		["wmic", ["shadowcopy", "delete"]], ["get-wmiobject", ["Win32_ShadowCopy"]], ["bcdedit", ["/set", "{default}", "recoveryenabled", "No"]],
		["reagentc", ["/disable"]], ["wevtutil", ["cl", "Security"]], ["clear-eventlog", ["-LogName", "System"]], ["wbadmin", ["delete", "catalog"]],
	] {
		severities({"program": case[0], "args": case[1]}) == {"high"}
	}
	every case in [
		["tmutil", ["deletelocalsnapshots", "/"]], ["tmutil", ["disable"]], ["zfs", ["destroy", "-r", "tank@daily"]],
		["btrfs", ["subvolume", "delete", "/.snapshots/1/snapshot"]], ["timeshift", ["--delete-all"]],
	] {
		severities({"program": case[0], "args": case[1]}) == {"medium"}
	}
}

test_silent_on_what_only_looks if {
	every case in [
		["wmic", ["shadowcopy", "list"]], ["bcdedit", ["/enum"]], ["wevtutil", ["qe", "Security"]], ["tmutil", ["listlocalsnapshots", "/"]],
		["zfs", ["snapshot", "tank@daily"]], ["btrfs", ["subvolume", "delete", "/var/scratch"]], ["reagentc", ["/info"]],
	] {
		severities({"program": case[0], "args": case[1]}) == set()
	}
}

over(program, picks, places) := severities({"program": program, "picks": picks, "over": places})

test_fires_on_files_of_the_user_one_by_one if {
	over("find", "-name '*.pdf' -delete", ["~"]) == {"high"}
	over("shred", "", ["~/Documents"]) == {"high"}
	over("rm", "-type f", ["~/Documents"]) == {"medium"}
	over("find", "-name '*.pdf' -mtime +90 -delete", ["~/Downloads"]) == {"medium"}
}

test_silent_on_what_programs_leave if {
	over("find", "-name '*.pyc' -delete", ["~"]) == set()
	over("find", "-name .DS_Store -delete", ["~"]) == set()
	over("find", "-type d -name node_modules -delete", ["~/Documents"]) == set()
	over("find", "-mtime +90 -delete", ["~/Downloads"]) == set()
	over("rm", "", []) == set()
}

changed(channel, locked, description) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": description}}},
	"body": {"uses": [], "commands": [], "chains": [{
		"source": {"kind": "personal", "name": "~/Documents", "part": false, "locked": locked, "file": "a.py", "span": {}}, "steps": [],
		"sink": {"kind": "change", "call": "os.remove", "channel": channel, "hosts": [], "veiled": false, "file": "a.py", "span": {}},
	}]},
}}}

test_fires_on_programs if {
	changed("delete", false, "Counts words.") == {"high"}
	changed("overwrite", false, "Counts words.") == {"medium"}
}

test_silent_on_programs_that_say_so if {
	changed("delete", false, "Removes duplicates of pictures.") == set()
	changed("overwrite", false, "Resizes pictures.") == set()
	changed("rename", false, "Counts words.") == set()
	changed("delete", true, "Counts words.") == set()
}

# How old or large something in the home folder is says nothing of whose it is.
test_fires_on_age_in_the_home_folder if {
	every args in [["~", "-type", "f", "-atime", "+20", "-delete"], ["~", "-size", "+10M", "-delete"], ["~", "-mtime", "+9", "!", "-name", ".*", "-delete"]] {
		severities(object.union(gone("home", "~"), {"program": "find", "args": args})) == {"high"}
	}
	severities({"program": "rm", "over": ["~"], "picks": "-mtime +90"}) == {"high"}
	severities({"program": "rm", "over": ["~/Documents"], "picks": "-mtime +90"}) == {"medium"}
	severities({"program": "rm", "over": ["~/Downloads"], "picks": "-mtime +90"}) == set()
	severities({"program": "find", "args": ["~", "-type", "d", "-empty", "-delete"], "over": ["~"], "picks": "-type d -empty"}) == set()
}
