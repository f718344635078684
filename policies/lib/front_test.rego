package skillctl.lib.front_test

import data.skillctl.lib.front
import data.skillctl.lib.skilltest

test_good_names if {
	every name in ["pdf", "pdf-2", "2048", "天気"] { front.good_name(name) }
}

test_bad_names if {
	every name in ["", "Pdf", "pdf--x", "-pdf", "pdf_x", "a b"] { not front.good_name(name) }
}

test_name_from if {
	front.name_from("My  PDF_Tools!") == "my-pdf-tools"
	front.name_from("...") == ""
}

test_name_from_ends_in_no_hyphen_when_cut if {
	long := concat("", [piece | some _ in numbers.range(1, 40); piece := "a-"])
	not endswith(front.name_from(long), "-")
	count(front.name_from(long)) <= 64
}

test_fields_only_when_readable if {
	front.fields.name with input as skilltest.md(skilltest.good)
	not front.fields with input as skilltest.with_facts(skilltest.md(skilltest.good), {"front": {"closed": false}})
}

test_values_are_the_texts_of_fields if {
	given := {"skill": {"front": {"fields": {"name": {"value": "tidy"}, "metadata": {"value": {"home": "https://a.example", "tags": ["a"], "count": 2}}}}}}
	front.values == {["name", "tidy"], ["metadata", "https://a.example"], ["metadata", "a"]} with input as given
}
