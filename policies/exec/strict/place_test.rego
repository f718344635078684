package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

leads(name, use, path) := leads_with(name, use, {"path": path})

leads_with(name, use, over) := document({"allowlist": [name]}, object.union(
	facts([command(0, [name, "x"])]),
	{"places": [object.union({"command": 0, "use": use, "path": "", "variable": "", "known": true, "via": "", "text": "x", "span": span(3)}, over)]},
))

git_leads(sub, path) := json.patch(leads("git", "write", path), [{
	"op": "add", "path": "/facts/commands/0/arguments",
	"value": {"entry": true, "sub": [sub], "unclassed": [], "places": [], "effects": []},
}])

with_home(doc, folder) := object.union(doc, {"request": {"inherited": {"HOME": folder}}})

test_secrets_are_places if {
	every path in ["~/.ssh/id_rsa", "/home/x/.aws/credentials", "/etc/shadow", "/proc/self/environ", "~/.npmrc", "/root/.ssh/x"] {
		effects(strict.reasons) == {"deny"} with input as leads("cat", "word", path)
		effects(strict.reasons) == {"deny"} with input as leads("cat", "input", path)
	}
	every path in ["/etc/os-release", "~/notes.txt", ".env", "x/.ssh/y"] {
		effects(strict.reasons) == {"allow"} with input as leads("cat", "word", path)
	}
	effects(strict.reasons) == {"allow"} with input as leads("ls", "word", "~/.ssh")
	effects(strict.reasons) == {"allow"} with input as leads("echo", "word", "~/.ssh/id_rsa")
}

test_the_home_folder_has_a_name if {
	effects(strict.reasons) == {"deny"} with input as with_home(leads("cat", "word", "/srv/me/.ssh/id_rsa"), "/srv/me")
	effects(strict.reasons) == {"deny"} with input as with_home(leads("cat", "word", "~/.ssh/id_rsa"), "/tmp/me")
	effects(strict.reasons) == {"deny"} with input as with_home(leads("cat", "word", ".ssh/id_rsa"), "/w")
	effects(strict.reasons) == {"deny"} with input as leads_with("cat", "word", {"path": "/.ssh/id_rsa", "variable": "HOME"}) with input.request.inherited as {"HOME": "/srv/me"}
	effects(strict.reasons) == {"allow"} with input as with_home(leads("cat", "word", "src/x"), "/")
}

test_files_that_programs_obey if {
	every path in ["sub/.git", "skills/sums/SKILL.md", "skills/skills.lock"] {
		effects(strict.reasons) == {"deny"} with input as leads("touch", "write", path)
	}
	effects(strict.reasons) == {"allow"} with input as leads("tar", "word", ".git")
	every path in [".git/commondir", ".git/hooks/pre-commit", ".git/config", "~/.bashrc", "/home/x/.profile", "sub/.git/hooks/x"] {
		effects(strict.reasons) == {"deny"} with input as leads("mytool", "word", path)
		effects(strict.reasons) == {"deny"} with input as leads("mytool", "part", path)
	}
	effects(strict.reasons) == {"allow"} with input as leads("cat", "word", ".git/config")
	effects(strict.reasons) == {"deny"} with input as leads("cat", "redirect", ".git/config")
	effects(strict.reasons) == {"allow"} with input as leads("mytool", "word", ".github/x")
}

test_folders_of_skills_are_named if {
	every path in ["~/.codex/skills", ".claude/skills", "/home/x/.gemini/skills"] {
		effects(strict.reasons) == {"allow"} with input as leads("mytool", "word", path)
		effects(strict.reasons) == {"deny"} with input as leads("mytool", "write", path)
		effects(strict.reasons) == {"deny"} with input as leads("mytool", "word", concat("", [path, "/a/SKILL.md"]))
	}
}

test_written_elsewhere if {
	every use in ["write", "append", "delete", "delete-tree", "link", "redirect"] {
		effects(strict.reasons) == {"deny"} with input as leads("cp", use, "/opt/x")
		effects(strict.reasons) == {"deny"} with input as leads("cp", use, "../x")
		effects(strict.reasons) == {"deny"} with input as leads_with("cp", use, {"known": false})
		effects(strict.reasons) == {"allow"} with input as leads("cp", use, "sub/.x")
		effects(strict.reasons) == {"allow"} with input as leads("cp", use, "/tmp/x")
		effects(strict.reasons) == {"allow"} with input as leads_with("cp", use, {"path": "/x", "variable": "OUT"})
	}
	effects(strict.reasons) == {"allow"} with input as leads("cp", "word", "/opt/x")
	effects(strict.reasons) == {"allow"} with input as leads("mkdir", "write", "~/build")
	every sub in ["clone", "worktree"] {
		effects(strict.reasons) == {"allow"} with input as git_leads(sub, "../other")
	}
	every sub in ["bundle", "merge-file", "read-tree"] {
		effects(strict.reasons) == {"deny"} with input as git_leads(sub, "../other")
	}
	effects(strict.reasons) == {"allow"} with input as leads("mv", "delete", "~/Downloads/x")
}

test_words_of_an_input if {
	effects(strict.reasons) == {"deny"} with input as leads("sed", "fed", "")
	effects(strict.reasons) == {"allow"} with input as leads("cat", "fed", "")
	effects(strict.reasons) == {"allow"} with input as leads("echo", "fed", "")
}

by_find(narrow) := document({"allowlist": ["find", "rm"]}, object.union(
	facts([
		object.union(command(0, ["find", "."]), {"narrow": narrow}),
		object.union(command(1, ["rm", variable("{}")]), {"parent": 0, "edge": "find"}),
	]),
	{"places": [{"command": 1, "use": "delete", "path": "*", "variable": "", "known": false, "via": "", "text": "{}", "span": span(3)}]},
))

test_found_and_deleted if {
	effects(strict.reasons) == {"deny"} with input as by_find(false)
	effects(strict.reasons) == {"allow"} with input as by_find(true)
}

test_a_folder_that_becomes_another if {
	synced := document({"allowlist": ["rsync"]}, object.union(
		facts([command(0, ["rsync", "-a", "--delete", "src/", "./"])]),
		{"places": [{"command": 0, "use": "write", "path": ".", "variable": "", "known": true, "via": "", "text": "./", "span": span(3)}]},
	))
	effects(strict.reasons) == {"deny"} with input as synced
}

test_what_is_brought_may_be_a_link if {
	rules(strict.reasons) == {"exec/strict/place"} with input as leads_with("cat", "read", {"via": "link"})
	rules(strict.reasons) == {"exec/strict/place"} with input as leads_with("cat", "input", {"via": "link"})
	effects(strict.reasons) == {"allow"} with input as leads_with("ls", "read", {"via": "link"})
	effects(strict.reasons) == {"allow"} with input as leads_with("cat", "read", {"path": "x", "via": "link"})
}

# What is known of a variable is said: the value that leads there, or where it leads with its own.
test_variables_say_where_they_lead if {
	given := leads_with("cp", "write", {"path": "/lib", "variable": "DEST"})
	some unknown in strict.reasons with input as given
	unknown.message == `"x" leads to "/lib" where "DEST" is "/" or not set, which is outside the working directory and /tmp`
	request := object.union(given.request, {"env": {"DEST": "/opt"}})
	some known in strict.reasons with input as object.union(given, {"request": request})
	known.message == `"x" leads to "/opt/lib", which is outside the working directory and /tmp`
}
