package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

# make, and a file that the command behind it makes.
made_behind(context) := document({"allowlist": ["make", "cp"]}, object.union(
	facts([object.union(command(0, ["make"]), {"context": context, "arguments": made_finds}), command(1, ["cp", "x", "y"])]),
	{"made": [{"command": 1, "path": "Makefile", "tree": false, "text": "Makefile", "span": span(5)}]},
))

made_finds := {"entry": true, "sub": [], "unclassed": [], "places": [], "effects": [], "files": ["Makefile"]}

test_what_comes_later_is_not_picked_up if {
	effects(strict.reasons) == {"allow"} with input as made_behind({})
}

test_the_background_and_loops_see_what_comes_later if {
	effects(strict.reasons) == {"deny"} with input as made_behind({"background": true})
	effects(strict.reasons) == {"deny"} with input as made_behind({"loop": true})
}

# git, which looks for a repository, where an earlier command made a tree.
checked_out(tree, folder, dir) := document({"allowlist": ["git"]}, object.union(
	facts([
		command(0, ["git", "x"]),
		object.union(command(1, ["git", "log"]), {
			"dir": {"known": true, "path": dir, "or": []},
			"arguments": {
				"entry": true, "sub": [], "unclassed": [], "effects": [], "files": [".git", "HEAD"],
				"places": [{"role": "folder", "option": "-C", "target": word(name), "span": span(1)} | some name in folder],
			},
		}),
	]),
	{"made": [object.union({"command": 0, "tree": true, "text": "x", "span": span(5)}, tree)]},
))

test_no_repository_is_checked_out_over_another if {
	every place in [["", []], ["", ["."]]] {
		effects(strict.reasons) == {"allow"} with input as checked_out({"path": ".", "without": ".git"}, place[1], place[0])
	}
	effects(strict.reasons) == {"allow"} with input as checked_out({"path": "r", "without": ".git"}, [], "r")
	effects(strict.reasons) == {"allow"} with input as checked_out({"path": "r", "without": ".git"}, ["r/"], "")
	effects(strict.reasons) == {"allow"} with input as checked_out({"path": "../w", "without": ".git"}, [], "")
	effects(strict.reasons) == {"deny"} with input as checked_out({"path": "."}, [], "")
}

test_a_folder_below_may_be_a_repository if {
	effects(strict.reasons) == {"deny"} with input as checked_out({"path": ".", "without": ".git"}, [], "sub")
	effects(strict.reasons) == {"deny"} with input as checked_out({"path": ".", "without": ".git"}, ["sub"], "")
	effects(strict.reasons) == {"deny"} with input as checked_out({"path": "r", "without": ".git"}, ["r/sub"], "")
	effects(strict.reasons) == {"deny"} with input as checked_out({"path": "r", "without": ".git"}, ["r"], "sub")
	effects(strict.reasons) == {"deny"} with input as checked_out({"path": "", "without": ".git"}, [], "")
}

test_a_folder_for_temporary_files_is_out_of_sight if {
	effects(strict.reasons) == {"allow"} with input as checked_out({"path": "/tmp/x"}, [], "")
	in_it := json.patch(checked_out({"path": "/tmp/x"}, [], ""), [{"op": "add", "path": "/facts/commands/1/args/-", "value": word("/tmp/x")}])
	effects(strict.reasons) == {"deny"} with input as in_it
	effects(strict.reasons) == {"deny"} with input as checked_out({"path": "/tmp/x"}, [], "/tmp/x")
}

# make, whose input is what a command in place of a word prints, which makes a file.
fed_by(edge, parent) := document({"allowlist": ["make", "git"]}, object.union(
	facts([
		object.union(command(0, ["make"]), {"arguments": made_finds}),
		object.union(command(1, ["git", "x"]), {"edge": edge, "parent": parent}),
	]),
	{"made": [{"command": 1, "path": ".", "tree": true, "text": "x", "span": span(5)}]},
))

test_what_stands_in_place_of_a_word_comes_before if {
	effects(strict.reasons) == {"deny"} with input as fed_by("process", 0)
	effects(strict.reasons) == {"deny"} with input as fed_by("substitution", 0)
	effects(strict.reasons) == {"allow"} with input as fed_by("text", -1)
}

# A command, a reading of it, and a file that one of them makes.
read_twice(maker, context) := document({"allowlist": ["make"]}, object.union(
	facts([
		object.union(command(0, ["make"]), {"context": context, "arguments": made_finds}),
		object.union(command(1, ["make"]), {"of": 0, "context": context, "arguments": made_finds}),
	]),
	{"made": [{"command": maker, "path": "Makefile", "tree": false, "text": "Makefile", "span": span(5)}]},
))

test_a_reading_does_not_come_before_its_command if {
	every maker in [0, 1] {
		every context in [{}, {"loop": true}, {"background": true}] {
			effects(strict.reasons) == {"allow"} with input as read_twice(maker, context)
		}
	}
}

test_a_reading_makes_files_for_what_comes_later if {
	later := object.union(
		facts([
			command(0, ["cp", "x", variable("y")]),
			object.union(command(1, ["cp", "x", "Makefile"]), {"of": 0}),
			object.union(command(2, ["make"]), {"arguments": made_finds}),
		]),
		{"made": [{"command": 1, "path": "Makefile", "tree": false, "text": "Makefile", "span": span(5)}]},
	)
	effects(strict.reasons) == {"deny"} with input as document({"allowlist": ["make", "cp"]}, later)
}
