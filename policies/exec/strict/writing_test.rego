package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

to(target, more) := document({"allowlist": ["ls"]}, object.union(ls, {"redirects": [object.union(
	{
		"command": 0, "scope": "command", "fd": "", "op": ">", "class": "file", "read": false, "write": true, "target": target,
		"dir": {"known": true, "path": "", "or": []}, "span": span(9),
	},
	more,
)]}))

test_below_the_folder if {
	every place in ["out", "./a/b", "a/../b", "...", "./a/...", "..b", "...a/../b", "/tmp/x", "/dev/null", "/w/x"] {
		effects(strict.reasons) == {"allow"} with input as to(object.union(word(place), {"span": span(9)}), {})
	}
}

test_outside if {
	every place in ["/etc/x", "../x", "..", "a/../..", "...a/../../x", "a/../../x", "/tmp/../etc/x", "~x", "/w2/x", "a/b/../../../x", "/tmp/a/../../x"] {
		target := object.union(word(place), {"span": span(9), "tilde": startswith(place, "~")})
		effects(strict.reasons) == {"deny"} with input as to(target, {})
	}
}

test_unknown_folder if {
	effects(strict.reasons) == {"deny"} with input as to(object.union(word("x"), {"span": span(9)}), {"dir": {"known": false, "path": "", "or": []}})
}

test_after_cd if {
	effects(strict.reasons) == {"deny"} with input as to(object.union(word("x"), {"span": span(9)}), {"dir": {"known": true, "path": "/etc", "or": []}})
	effects(strict.reasons) == {"deny"} with input as to(object.union(word("x"), {"span": span(9)}), {"dir": {"known": true, "path": "a", "or": [".."]}})
	effects(strict.reasons) == {"allow"} with input as to(object.union(word("../x"), {"span": span(9)}), {"dir": {"known": true, "path": "a", "or": []}})
}

test_unknown_target if {
	effects(strict.reasons) == {"deny"} with input as to(object.union(variable("X"), {"span": span(9)}), {"class": "dynamic"})
}

test_network if {
	effects(strict.reasons) == {"deny"} with input as to(word("/dev/tcp/h/80"), {"class": "network", "write": false, "read": true})
}

deletes(target) := document({"allowlist": ["rm"]}, facts([object.union(
	command(0, ["rm", "-r", "x"]),
	{"writes": [{"kind": "delete-tree", "option": "", "target": target, "span": span(7)}]},
)]))

test_delete_tree if {
	effects(strict.reasons) == {"allow"} with input as deletes(word("build"))
	effects(strict.reasons) == {"deny"} with input as deletes(word("/"))
	unknown := {"command": 0, "use": "delete-tree", "path": "", "variable": "", "known": false, "via": "", "text": "$X", "span": span(7)}
	effects(strict.reasons) == {"deny"} with input as object.union(deletes(variable("X")), {"facts": {"places": [unknown]}})
	inherited := object.union(unknown, {"path": ".", "variable": "X", "known": true})
	effects(strict.reasons) == {"deny"} with input as object.union(deletes(variable("X")), {"facts": {"places": [inherited]}})
	effects(strict.reasons) == {"allow"} with input as object.union(deletes(variable("X")), {"facts": {"places": [object.union(unknown, {"path": "/tmp/x", "known": true})]}})
	effects(strict.reasons) == {"deny"} with input as deletes(object.union(word("*"), {"glob": true}))
}

test_a_deleted_tree_is_told_of_by_what_it_is if {
	every place, why in {"/": "outside the working directory", ".": "the working directory itself", "/tmp/": "all of /tmp", "../x": "outside the working directory"} {
		some answer in strict.reasons with input as deletes(word(place))
		endswith(answer.message, sprintf("which is %s", [why]))
	}
	some one in strict.reasons with input as deletes(object.union(word("*"), {"glob": true}))
	endswith(one.message, "which is a wildcard alone")
}

writes(name, kind, place) := document({"allowlist": [name]}, facts([object.union(
	command(0, [name, "x"]),
	{"writes": [{"kind": kind, "option": "", "target": word(place), "span": span(3)}]},
)]))

test_places_of_the_system if {
	every kind in ["write", "append", "link", "mode", "mode-tree", "delete", "delete-tree"] {
		effects(strict.reasons) == {"deny"} with input as writes("p", kind, "/etc/x")
		effects(strict.reasons) == {"deny"} with input as writes("p", kind, "/")
		effects(strict.reasons) == {"deny"} with input as writes("p", kind, "../usr/../bin/x")
		effects(strict.reasons) == {"allow"} with input as writes("p", kind, "a/b")
	}
	effects(strict.reasons) == {"deny"} with input as writes("p", "delete", "~/.ssh")
	effects(strict.reasons) == {"deny"} with input as writes("p", "link", "~/.ssh/config")
	effects(strict.reasons) == {"deny"} with input as writes("p", "mode-tree", "~")
	effects(strict.reasons) == {"allow"} with input as writes("p", "mode", "~/work/x")
}

test_files_that_run_by_themselves if {
	every place in [".git/hooks/pre-commit", ".git/hooks", "sub/.git/config", ".bashrc", "a/.envrc", "skillctl.cue", "x/skillctl.yml", ".cargo/config.toml", "x/sitecustomize.py"] {
		effects(strict.reasons) == {"deny"} with input as writes("p", "write", place)
	}
	every place in [".gitignore", "git/hooks/x", "bashrc", "hooks/.env", ".git/description"] {
		effects(strict.reasons) == {"allow"} with input as writes("p", "write", place)
	}
	every place in ["skillctl.cue", "x/skillctl.yml", ".cargo/config.toml"] {
		effects(strict.reasons) == {"deny"} with input as writes("p", "delete", place)
	}
	effects(strict.reasons) == {"allow"} with input as writes("p", "delete", "a/b.cue")
	effects(strict.reasons) == {"deny"} with input as writes("p", "mode", ".git/hooks/pre-commit")
	effects(strict.reasons) == {"allow"} with input as writes("p", "mode", "~/.npmrc")
}

test_targets_known_in_part if {
	target := object.union(variable("D"), {"suffix": "/.git/hooks/pre-commit"})
	doc := writes("p", "write", "x")
	effects(strict.reasons) == {"deny"} with input as json.patch(doc, [{"op": "replace", "path": "/facts/commands/0/writes/0/target", "value": target}])
	calm := object.union(variable("D"), {"suffix": "/x"})
	effects(strict.reasons) == {"allow"} with input as json.patch(doc, [{"op": "replace", "path": "/facts/commands/0/writes/0/target", "value": calm}])
}

test_set_user_id if {
	every mode in ["u+s", "4755", "04755", "6755", "+s", "a+rx,u+s", "u=rwxs"] {
		effects(strict.reasons) == {"deny"} with input as document({"allowlist": ["chmod"]}, facts([command(0, ["chmod", mode, "x"])]))
	}
	every mode in ["755", "0755", "u+x", "g+s", "2755", "1777", "u=rwx,go=rx"] {
		effects(strict.reasons) == {"allow"} with input as document({"allowlist": ["chmod"]}, facts([command(0, ["chmod", mode, "x"])]))
	}
}

said(place) := document({"allowlist": ["sqlite3"]}, facts([object.union(
	command(0, ["sqlite3", "a.db", ".output x"]),
	{"writes": [{"kind": "write", "option": ".output", "target": word(place), "said": true, "span": span(5)}]},
)]))

test_places_within_a_text if {
	effects(strict.reasons) == {"allow"} with input as said("out.csv")
	effects(strict.reasons) == {"deny"} with input as said("../out.csv")
	effects(strict.reasons) == {"deny"} with input as said("/home/a/docs/x")
}

# x writes to a place.
written(kind, target) := document({"allowlist": ["x"]}, facts([object.union(command(0, ["x", target]), {"writes": [place_written(kind, target)]})]))

place_written(kind, target) := {"kind": kind, "option": "", "target": word(target), "span": span(1)}

test_writes_of_every_kind if {
	every kind in ["write", "append", "write-into", "link"] {
		every target in ["~/.bashrc", "/etc/x", ".git/hooks/pre-commit"] {
			effects(strict.reasons) == {"deny"} with input as written(kind, target)
		}
		effects(strict.reasons) == {"allow"} with input as written(kind, "out/y")
	}
	effects(strict.reasons) == {"deny"} with input as written("write-into", "~")
	effects(strict.reasons) == {"deny"} with input as written("delete-tree", "/home/a")
}

test_a_computed_place_counts if {
	hook := object.union(place_written("write", "pre-commit"), {"computed": ".git/hooks/pre-commit"})
	effects(strict.reasons) == {"deny"} with input as document({"allowlist": ["x"]}, facts([object.union(command(0, ["x"]), {"writes": [hook]})]))
}
