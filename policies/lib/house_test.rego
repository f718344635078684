package skillctl.lib.house_test

import data.skillctl.lib.house

kin(word, name, first) := {"word": word, "name": name, "file": "SKILL.md", "first": first, "last": first + 9}

in_file(word, name, file) := {"word": word, "name": name, "file": file, "first": 0, "last": 0}

link(path, line) := {"file": "SKILL.md", "path": path, "span": {"start": {"line": line}}}

# A text of sections that begin in these lines, and where names and links stand.
given(sections, list, links) := {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"span": {"start": {"line": 5}}, "sections": sections, "links": links, "kin": list}}}

place := {"file": "SKILL.md", "span": {"start": {"line": 30}}}

program := {"file": "scripts/a.py", "span": {"start": {"line": 3}}}

named := [kin("larch", "larch-events", 6), kin("larch", "larch-users", 10)]

short := [6, 10, 20, 30]

long := [6, 10, 20, 30, 40, 50, 60, 70, 80, 90]

test_half_of_the_sections_name_the_house if {
	house.host("mail.larch.shop", place) with input as given(short, named, [])
	house.near_host("mail.larch.shop", place) with input as given(short, named, [])
	not house.host("oak.net", place) with input as given(short, named, [])
}

test_what_one_more_section_says_is_little if {
	every line in [6, 40, 90] {
		one := given(long, [kin("larch", "larch-events", line), kin("larch", "larch-users", line)], [])
		not house.host("larch.shop", place) with input as one
		not house.near_host("larch.shop", place) with input as one
	}
	not house.host("larch.shop", place) with input as given(long, named, [])
	not house.near_host("larch.shop", place) with input as given(long, named, [])
}

test_three_sections_apart_are_some if {
	three := given(long, array.concat(named, [kin("larch", "larch-all", 60)]), [])
	house.near_host("larch.shop", place) with input as three
	not house.host("larch.shop", place) with input as three
}

test_sections_that_hang_together_with_the_place_say_nothing if {
	beside := given(long, [kin("larch", "larch-a", 40), kin("larch", "larch-b", 50), kin("larch", "larch-c", 20)], [])
	not house.near_host("larch.shop", place) with input as beside
}

test_the_same_section_says_nothing if {
	not house.near_host("larch.shop", place) with input as given(short, [kin("larch", "larch-events", 30)], [])
}

files := [in_file("larch", "larch-events", "references/a.md"), in_file("larch", "LARCH_KEY", "scripts/b.py")]

test_files_to_which_others_lead if {
	house.host("larch.shop", place) with input as given(long, files, [link("references/a.md", 41), link("scripts/b.py", 61)])
	house.near_host("larch.shop", place) with input as given(long, files, [link("references/a.md", 41)])
	not house.host("larch.shop", place) with input as given(long, files, [link("references/a.md", 41)])
}

test_files_to_which_the_passage_leads_alone if {
	not house.near_host("larch.shop", place) with input as given(long, files, [link("references/a.md", 31), link("scripts/b.py", 35)])
	not house.near_host("larch.shop", place) with input as given(long, files, [])
	own := given(long, array.concat(files, [kin("larch", "larch-events", 40)]), [link("references/a.md", 41)])
	not house.near_host("larch.shop", place) with input as own
	licence := given(long, [in_file("larch", "larch-events", "LICENSE.txt")], [link("LICENSE.txt", 41)])
	not house.near_host("larch.shop", place) with input as licence
}

test_the_section_that_leads_to_a_program_is_the_passage if {
	run := [kin("larch", "larch-events", 40), kin("larch", "larch-users", 20)]
	not house.near_host("larch.shop", program) with input as given([6, 20, 40], run, [link("scripts/a.py", 21), link("scripts/a.py", 41)])
	house.host("larch.shop", program) with input as given([6, 20, 40], run, [link("scripts/a.py", 7)])
}

test_who_is_called_after_it_has_less if {
	house.near_host("larch-garden.net", place) with input as given(short, named, [])
	not house.host("larch-garden.net", place) with input as given(short, named, [])
	not house.near_host("larch-backup.net", place) with input as given(short, named, [])
}

test_accounts if {
	house.account("larch-raw-files", place) with input as given(short, named, [])
	not house.near_account("oak-raw-files", place) with input as given(short, named, [])
	not house.near_account("events-raw", place) with input as given(short, [kin("events", "events-daily", 6), kin("events", "events-x", 10)], [])
	house.near_account("larch-raw-files", place) with input as given(long, files, [link("scripts/b.py", 61)])
	not house.account("larch-raw-files", place) with input as given(long, files, [link("scripts/b.py", 61)])
}

opened(text) := {"skill": {"manifest": {"file": "SKILL.md"}, "front": {"fields": {}}, "body": {"kin": [], "span": {"start": {"line": 5}}, "sections": [], "links": [], "introduction": {"text": text, "first": 8, "last": 9}}}}

test_the_introduction_names_the_house if {
	house.introduced("mail.chor-st-anna.de", place) with input as opened("Chor St. Anna, some forty singers.")
	house.introduced("larchgarden.net", place) with input as opened("For the people of Larch Garden.")
	house.introduced("muellersoehne.de", place) with input as opened("Für Müller & Söhne.")
	house.introduces("larch-labs", place) with input as opened("Written for `larch-labs/tools`.")
	house.introduced("larch.dev", place) with input as opened("Home: <https://github.com/larch/tools>.")
	house.introduced("larch.dev", object.union(place, {"file": "scripts/a.py", "span": {"start": {"line": 3}}})) with input as opened("We at Larch.")
}

test_the_front_matter_has_its_home if {
	house.introduced("larch.dev", place) with input as object.union(opened("Cuts trees."), {"skill": {"front": {"fields": {"homepage": {"value": "https://github.com/larch/tools"}}}}})
	not house.introduced("larch.dev", place) with input as object.union(opened("Cuts trees."), {"skill": {"front": {"fields": {"author": {"value": "Larch"}}}}})
}

test_the_introduction_names_another if {
	every text in ["Larch trees are cut here.", "Cuts larch.", "For Larch Garden and Oak.", "See scripts/larch/a and larch/tools.", ""] {
		not house.introduced("larch-trees.net", place) with input as opened(text)
	}
	not house.introduced("larch.net", place) with input as opened("Larch is cut here.")
	not house.introduced("larch-backup.net", place) with input as opened("We at Larch.")
}

test_the_introduction_does_not_explain_itself if {
	not house.introduced("larch.dev", {"file": "SKILL.md", "span": {"start": {"line": 9}}}) with input as opened("We at Larch send it to https://larch.dev.")
}
