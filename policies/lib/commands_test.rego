package skillctl.lib.commands_test

import data.skillctl.lib.commands

sentence(before) := {"fenced": false, "file": "SKILL.md", "before": before}

test_what_is_copied_is_to_be_run if {
	every before in ["For macOS: copy the command `", "1. Then take this line: `", "Please open a terminal and paste `", "Copy `"] {
		not commands.told_of(sentence(before))
	}
}

test_what_others_copy_is_told_of if {
	every before in ["Attackers have people copy things such as `", "An encoded order, `", "A hard copy of `"] {
		commands.told_of(sentence(before))
	}
}

test_rows_of_data_are_shown if {
	every file in ["data/commands.csv", "x.tsv", "train.jsonl", "data/c.json", "evals/set/a.json"] {
		commands.locus(file) == "example" with input as {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"uses": [], "orders": []}}}
	}
	every file in ["config.json", ".vscode/tasks.json", "scripts/a.sh", "package.json"] {
		commands.locus(file) == "script" with input as {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"uses": [], "orders": []}}}
	}
}

test_rows_that_are_run_are_not_shown if {
	commands.locus("data/c.csv") == "script" with input as {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"uses": [{"file": "data/c.csv", "how": "made"}], "orders": []}}}
	commands.locus("data/c.json") == "script" with input as {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"uses": [], "orders": [{"act": "run", "polarity": "order", "text": "Run each command of data/c.json."}]}}}
}
