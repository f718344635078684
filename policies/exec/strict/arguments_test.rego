package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

test_wildcard if {
	effects(strict.reasons) == {"deny"} with input as under(["*"], ["rm", "x"])
	effects(strict.reasons) == {"allow"} with input as under(["*"], ["ls", "x"])
	effects(strict.reasons) == {"allow"} with input as under(["*", "rm"], ["rm", "x"])
	effects(strict.reasons) == {"allow"} with input as under(["*", "rm*"], ["rm", "x"])
}

test_approve_risk if {
	risky := document({"allowlist": ["git"], "approveRisk": "medium"}, facts([command(0, ["git", "commit"])]))
	effects(strict.reasons) == {"deny"} with input as risky
	high := document({"allowlist": ["git"], "approveRisk": "high"}, facts([command(0, ["git", "commit"])]))
	effects(strict.reasons) == {"allow"} with input as high
}

test_disguised_verb if {
	verb := object.union(word("install"), {"text": "'install'", "quote": "single"})
	effects(strict.reasons) == {"deny"} with input as under(["pip"], ["pip", verb, "x"])
	effects(strict.reasons) == {"allow"} with input as under(["pip"], ["pip", "install", "x"])
}

test_aliases if {
	effects(strict.reasons) == {"deny"} with input as under(["npm"], ["npm", "in", "x"])
}

test_repositories_elsewhere if {
	effects(strict.reasons) == {"deny"} with input as under(["git"], ["git", "-C", "/repo", "log"])
	effects(strict.reasons) == {"deny"} with input as under(["git"], ["git", "--git-dir=./evil", "log"])
	effects(strict.reasons) == {"allow"} with input as under(["git"], ["git", "-C", "sub", "log"])
}

# Git runs in a folder, and takes one there for a repository.
git_in(repository) := document({"allowlist": ["git"]}, object.union(facts([command(0, ["git", "status"])]), {"paths": [{
	"raw": ".", "command": 0, "arg": 0, "path": "/w/sub", "real": "/w/sub", "exists": true, "link": false, "folder": true, "root": "",
	"repository": repository,
}]}))

test_repositories_that_git_has_not_made if {
	effects(strict.reasons) == {"deny"} with input as git_in("/w/sub/store")
	effects(strict.reasons) == {"allow"} with input as git_in("")
}

find_deletes(root, pattern) := document({"allowlist": ["find"]}, facts([object.union(
	command(0, ["find", root, "-mtime", "+7", "-delete"]),
	{"carries": "finder", "writes": [{"kind": "delete-tree", "option": "-delete", "target": word(root), "only": pattern, "span": span(5)}]},
)]))

test_find if {
	effects(strict.reasons) == {"deny"} with input as find_deletes(".", "")
	effects(strict.reasons) == {"deny"} with input as find_deletes(".", "*")
	effects(strict.reasons) == {"deny"} with input as find_deletes(".", "[a-z]*")
	effects(strict.reasons) == {"deny"} with input as find_deletes(".", ".g*")
	effects(strict.reasons) == {"deny"} with input as find_deletes(".", "[.]git")
	effects(strict.reasons) == {"deny"} with input as find_deletes(".", `\.git`)
	effects(strict.reasons) == {"deny"} with input as find_deletes(".", "*/.git/*")
	effects(strict.reasons) == {"allow"} with input as find_deletes(".", "*/__pycache__/*")
	effects(strict.reasons) == {"allow"} with input as find_deletes(".", "*.pyc")
	effects(strict.reasons) == {"allow"} with input as find_deletes(".", "__pycache__")
	effects(strict.reasons) == {"allow"} with input as find_deletes("logs", "")
	effects(strict.reasons) == {"deny"} with input as find_deletes("logs/..", "")
	effects(strict.reasons) == {"deny"} with input as under(["find"], ["find", ".", "-fls", "x"])
}

test_options_that_run if {
	effects(strict.reasons) == {"deny"} with input as under(["rg"], ["rg", "--pre", "id", "x"])
	effects(strict.reasons) == {"deny"} with input as under(["bat"], ["bat", "--pager=id", "x"])
	effects(strict.reasons) == {"allow"} with input as under(["bat"], ["bat", "--pager=never", "x"])
	effects(strict.reasons) == {"allow"} with input as under(["bat"], ["bat", "--pager", "cat", "x"])
}

# A command that runs a module; where words stand matters.
module(words, at) := object.union(made, {
	"args": [object.union(arg, {"span": span(i + 1)}) | some i, arg in made.args],
	"interpreter": {"family": "python", "mode": "module", "option": "-m", "operand": object.union(word(words[at]), {"span": span(at + 1)}), "startup": false, "span": span(1)},
}) if {
	made := command(0, words)
}

running(list, words) := document({"allowlist": list}, facts([module(words, 2)]))

test_installing_by_another_name if {
	effects(strict.reasons) == {"deny"} with input as running(["python3"], ["python3", "-m", "pip", "install", "x"])
	effects(strict.reasons) == {"deny"} with input as running(["python3"], ["python3", "-m", "pip", "-q", "install", "x"])
	effects(strict.reasons) == {"deny"} with input as running(["python3"], ["python3", "-m", "ensurepip"])
	effects(strict.reasons) == {"allow"} with input as running(["python3", "pip"], ["python3", "-m", "pip", "install", "x"])
	effects(strict.reasons) == {"allow"} with input as running(["python3"], ["python3", "-m", "pip", "list"])
	effects(strict.reasons) == {"allow"} with input as running(["python3"], ["python3", "-m", "json.tool", "a.json"])
}

reads_file(target) := document({"allowlist": ["sed"]}, facts([object.union(
	command(0, ["sed", "r x", "f"]),
	{"reads": [{"option": "r", "target": target, "span": span(5)}]},
)]))
