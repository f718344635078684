package skillctl.lib.tenants_test

import data.skillctl.lib.tenants

skill := {
	"front": {"fields": {
		"name": {"value": "quill-chart"},
		"description": {"value": "Draws charts of Hue Picker."},
		"homepage": {"value": "https://github.com/hue-labs/charts"},
	}},
	"body": {"links": [], "orders": [], "remarks": [], "contacts": []},
}

stranger(service, name) if tenants.stranger({"service": service, "name": name}) with input as {"skill": skill}

test_a_name_that_nothing_explains if {
	every name in ["quill-year", "shelf-cache-7", "T02QK/B7/x", "483920117755", "quill-chart"] {
		stranger("Amazon S3", name)
	}
	stranger("mail", "quill.desk@gmail.com")
	stranger("mail", "desk@quill-year.net")
}

test_a_name_that_stands_for_another_one if {
	every name in ["my-bucket", "mybucket", "your-org", "PROJECT-ID.appspot.com", "data-lake-prod", "backup", "abc123", "000000000000", "123456789012", "acme-in"] {
		not stranger("Amazon S3", name)
	}
	not stranger("mail", "a@b.com")
	not stranger("mail", "you@gmail.com")
	not stranger("mail", "user@example.com")
}

test_a_name_that_the_skill_speaks_of if {
	not stranger("GitHub", "hue-labs")
	not stranger("GitHub", "anthropics")
}

test_another_sentence_names_it if {
	one := {"tenants": [{"service": "a form", "name": "xqkr"}], "file": "SKILL.md", "span": {"start": {"line": 3}}}
	other := object.union(one, {"span": {"start": {"line": 9}}})
	tenants.elsewhere(one) with input as {"skill": object.union(skill, {"body": {"contacts": [one, other]}})}
	not tenants.elsewhere(one) with input as {"skill": object.union(skill, {"body": {"contacts": [one]}})}
}

test_a_name_like_that_of_another_address if {
	house := object.union(skill, {"body": {"contacts": [{"address": "desk@larch.shop", "tenants": [], "file": "SKILL.md", "span": {"start": {"line": 4}}}]}})
	place := {"file": "SKILL.md", "span": {"start": {"line": 9}, "end": {"line": 9}}}
	tenants.akin({"name": "larch-events-raw"}, place) with input as {"skill": house}
	not tenants.akin({"name": "quill-events-raw"}, place) with input as {"skill": house}
	not tenants.akin({"name": "larch-events-raw"}, {"file": "SKILL.md", "span": {"start": {"line": 4}, "end": {"line": 4}}}) with input as {"skill": house}
}
