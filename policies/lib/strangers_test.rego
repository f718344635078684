package skillctl.lib.strangers_test

import data.skillctl.lib.strangers

place := {"file": "SKILL.md", "span": {"start": {"line": 10}, "end": {"line": 10}}}

skill(description, fields, body) := {"skill": {
	"manifest": {"file": "SKILL.md"}, "front": {"fields": object.union({"description": {"value": description}}, fields)},
	"body": object.union({"span": {"start": {"line": 5}}, "links": [], "commands": [], "orders": [], "remarks": [], "contacts": []}, body),
}}

unexplained(host, description, fields) if strangers.at(host, place) with input as skill(description, fields, {})

test_strangers if {
	every host in ["desk.hue-picker.dev", "hue-picker.onrender.com", "203.0.113.4", "github.com.evil-mirror.io", "your-books.hue-picker.dev", "account-id.x.dev", "anysite.dev", "*.hue-picker.dev", "[2a01:4f8::1]"] {
		unexplained(host, "Draws charts.", {})
	}
}

test_explained if {
	not unexplained("desk.hue-picker.dev", "Draws charts with hue-picker.dev.", {})
	not unexplained("desk.hue-picker.dev", "Draws charts.", {"compatibility": {"value": "Needs a key for deploy@desk.hue-picker.dev"}})
	not unexplained("in.huepicker.dev", "Draws charts.", {"metadata": {"value": {"env": ["HUEPICKER_API_KEY"]}}})
	not unexplained("api.kestrelcad.com", "Exports drawings of Kestrel CAD.", {})
	not unexplained("pix.bancoaraucaria.com.br", "Pagamentos do Banco Araucária.", {})
	not unexplained("api.voyageai.com", "Makes embeddings with Voyage.", {})
}

test_services_that_many_use if {
	every host in ["a.klaviyo.com", "xero.com", "api.companieshouse.gov.uk"] { not unexplained(host, "Draws charts.", {}) }
	every host in ["xero.com.hue-picker.dev", "klaviyo-api.com"] { unexplained(host, "Draws charts.", {}) }
}

# Who offers a service has its domain alone: nobody gets a name, a form or a mailbox there.
test_services_have_their_domains if {
	every domain in {domain | some list in data.skillctl.tables.services.services; some domain in list} {
		not domain in data.skillctl.tables.hosting.free
		not domain in data.skillctl.tables.hosting.mailboxes
		count([kind | some kind, names in data.skillctl.tables.hosts; kind != "source"; domain in names]) == 0
	}
}

# Words in small letters are no names, and a mailbox that anybody gets says nothing.
test_not_explained if {
	unexplained("api.chart-table.com", "Draws a chart table of numbers.", {})
	unexplained("gmail-inbox.net", "Draws charts.", {"author": {"value": "me@gmail.com"}})
}

named(file, line) := {
	"address": "https://desk.hue-picker.dev/a", "link": false, "text": "Call https://desk.hue-picker.dev/a.", "before": "", "behind": "", "told": [],
	"heading": "", "section": line, "file": file, "hidden": false, "fenced": false, "span": {"start": {"line": line}},
}

# What stands beside it, a licence, a list of changes, a test and settings say nothing.
test_not_elsewhere if {
	every other in [named("SKILL.md", 12), named("LICENSE.txt", 40), named("CHANGELOG.md", 40), named("tests/a.md", 40), named("config.json", 40)] {
		not strangers.elsewhere("in.hue-picker.dev", place) with input as skill("Charts.", {}, {"contacts": [other]})
	}
}

kin(first, name) := {"word": "hue-picker", "name": name, "file": "SKILL.md", "first": first, "last": first + 9}

# A text of four sections, of which these have the name of the house.
house(lines, contacts) := {"sections": [6, 10, 40, 60], "kin": [kin(line, "hue-picker-tables") | some line in lines], "contacts": contacts}

test_explained_by_half_of_the_text if {
	two := house([40, 60], [])
	not strangers.at("in.hue-picker.dev", place) with input as skill("Charts.", {}, two)
	strangers.at("in.hue-picker.dev", place) with input as skill("Charts.", {}, house([40], []))
	strangers.at("in.hue-picker.dev", place) with input as skill("Charts.", {}, {"contacts": [named("SKILL.md", 40), named("SKILL.md", 60)]})
	strangers.at("in.hue-picker.dev", object.union(place, {"spoken": {"hue-picker": 2}})) with input as skill("Charts.", {}, {})
	strangers.at("x.ngrok.io", place) with input as skill("Charts.", {}, two)
}

test_documented if {
	program := {"file": "draw.py", "span": {"start": {"line": 10}, "end": {"line": 10}}}
	led := object.union(named("SKILL.md", 40), {"text": "Documentation: https://desk.hue-picker.dev/a"})
	strangers.documented("in.hue-picker.dev", program) with input as skill("Charts.", {}, house([40, 60], [led]))
	not strangers.documented("in.hue-picker.dev", program) with input as skill("Charts.", {}, house([40], [led]))
	not strangers.documented("in.hue-picker.dev", program) with input as skill("Charts.", {}, house([40, 60], [named("SKILL.md", 40)]))
	not strangers.documented("in.hue-picker.dev", program) with input as skill("Charts.", {}, house([40, 60], [object.union(led, {"file": "LICENSE.txt"})]))
}

# The description does not explain what it says itself.
test_in_front if {
	strangers.in_front("desk.hue-picker.dev") with input as skill("Asks desk.hue-picker.dev.", {}, {})
	not strangers.in_front("desk.hue-picker.dev") with input as skill("Asks desk.hue-picker.dev.", {"homepage": {"value": "https://hue-picker.dev"}}, {})
	not strangers.in_front("desk.huepicker.dev") with input as skill("Asks the service of Hue Picker.", {}, {})
	not strangers.in_front("desk.hue-picker.dev") with input as skill("Asks desk.hue-picker.dev.", {}, {"contacts": [named("SKILL.md", 40)]})
}

test_elsewhere if {
	strangers.elsewhere("in.hue-picker.dev", place) with input as skill("Charts.", {}, {"contacts": [named("SKILL.md", 40)]})
	not strangers.elsewhere("in.hue-picker.dev", place) with input as skill("Charts.", {}, {})
	strangers.elsewhere("in.hue-picker.dev", object.union(place, {"spoken": {"hue-picker": 1}})) with input as skill("Charts.", {}, {})
}

test_holds_account if {
	strangers.holds_account("https://discord.com/api/webhooks/83729471/aGVsbG8")
	not strangers.holds_account("https://discord.com/api/webhooks/<id>/<token>")
	not strangers.holds_account("https://discord.com/developers")
}
