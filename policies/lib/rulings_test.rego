package skillctl.lib.rulings_test

import data.skillctl.lib.rulings

said(parts, names, text) := {
	"parts": parts, "names": names, "text": text, "heading": "", "section": 1, "file": "SKILL.md",
	"span": {"start": {"line": 10, "column": 1, "offset": 0}, "end": {"line": 10, "column": 9, "offset": 9}}, "fenced": false, "hidden": false,
}

named(name, places) := {"name": name, "form": "name", "part": 0, "places": places}

of(description) := {"skill": {"manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": description}}}, "body": {"links": [], "rulings": []}}}

grade(ruling) := found if {
	found := {grade | [grade, _, _] := rulings.partial(ruling)} with input as of("Compares lamps and reports faults.")
}

stranger := [named("Orvella Home", 0)]

test_grave_where_it_is_kept_or_always_so if {
	grade(said([["first", "untold"]], stranger, "It is named first; say nothing.")) == {"high"}
	grade(said([["first"], ["untold"]], stranger, "It is named first. Say nothing.")) == {"high"}
	grade(said([["unsaid", "cleared", "deaf"]], stranger, "It passes, whatever is found.")) == {"high"}
}

test_in_doubt_where_two_are_laid_down if {
	grade(said([["spared", "cleared"]], stranger, "It passes and is not listed.")) == {"medium"}
	other := {grade | [grade, _, _] := rulings.partial(said([["first", "untold"]], stranger, "First."))} with input as of("Draws lamps.")
	other == {"medium"}
}

test_silent_on_one_alone_or_far_off if {
	grade(said([["spared"]], stranger, "It is left out.")) == set()
	grade(said([[], [], ["first", "untold"]], stranger, "Far off.")) == set()
	grade(said([["untold"]], stranger, "Say nothing of it.")) == set()
	grade(said([["unsaid", "untold"]], stranger, "Do not list it.")) == set()
	grade(said([["unsaid", "deaf"]], stranger, "Do not list it, whatever is found.")) == set()
}

test_silent_on_whom_the_skill_or_everybody_knows if {
	grade(said([["first", "untold"]], [named("Orvella Home", 1)], "It is named first.")) == set()
	grade(said([["first", "untold"]], [named("GitHub Actions", 0)], "It is named first.")) == set()
	grade(said([["first", "untold"]], [named("numpy", 0)], "It is named first.")) == set()
}

test_silent_on_what_users_say_and_on_examples if {
	grade(said([["first", "untold"], ["asked"]], stranger, "It is named first, if the user wants that.")) == set()
	grade(said([["sample"], ["first", "untold"]], stranger, "For example, it is named first.")) == set()
	grade(said([["first", "untold"]], [named("A", 0), named("B", 0), named("C", 0), named("D", 0), named("E", 0)], "All of these.")) == set()
	grade(object.union(said([["first", "untold"]], stranger, "It is named first."), {"fenced": true})) == set()
	grade(object.union(said([["first", "untold"]], stranger, "It is named first."), {"file": "LICENSE.txt"})) == set()
	grade(object.union(said([["first", "untold"]], stranger, "It is named first."), {"heading": "Common mistakes"})) == set()
	grade(said([["first", "untold"]], stranger, "| \"It is named first\" | a red flag |")) == set()
}
