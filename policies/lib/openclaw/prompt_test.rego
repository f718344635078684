package skillctl.lib.openclaw.prompt_test

import data.skillctl.lib.openclaw.prompt

# Three skills of 100 units, with descriptions of 1,000, of which each shows 4.
three := {
	"skills": 3,
	"limits": {"skills": {"value": 150, "setting": null}, "characters": {"value": 18000, "setting": null}},
	"sums": {"names": [100, 200, 300], "descriptions": [1000, 2000, 3000], "cut": [4, 8, 12], "described": [1, 2, 3]},
}

# Two of these.
two := object.union(three, {"sums": {"names": [100, 200], "descriptions": [1000, 2000], "cut": [4, 8], "described": [1, 2]}})

limited(facts, skills, characters) := object.union(facts, {"limits": {
	"skills": {"value": skills, "setting": ["skills", "limits", "maxSkillsInPrompt"]},
	"characters": {"value": characters, "setting": ["skills", "limits", "maxSkillsPromptChars"]},
}})

# What the agent's own words take: above and below the skills, around each.
around := 370 + (3 * 65)

test_all_in_full if {
	said := prompt.answer with input as limited(three, 3, (around + 3300) + (3 * 32))
	said == {"skills": 3, "listed": 3, "format": "full", "rule": "catalog/prompt", "summary": "all 3 skills", "leftOut": null, "descriptions": null}
}

test_one_unit_less_cuts_descriptions if {
	said := prompt.answer with input as limited(three, 3, ((around + 3300) + (3 * 32)) - 1)
	said.format == "cut"
	said.listed == 3
	said.summary == "all 3 skills, with their descriptions cut short"
	said.leftOut == null
	said.descriptions == {
		"message": "the prompt of the model has descriptions cut short: there is room for 3960 characters; in full it would take 3961",
		"each": "its description is cut short in the prompt of the model",
		"setting": ["skills", "limits", "maxSkillsPromptChars"],
	}
}

# The note of 102 units and the end of its line are part of it.
test_room_for_cut_descriptions if {
	size := ((((370 - 350) + 358) + (3 * 65)) + 312) + ((3 * 32) + 103)
	least := prompt.answer with input as limited(three, 3, size)
	less := prompt.answer with input as limited(three, 3, size - 1)
	least.format == "cut"
	less.format == "names"
	less.listed == 3
	contains(less.descriptions.message, "the prompt of the model has no descriptions: there is room for ")
}

test_as_many_as_fit if {
	size := ((((370 - 350) + 343) + (2 * 65)) + 200) + (114 + 1)
	said := prompt.answer with input as limited(three, 3, size)
	said.listed == 2
	said.format == "names"
	said.leftOut.each == sprintf("the prompt of the model has no room for it (%d characters)", [size])
	less := prompt.answer with input as limited(three, 3, size - 1)
	less.listed == 1
}

# There is room for a skill, and none for the note.
test_without_note if {
	size := (((370 - 350) + 343) + 65) + 100
	said := prompt.answer with input as limited(three, 3, size)
	said.listed == 1
	said.format == "names"
	none := prompt.answer with input as limited(three, 3, size - 1)
	none.listed == 0
	none.format == "none"
	none.descriptions == null
	none.leftOut.message == sprintf("the prompt of the model names none of 3 skills: there is room for %d characters", [size - 1])
}

# A limit of their number alone leaves descriptions as they are.
test_only_so_many if {
	said := prompt.answer with input as limited(two, 2, 18000)
	said.listed == 2
	said.format == "full"
	said.descriptions == null
	said.leftOut == {
		"message": "the prompt of the model names 2 of 3 skills, the first by name: there is room for 2 skills",
		"each": "the prompt of the model has no room for it (2 skills)",
		"setting": ["skills", "limits", "maxSkillsInPrompt"],
	}
}

# All but the note has room in full, and not even a name with it.
test_in_full_without_note if {
	facts := object.union(three, {"sums": {"names": [10], "descriptions": [0], "cut": [0], "described": [0]}})
	said := prompt.answer with input as limited(facts, 1, ((370 + 65) + 10) + 32)
	said.listed == 1
	said.format == "full"
}

test_none_allowed if {
	said := prompt.answer with input as limited(object.union(three, {"sums": {"names": [], "descriptions": [], "cut": [], "described": []}}), 0, 18000)
	said.listed == 0
	said.format == "none"
	said.leftOut.setting == ["skills", "limits", "maxSkillsInPrompt"]
	said.leftOut.message == "the prompt of the model names none of 3 skills: there is room for 0 skills"
}

# Each effect has its own limit, and a default is said to be one.
test_both_limits if {
	said := prompt.answer with input as object.union(limited(two, 2, 900), {"limits": {"characters": {"setting": null}}})
	said.leftOut.setting == ["skills", "limits", "maxSkillsInPrompt"]
	said.descriptions.setting == null
	contains(said.descriptions.message, "there is room for 900 characters, unless skills.limits.maxSkillsPromptChars says otherwise; in full it would take ")
}
