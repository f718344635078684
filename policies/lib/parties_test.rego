package skillctl.lib.parties_test

import data.skillctl.lib.parties

given(fields, links) := {"skill": {
	"manifest": {"file": "SKILL.md"}, "files": [], "front": {"fields": object.union({"name": {"value": "sort-desk"}, "description": {"value": "Plans meetings."}}, fields)},
	"body": {"uses": [], "links": links, "fences": [], "orders": [], "commands": [], "provisions": [], "contacts": [], "kin": [], "parties": [], "introduction": {"text": "", "first": 1, "last": 1}},
}}

of(kind, value) := {
	"kind": kind, "value": value, "key": lower(trim_left(value, "@")), "word": "", "code": true, "named": 1, "text": value, "before": "", "behind": "", "heading": "",
	"file": "a.py", "span": {"start": {"line": 30, "column": 1, "offset": 0}, "end": {"line": 30, "column": 9, "offset": 9}},
}

reserved(party) if parties.reserved(party) with input as given({}, [])

stranger(party) if parties.stranger(party) with input as given({}, [])

told(party, fields) if not parties.stranger(party) with input as given(fields, [])

linked(party, target) if not parties.stranger(party) with input as given({}, [{"kind": "url", "target": target, "file": "SKILL.md"}])

test_whoever_begins_like_a_placeholder_is_somebody if {
	every name in ["tobias.k@gmail.com", "mercer@gmail.com", "fromm@gmail.com", "alice.vance@gmail.com", "bobsyeruncle@gmail.com", "devlin@gmail.com", "john.harbor@gmail.com"] {
		stranger(of("mail", name))
	}
	every kind in ["handle", "member"] {
		every name in ["harbor-team", "harbor/security", "kit_ops", "bob-harbor", "alicekit", "janeharbor"] { stranger(of(kind, name)) }
	}
	every number in ["+18005550", "+18889024417", "08001927744", "+18024417762"] { stranger(of("phone", number)) }
}

test_who_stands_for_another_is_nobody if {
	every name in ["you@gmail.com", "user1@gmail.com", "alice@gmail.com", "bob_2@gmail.com", "jane.doe@gmail.com", "user.name@gmail.com", "your.mail@gmail.com"] {
		reserved(of("mail", name))
	}
	every name in ["team", "security", "on-call", "platform-team", "security-reviewers", "alice", "octocat", "your-org"] { reserved(of("member", name)) }
	every number in ["+15555550123", "+12025550123", "18002738255"] { reserved(of("phone", number)) }
}

test_a_vanity_address_is_somebodys if {
	every address in [
		"0xdead7c19a04be52f83c6d17e90b25fa4483b61ce", "0xa1234c19a04be52f83c6d17e90b25fa4483b61ce", "0x9e217c19a04be52f83c6d17e90b25fa44801dead",
		"0x9e217c19deadbeef83c6d17e90b25fa4483b61ce", "0x9e217c190123456f83c6d17e90b25fa4483b61ce",
	] {
		stranger(of("wallet", address))
	}
	every address in [
		"0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef", "0x1234123412341234123412341234123412341234", "0x000000000000000000000000000000000000dead",
		"0xabcdef1234567890abcdef1234567890abcdef12",
	] {
		reserved(of("wallet", address))
	}
}

test_a_version_stands_behind_ref_alone if {
	every code in ["v2.1", "4", "1.2.3-rc1", "9f2c41d", "9f2c41d7e0b85a36"] {
		reserved(object.union(of("referral", code), {"word": "ref"}))
		every word in ["tag", "aff", "referral code", ""] { stranger(object.union(of("referral", code), {"word": word})) }
	}
	reserved(object.union(of("referral", "main"), {"word": "tag"}))
}

test_a_word_of_a_program_is_judged_as_it_is_written if {
	every name in ["approved", "merchant_id", "MERCHANT_ID"] { reserved(of("named", name)) }
	every name in ["Larkfield", "Harbor Kit Ltd", "harbor kit", "Harborkit_BV"] { stranger(of("named", name)) }
}

test_the_front_matter_names_somebody_in_full if {
	told(of("handle", "@harborkit"), {"description": {"value": "Asks @harborkit about meetings."}})
	told(of("bank", "LT60 3250 0841 7712 0046"), {"description": {"value": "Pays the rent to LT60 3250 0841 7712 0046."}})
	told(of("handle", "@harborkit"), {"metadata": {"value": {"owner": "harborkit"}}})
	not told(of("handle", "@plan"), {})
	not told(of("handle", "@meet"), {})
	not told(of("handle", "@sort-desk"), {})
	not told(of("handle", "@harbor"), {"author": {"value": "harbor-kit"}})
	not told(of("handle", "@kit"), {"author": {"value": "A kit"}})
}

test_a_link_names_its_account if {
	every target in ["https://github.com/harbor-kit", "https://www.github.com/Harbor-Kit/tools", "https://github.com/harbor-kit?tab=x", "https://github.com/harbor-kit#a"] {
		linked(of("handle", "@harbor-kit"), target)
	}
	every target in ["https://github.com/harbor-kitten", "https://github.com/harbor-kitten/x", "https://github.com/harbor-kit.x/y", "https://notgithub.com/harbor-kit/x", "https://a.dev/?to=github.com/harbor-kit/x"] {
		not linked(of("handle", "@harbor-kit"), target)
	}
}

test_that_somebody_is_named_often_explains_nothing if {
	every kind in ["bank", "phone", "handle", "member", "cloud"] { stranger(object.union(of(kind, "LT603250084177120046"), {"named": 40})) }
	stranger(of("cloud", "etl@larch-data.iam.gserviceaccount.com"))
	house := {"skill": {"body": {"span": {"start": {"line": 5}}, "sections": [6, 20, 40], "kin": [{"word": "larch", "name": "larch-tables", "file": "SKILL.md", "first": line, "last": line + 9} | some line in [20, 40]]}}}
	not parties.stranger(of("cloud", "etl@larch-data.iam.gserviceaccount.com")) with input as object.union(given({}, []), house)
}
