package skillctl.lib.house_test

import data.skillctl.lib.house

kin(word, name, first, last) := {"word": word, "name": name, "file": "SKILL.md", "first": first, "last": last}

given(list) := {"skill": {"body": {"kin": list}}}

place := {"file": "SKILL.md", "span": {"start": {"line": 30}}}

named := [kin("larch", "larch-events", 1, 9), kin("larch", "larch-users", 10, 19)]

test_a_house_has_its_host if {
	house.host("mail.larch.shop", place, 2) with input as given(named)
	house.host("larch-garden.net", place, 1) with input as given(named)
	not house.host("larch-garden.net", place, 2) with input as given(named)
}

test_its_domain_elsewhere_counts_beside_a_name if {
	house.host("larch.shop", place, 2) with input as given([kin("larch", "larch-events", 1, 9), kin("larch", "it@larch.shop", 1, 9)])
	not house.host("larch.shop", place, 1) with input as given([kin("larch", "it@larch.shop", 1, 9), kin("larch", "www.larch.shop", 10, 19)])
}

test_who_is_called_after_it_has_none if {
	not house.host("larch-backup.net", place, 1) with input as given(named)
	not house.host("oak.net", place, 1) with input as given(named)
}

test_the_same_section_says_nothing if {
	not house.host("larch.shop", place, 1) with input as given([kin("larch", "larch-events", 25, 40)])
}

test_accounts if {
	house.account("larch-raw-files", place, 2) with input as given(named)
	not house.account("oak-raw-files", place, 1) with input as given(named)
	not house.account("larch-users", place, 2) with input as given(named)
	not house.account("events-raw", place, 1) with input as given([kin("events", "events-daily", 1, 9)])
}

opened(text) := {"skill": {"manifest": {"file": "SKILL.md"}, "front": {"fields": {}}, "body": {"kin": [], "introduction": {"text": text, "first": 8, "last": 9}}}}

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
