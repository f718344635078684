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
	every name in ["quill-year", "shelf-cache-7", "T02QK/B7/x", "483920117755", "quill-chart", "data-lake-prod", "backup", "quill-demo", "my-quill", "account-12345-quill"] {
		stranger("Amazon S3", name)
	}
	stranger("mail", "quill.desk@gmail.com")
	stranger("mail", "desk@quill-year.net")
}

test_a_name_that_stands_for_another_one if {
	every name in ["my-bucket", "mybucket", "your-org", "PROJECT-ID.appspot.com", "my-data-lake-prod", "abc123", "000000000000", "123456789012", "acme-in"] {
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
