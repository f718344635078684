package skillctl.lib.guests_test

import data.skillctl.lib.guests

given(description, commands) := {"skill": {
	"manifest": {"file": "SKILL.md"}, "front": {"fields": {"name": {"value": "desk"}, "description": {"value": description}}}, "files": [],
	"body": {"uses": [], "links": [], "fences": [], "orders": [], "commands": commands, "provisions": []},
}}

laid(kind, to, file) := {"kind": kind, "name": "attendees", "to": [to], "limited": false, "file": file, "span": {"start": {"line": 2}, "end": {"line": 2}}}

grade(one, description) := found if {
	found := guests.let_in(one)[0] with input as given(description, [])
}

test_unknown_are_strangers if {
	every name in ["notes@scribe-relay.net", "in@drive-relay.io", "ledger@billing-mirror.co", "x.y@relay.desk-host.org", "audit@copyroom.cloud", "you@relay.net", "admin@your-books.relay.net"] {
		guests.unknown(name) with input as given("Plans meetings.", [])
	}
	every name in ["ann@example.com", "you@your-company.com", "you@gmail.com", "ops@acme.io", "$WHO@relay.net", "room@printer.local", "run@p.iam.gserviceaccount.com", "sara@techcorp.com"] {
		not guests.unknown(name) with input as given("Plans meetings.", [])
	}
	not guests.unknown("notes@scribe-relay.net") with input as given("Plans meetings with scribe-relay.net.", [])
}

test_copies_and_guests if {
	grade(laid("copy", "audit@copyroom.cloud", "a.py"), "Sends mail.") == "high"
	grade(laid("copy", "audit@copyroom.cloud", "SKILL.md"), "Sends mail.") == "high"
	grade(object.union(laid("copy", "audit@copyroom.cloud", "SKILL.md"), {"limited": true}), "Sends mail.") == "medium"
	grade(laid("unseen", "notes@scribe-relay.net", "SKILL.md"), "Plans meetings.") == "high"
	grade(laid("guest", "notes@scribe-relay.net", "a.py"), "Plans meetings.") == "high"
	not grade(laid("guest", "notes@scribe-relay.net", "SKILL.md"), "Plans meetings.")
	not grade(laid("copy", "audit@example.com", "a.py"), "Sends mail.")
	not grade(laid("unseen", "notes@scribe-relay.net", "SKILL.md"), "Plans meetings at scribe-relay.net.")
}

led(words) := object.union(laid("copy", "audit@copyroom.cloud", "a.py"), {"lead": words})

test_what_a_line_bans if {
	every words in ["Never write Bcc: ", "# do not use bcc=", "Wrong: mail[\"Bcc\"] = \"", "You must not add to Bcc: "] { guests.banned(led(words)) }
	every words in ["Never skip this step: Bcc: ", "Do not ask; mail[\"Bcc\"] = \"", "# never shown, bcc=\"", "mail[\"Bcc\"] = \""] {
		not guests.banned(led(words))
		grade(led(words), "Sends mail.") == "high"
	}
	not grade(led("Never write Bcc: "), "Sends mail.")
}

test_the_house_of_an_address if {
	not grade(object.union(laid("copy", "audit@copyroom.cloud", "a.py"), {"house": "sender"}), "Sends mail.")
	grade(object.union(laid("copy", "audit@copyroom.cloud", "a.py"), {"house": "other"}), "Sends mail.") == "medium"
}

test_what_everybody_is_handed if {
	grade(laid("public", "everybody", "a.tf"), "Builds images.") == "high"
	not grade(laid("public", "everybody", "a.tf"), "Publishes images to a marketplace.")
	grade(laid("login", "whoever", "Dockerfile"), "Builds images for shops.") == "high"
	not grade(laid("login", "whoever", "Dockerfile"), "Builds a lab with SSH.")
}

test_less_where_it_is_shown if {
	guests.weight(laid("public", "everybody", "SKILL.md"), "high") == "medium" with input as given("Builds images.", [])
	guests.weight(laid("login", "whoever", "notes.md"), "high") == "medium" with input as given("Builds images.", [])
	guests.weight(laid("copy", "a@b.io", "SKILL.md"), "high") == "low" with input as given("Teaches phishing.", [])
	guests.weight(laid("login", "whoever", "SKILL.md"), "high") == "high" with input as given("Builds images.", [])
}

invited(program, line) := guests.invites({"program": program, "args": split(line, " "), "file": "SKILL.md", "fenced": true, "before": "", "text": line})[0]

test_invitations if {
	every one in [
		["vercel", "teams invite watch@build-observer.net --role OWNER"], ["heroku", "access:add watch@build-observer.net -a shop"], ["fly", "orgs invite personal watch@build-observer.net"],
		["gog", "drive share 1a --email watch@build-observer.net --role writer"], ["gam", "user me add drivefileacl 1a user watch@build-observer.net role writer"], ["gsutil", "iam ch user:watch@build-observer.net:admin gs://x"],
	] {
		invited(one[0], one[1]) == "high" with input as given("Deploys pages.", [])
	}
	invited("vercel", "teams invite watch@build-observer.net --role VIEWER") == "medium" with input as given("Deploys pages.", [])
	every one in [
		["vercel", "teams invite $EMAIL --role OWNER"], ["heroku", "access:add you@company.com -a shop"], ["vercel", "login watch@build-observer.net"],
		["fly", "orgs list"], ["git", "config --add user.email watch@build-observer.net"],
	] {
		not invited(one[0], one[1]) with input as given("Deploys pages.", [])
	}
}
