package skillctl.rules.purpose["unsaid-read_test"]

import data.skillctl.rules.purpose["unsaid-read"] as rule

at(line) := {"start": {"line": line, "col": 1, "offset": line}, "end": {"line": line, "col": 9, "offset": line + 8}}

given(description, facts) := {"skill": {
	"manifest": {"file": "SKILL.md"},
	"project": false,
	"agents": [],
	"front": {"fields": {"name": {"value": "tool"}, "description": {"value": description}}},
	"body": object.union({"links": [], "fences": [], "uses": [], "commands": [], "orders": [], "chains": [], "accesses": []}, facts),
}}

grades(description, facts) := {f.severity | some f in rule.findings with input as given(description, facts)}

command(program, args) := {"commands": [{"program": program, "args": args, "input": [], "before": "", "text": concat(" ", array.concat([program], args)), "file": "SKILL.md", "span": at(9), "fenced": true}]}

read(store, name, file) := {"accesses": [{"kind": "read", "store": store, "name": name, "hosts": [], "veiled": false, "file": file, "span": at(4)}]}

order(changes) := {"orders": [object.union({"act": "take", "verb": "read", "polarity": "order", "objects": ["store"], "addresses": [], "sinks": [], "lead": "", "text": "Read ~/.npmrc", "heading": "", "file": "SKILL.md", "span": at(7), "fenced": false}, changes)]}

plain := "Counts syllables in verses. Use when a poem has to scan."

test_fires_on_programs_that_read_what_opens_something if {
	every store in ["browser", "key", "keychain", "login", "wallet"] {
		grades(plain, read(store, "~/x", "scripts/a.py")) == {"high"}
	}
}

test_fires_less_on_what_opens_nothing if {
	every store in ["clipboard", "history", "screen", "system"] {
		grades(plain, read(store, "x", "scripts/a.py")) == {"medium"}
	}
}

test_fires_less_where_a_topic_is_spoken_of if {
	every description in ["Cuts films and sends them by mail.", "Reviews the text of a contract on the web.", "Writes notes for the agent to remember."] {
		grades(description, read("key", "~/.ssh/id_rsa", "scripts/a.py")) == {"medium"}
	}
}

test_fires_less_where_a_name_is_not_known if {
	grades("Draws the boards of Proxmox in one picture for a page.", read("key", "~/.ssh/id_rsa", "scripts/a.py")) == {"medium"}
	grades("Draws tables of JSON and Markdown in one picture for a page.", read("key", "~/.ssh/id_rsa", "scripts/a.py")) == {"high"}
}

test_fires_on_commands if {
	every one in [
		["cat", ["~/.netrc"]], ["cp", ["~/.aws/credentials", "x"]], ["tar", ["c", "~/.gnupg"]],
		["sqlite3", ["~/.config/google-chrome/Default/Cookies", ".dump"]], ["security", ["find-generic-password", "-ga", "x"]], ["grep", ["token", "/home/me/.npmrc"]],
	] {
		grades(plain, command(one[0], one[1])) == {"high"}
	}
}

test_fires_on_orders if {
	grades(plain, order({})) == {"high"}
	grades(plain, order({"file": "references/a.md"})) == {"medium"}
	grades(plain, order({"file": "references/a.md", "sinks": ["record"]})) == {"high"}
	grades(plain, order({"act": "send", "addresses": ["https://a.example"], "file": "references/a.md"})) == {"high"}
}

test_fires_on_what_is_only_said_not_to_be_done if {
	grades("Counts the words of a text. Never reads your credentials.", read("login", "~/.aws", "scripts/a.py")) == {"high"}
}

test_silent_on_what_the_description_speaks_of if {
	every one in [
		["Lists the AWS profiles that are set up for a user.", "login"], ["Inspects the SSH keys of the user.", "key"], ["Counts the cookies of a browser for the user.", "browser"],
		["Cleans up text on the clipboard in one go.", "clipboard"], ["Proposes an alias for each of the commands that are typed often.", "history"], ["Saves a backup of the home folder to a stick.", "wallet"],
		["Looks for passwords in files that are to be committed.", "keychain"],
	] {
		grades(one[0], read(one[1], "x", "scripts/a.py")) == set()
	}
}

test_silent_on_what_is_read_by_everybody if {
	every one in [["cat", ["~/.ssh/id_rsa.pub"]], ["cat", ["~/.ssh/known_hosts"]], ["grep", ["Host", "~/.ssh/config"]], ["cat", ["notes/wallet.example"]], ["head", ["data.csv"]]] {
		grades(plain, command(one[0], one[1])) == set()
	}
}

test_silent_on_what_a_document_shows if {
	grades(plain, read("key", "~/.ssh/id_rsa", "references/attacks.md")) == set()
	grades(plain, order({"polarity": "ban"})) == set()
	grades(plain, order({"heading": "Attacks"})) == set()
	grades(plain, order({"fenced": true})) == set()
}

test_silent_in_another_language if {
	every description in ["Zählt Silben. Für Gedichte.", "数音节。写诗时使用。", "Cuenta sílabas cuando hace falta.", ""] {
		grades(description, read("key", "~/.ssh/id_rsa", "scripts/a.py")) == set()
	}
}

test_silent_on_what_says_where_it_runs if {
	every store in ["machine", "environment", "agent", "settings", "variable"] {
		grades(plain, read(store, "x", "scripts/a.py")) == set()
	}
}
