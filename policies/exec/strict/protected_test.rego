package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

# A folder with settings of skillctl in it, and more that the operator names.
guarded(found) := object.union(document({"allowlist": ["p", "git"]}, found), {
	"settings": {"run": {"protect": ["./keys"], "gitConfig": "rw"}},
	"machine": {"workdir": "/w", "repository": "/w", "homes": ["/h"], "settings": ["/w/skillctl.cue", "/w/sub/rules.rego", "/h/.config/x"], "git": {"folders": [], "files": [], "astray": []}},
})

changed(kind, place) := guarded(facts([object.union(
	command(0, ["p", "x"]),
	{"writes": [{"kind": kind, "option": "", "target": word(place), "span": span(3)}]},
)]))

matched(use, path) := guarded(object.union(facts([command(0, ["p", "x"])]), {"places": [{
	"command": 0, "use": use, "path": path, "variable": "", "known": false, "via": "", "text": path, "span": span(3),
}]}))

git(words, sub, of) := guarded(object.union(
	facts([object.union(command(0, array.concat(["git"], words)), {"arguments": {"entry": true, "sub": sub, "unclassed": [], "places": [], "effects": of}})]),
	{"made": [{"command": 0, "path": ".", "tree": true, "text": "git", "span": span(1)}]},
))

told_of_protected(document_of) if {
	some reason in strict.reasons with input as document_of
	contains(reason.message, "which is protected")
}

test_changed_in_any_way if {
	every kind in ["write", "append", "link", "delete", "mode"] {
		told_of_protected(changed(kind, "sub/rules.rego"))
		told_of_protected(matched(kind, "sub/*"))
		told_of_protected(changed(kind, "keys"))
		not told_of_protected(changed(kind, "sub/other.rego"))
		not told_of_protected(matched(kind, "sub/*.txt"))
	}
}

test_folders_that_hold_them if {
	every kind in ["delete", "delete-tree", "mode-tree"] {
		told_of_protected(changed(kind, "sub"))
		told_of_protected(matched(kind, "*"))
		not told_of_protected(changed(kind, "src"))
	}
	not told_of_protected(changed("write-into", "sub"))
}

test_what_git_puts_back if {
	told_of_protected(git(["stash"], ["stash"], []))
	told_of_protected(git(["reset", "--hard"], ["reset"], ["deletes"]))
	told_of_protected(git(["clean", "-fdx"], ["clean"], ["deletes"]))
	told_of_protected(git(["checkout", "main", "--", "."], ["checkout"], []))
	told_of_protected(git(["checkout", ":(top)sub"], ["checkout"], []))
	told_of_protected(git(["restore", "*.rego"], ["restore"], []))
	not told_of_protected(git(["restore", "src"], ["restore"], []))
	not told_of_protected(git(["checkout", "main"], ["checkout"], []))
	not told_of_protected(git(["clean", "-fd", "src"], ["clean"], ["deletes"]))
	not told_of_protected(git(["reset"], ["reset"], []))
	not told_of_protected(git(["stash", "push", "src"], ["stash", "push"], []))
}

test_named_files_are_taken_out if {
	effects(strict.reasons) == {"deny"} with input as git(["checkout", ".npmrc"], ["checkout"], [])
	effects(strict.reasons) == {"allow"} with input as git(["checkout", "a.txt"], ["checkout"], [])
}

test_nobody_says_what_it_does if {
	every name in ["skillctl.cue", ".git/hooks/pre-commit", "sub/.envrc"] {
		effects(strict.reasons) == {"deny"} with input as undescribed(name)
	}
	effects(strict.reasons) == {"allow"} with input as undescribed("notes.txt")
}

undescribed(name) := document({"allowlist": [{"name": "p", "args": ["*"]}, "p"]}, facts([object.union(
	command(0, ["p", name]),
	{"arguments": {"entry": false, "sub": [], "unclassed": [], "places": [], "effects": []}},
)]))
