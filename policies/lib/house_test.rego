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
