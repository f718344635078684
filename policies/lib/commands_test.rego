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
