package skillctl.lint.dialects_test

import data.skillctl.lint.dialects

facts := {"asked": [], "folders": [], "above": [], "home": []}

of(more) := answer if {
	doc := object.union(facts, more)
	answer := dialects.decision with input as doc
}

test_nothing_known if of({}) == {"judged": [], "likely": [], "from": "nothing", "signs": []}

test_what_is_asked_counts_alone if {
	of({"asked": ["zeroclaw", "codex"], "folders": [".claude"], "home": [".openclaw"]}) == {"judged": ["codex", "zeroclaw"], "likely": [], "from": "asked", "signs": []}
}

test_the_innermost_folder_counts if {
	of({"folders": [".openclaw", ".claude"], "above": [["openclaw.json"]]}) == {"judged": ["claude"], "likely": [], "from": "folder", "signs": [".claude"]}
}

test_a_folder_of_an_agent_without_dialect if {
	of({"folders": [".gemini"], "home": [".claude"]}) == {"judged": [], "likely": [], "from": "folder", "signs": [".gemini"]}
}

test_the_nearest_owner_counts if {
	of({"above": [["CLAUDE.md"], [".codex-plugin", ".claude-plugin"], ["openclaw.plugin.json"]]}) == {"judged": ["claude", "codex"], "likely": [], "from": "owner", "signs": [".claude-plugin", ".codex-plugin"]}
}

test_what_is_nearby_is_only_likely if {
	of({"above": [[], ["CLAUDE.md"]], "home": [".codex"]}) == {"judged": [], "likely": ["claude", "codex"], "from": "nearby", "signs": ["CLAUDE.md", "~/.codex"]}
}

test_unknown_names_say_nothing if {
	of({"folders": [".vscode"], "above": [["README.md"]], "home": [".ssh"]}).from == "nothing"
}
