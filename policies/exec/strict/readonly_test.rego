package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

# A request under settings that say nothing, or what is given; said are the keys of
# exec that somebody has set.
reading(words, said, settings) := {
	"kind": "exec", "profile": "strict", "request": {"cwd": "/w", "env": {}, "inherited": {"PATH": "/usr/bin", "HOME": "/home/ada"}, "approver": true},
	"settings": {"exec": object.union({"security": "allowlist", "ask": "on-miss", "allowlist": []}, settings)}, "said": said,
	"facts": object.union(facts([command(0, words)]), {
		"programs": {words[0]: {"found": true, "how": "search", "path": "/usr/bin/x", "real": "/usr/bin/x", "folder": "/usr/bin", "mode": "0755", "worldWritable": false}},
		"paths": array.concat([place(0, "/w")], [place(i, where) |
			some i, word in words
			i > 0
			where := object.get(elsewhere, as_word(word).text, sprintf("/w/%s", [as_word(word).text]))
		]),
	}),
}

elsewhere := {"/etc/hosts": "/etc/hosts", "link": "/etc/hosts", "..": "/"}

place(i, real) := {"raw": "", "command": 0, "arg": i, "path": sprintf("/w/%d", [i]), "real": real, "exists": true, "link": real == "/etc/hosts", "root": root_of(real), "folder": real == "/w/d", "special": real == "/w/pipe"}

root_of(real) := "/w" if startswith(real, "/w")

root_of(real) := "" if not startswith(real, "/w")

said_of(words) := effects(answers) if {
	answers := strict.reasons with input as reading(words, [], {})
}

test_reading_is_allowed if {
	every words in [
		["ls"], ["ls", "-la", "d"], ["ls", "--color=auto"], ["cat", "notes.md"], ["cat", "-"], ["head", "-5", "notes.md"], ["head", "-n", "5", "notes.md"],
		["head", "-n5", "notes.md"], ["grep", "-n", "/etc/hosts", "notes.md"], ["grep", "-e", "x", "notes.md"], ["find", "d", "-name", "*.md"], ["sort", "-t", "-", "notes.md"],
		["date", "+%F"], ["uniq", "notes.md"], ["cat", "--", "-n"], ["egrep", "x", "notes.md"],
		["xxd", "-c", "8", "notes.md"], ["xxd", "-ps", "notes.md"], ["xxd", "-c8", "-s-5", "notes.md"], ["tail", "-n+5", "notes.md"], ["tail", "+5", "notes.md"],
		["grep", "x", "notes.md", "-n"], ["head", "notes.md", "-n", "5"], ["find", ".", "-path", "/etc/hosts"], ["uniq", "-c", "-f", "1", "notes.md"],
	] {
		said_of(words) == {"allow"}
	}
}

test_more_than_reading_is_asked if {
	every words in [
		["ls", "/etc/hosts"], ["cat", "link"], ["cat", ".env"], ["cat", "server.pem"], ["cat", "d"], ["cat", variable("X")], ["grep", "-r", "x", "d"], ["grep", "-ne", "x", "link"],
		["find", "d", "-delete"], ["find", "d", "-exec", "rm"], ["sort", "-o", "x", "notes.md"], ["sort", "-ro", "x"], ["uniq", "a", "b"], ["date", "0101"], ["head", "-n", "--", "x"],
		["head", "-n"], ["ls", "--colo=auto"], ["pwd", "x"], ["rm", "notes.md"], ["sed", "s/a/b/", "notes.md"], ["ls", "-I", "-w", "link"], ["cat", "--", "link"],
		["grep", "link", "-e", "."], ["grep", ".env", "--regexp=."], ["grep", "-n", "link", "-ne", "."], ["cat", "notes.md", "-n", "link"], ["find", "--", "d", "-newer", "link"],
		["xxd", "-ac", "link"], ["xxd", "-ps", "-sc", "a"], ["xxd", "notes.md", "-p"], ["xxd", "-pl", "link"], ["uniq", "notes.md", "-c"], ["uniq", "--", "notes.md", "b"],
		["column", "-nc", "link"], ["strings", "@notes.md"], ["strings", "-n", "@notes.md", "a"], ["tail", "+1f", "notes.md"], ["tail", "-cf", "notes.md"], ["tail", "+f", "notes.md"],
		["file", "-p", "notes.md"], ["ls", "-w", "link"], ["fmt", "-p", "link"], ["cat", "pipe"], ["diff", "notes.md", "pipe"],
	] {
		said_of(words) == {"ask"}
	}
}

test_words_that_are_not_known_are_asked_about_wherever_they_stand if {
	every words in [
		["grep", variable("X"), "notes.md"], ["grep", "-e", variable("X"), "notes.md"], ["grep", "x", variable("X")], ["grep", variable("X")],
		["find", ".", "-name", variable("X")], ["find", variable("X")], ["tail", variable("X"), "notes.md"], ["strings", "-n", variable("X")],
		["date", variable("X")], ["xxd", variable("X")], ["pwd", variable("X")], ["head", "--", variable("X")], ["uniq", "a", variable("X")],
	] {
		answers := strict.reasons with input as reading(words, [], {})
		effects(answers) == {"ask"}
		some answer in answers
		contains(answer.hint, "is known only when it runs")
	}
}

leading_to(path, name) := object.union(reading(["cat", variable("X")], [], {}), {"facts": {"places": [{"command": 0, "use": "word", "path": path, "variable": name, "known": true, "via": "", "text": "$x", "span": span(1)}]}})

test_where_a_word_leads_is_said_where_it_is_known if {
	every path, why in {"/home/x/notes.md": `"$x" leads to "/home/x/notes.md", outside of the working directory`, "/w/notes.md": `"$x" is put together by the shell: write the path itself`} {
		some reason in strict.reasons with input as leading_to(path, "")
		contains(reason.hint, why)
	}
	some other in strict.reasons with input as leading_to("/notes.md", "X")
	contains(other.hint, `"$x" is known only when it runs`)
}

test_what_is_set_is_obeyed if {
	every said in [["security"], ["allowlist"], ["allowlist", "ask"]] {
		effects(strict.reasons) == {"ask"} with input as reading(["ls"], said, {})
		effects(strict.reasons) == {"allow"} with input as reading(["ls"], said, {"readOnly": "allow"})
	}
	effects(strict.reasons) == {"ask"} with input as reading(["ls"], ["readOnly"], {"readOnly": "ask"})
	effects(strict.reasons) == {"ask"} with input as object.remove(reading(["ls"], [], {}), ["said"])
	effects(strict.reasons) == {"ask"} with input as object.union(reading(["ls"], [], {}), {"settings": {"openclaw": {}}})
	effects(strict.reasons) == {"deny"} with input as reading(["ls"], [], {"security": "deny", "readOnly": "allow"})
}

# What surrounds the command, and where the program is.
test_only_plain_texts if {
	every change in [
		{"facts": {"redirects": [{"class": "file", "write": false, "scope": "command", "command": 0, "op": "<", "target": word("x"), "span": span(1), "dir": {"known": true, "path": "", "or": []}}]}},
		{"facts": {"constructs": [{"kind": "loop", "span": span(1)}]}},
		{"facts": {"programs": {"ls": {"folder": "/w"}}}},
		{"facts": {"programs": {"ls": {"how": "path"}}}},
		{"facts": {"paths": []}},
		{"facts": {"source": {"dialect": "powershell"}}},
		{"request": {"env": {"COLUMNS": "80"}}},
		{"request": {"cwd": "/etc"}},
	] {
		effects(strict.reasons) == {"ask"} with input as object.union(reading(["ls", "d"], [], {}), change)
	}
}

test_reason_says_what_is_read if {
	some reason in strict.reasons with input as reading(["cat", "notes.md"], [], {})
	contains(reason.message, "only reads: cat")
	reason.setting == ["exec", "readOnly"]
	some other in strict.reasons with input as reading(["cat", "link"], [], {})
	contains(other.hint, `"link" leads to "/etc/hosts", outside of the working directory`)
	endswith(other.offered, `outside of the working directory; `)
	{offer.hint | some offer in strict.offers} == {"run `skillctl allow cat` to allow it here"} with input as reading(["cat", "link"], [], {})
}

test_a_failed_cd_may_lead_elsewhere if {
	doc := reading(["ls"], [], {})
	two := object.union(doc, {"facts": {"paths": array.concat(doc.facts.paths, [place(0, "/")])}})
	effects(strict.reasons) == {"ask"} with input as two
}

# $(<FILE), and a builtin with a file as its input.
test_builtins_read_no_more_than_programs if {
	every where, effect in {"/w/notes.md": "allow", "/w/.env": "ask", "/etc/hosts": "ask", "/w/pipe": "ask"} {
		doc := object.union(reading(["echo"], [], {}), {"facts": {
			"commands": [object.union(command(0, ["echo"]), {"role": "builtin"})],
			"redirects": [{"class": "file", "read": true, "write": false, "scope": "command", "command": 0, "op": "<", "target": word(where), "span": span(1), "dir": {"known": true, "path": "", "or": []}}],
			"paths": [object.union(place(-1, where), {"raw": where, "path": where})],
		}})
		effects(strict.reasons) == {effect} with input as doc
		set := effects(strict.reasons) with input as object.union(doc, {"said": ["security"]})
		set == {{"/etc/hosts": "ask"}[where] | where == "/etc/hosts"} | {"allow" | where != "/etc/hosts"}
	}
}

# The same words as a tool of an agent's: it is told of by its name.
by_tool(words, settings) := object.union(reading(words, [], settings), {"request": {"fileTool": "Grep"}})

test_a_tool_is_told_of_by_its_name if {
	every words in [["ls", "/etc/hosts"], ["grep", "-e", "x", "link"], ["grep", "-r", "-e", "x", "d"], ["cat", ".env"]] {
		answers := strict.reasons with input as by_tool(words, {})
		effects(answers) == {"ask"}
		every answer in answers {
			contains(answer.message, "\"Grep\"")
			not contains(answer.message, "allow-list")
		}
	}
	effects(strict.reasons) == {"allow"} with input as by_tool(["ls", "d"], {})
}

test_a_tool_that_may_not_read_is_told_which_setting_says_so if {
	answers := strict.reasons with input as by_tool(["ls", "d"], {"readOnly": "ask"})
	{answer.setting | some answer in answers} == {["exec", "readOnly"]}
}

test_each_reason_of_a_tool_has_advice_that_helps if {
	settings := {["ls", "/etc/hosts"]: ["exec", "allowedRoots"], ["grep", "-r", "-e", "x", "d"]: ["exec", "allowlist"], ["cat", ".env"]: "none"}
	every words, setting in settings {
		answers := strict.reasons with input as by_tool(words, {})
		{object.get(answer, "setting", "none") | some answer in answers} == {setting}
	}
}

test_a_search_in_a_folder_has_a_hint_that_helps if {
	answers := strict.reasons with input as by_tool(["grep", "-r", "-e", "x", "d"], {})
	some answer in answers
	answer.offered == "name one file, or "
	{offer.hint | some offer in strict.offers} == {"run `skillctl allow grep` to allow it here"} with input as by_tool(["grep", "-r", "-e", "x", "d"], {})
}

# What the request does not say is said first: all else would follow from it.
test_what_the_request_does_not_say_is_named if {
	every request, why in {
		{"cwd": ""}: `but the working directory is not given ("cwd" of the request)`,
		{"cwd": "w"}: `but the working directory "w" is no absolute path ("cwd" of the request)`,
		{"inherited": {"PATH": ""}}: `but PATH is not set ("inherited" of the request)`,
		{"cwd": "", "inherited": {"PATH": ""}}: `but PATH is not set ("inherited" of the request) and the working directory is not given`,
	} {
		answers := strict.reasons with input as object.union(reading(["cat", "/etc/hosts"], [], {}), {"request": request})
		effects(answers) == {"ask"}
		some answer in answers
		contains(answer.hint, why)
	}
}

# Without a PATH no entry with a path is for a bare name.
test_an_entry_with_a_path_may_be_for_it if {
	doc := reading(["sed"], ["allowlist"], {"allowlist": ["/usr/bin/sed"]})
	unset := object.union(doc, {"request": {"inherited": {"PATH": ""}}, "facts": {"programs": {"sed": {"found": false, "path": "", "real": ""}}}})
	some answer in strict.reasons with input as unset
	contains(answer.hint, `an entry with a path may be for it, but PATH is not set`)
	others := strict.reasons with input as doc
	every other in others {
		not contains(object.get(other, "hint", ""), "may be for it")
	}
}
