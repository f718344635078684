package skillctl.lib.namesake_test

import data.skillctl.lib.namesake

said(description) := {"skill": {"front": {"fields": {"name": {"value": "ops-notes"}, "description": {"value": description}}}, "manifest": {"file": "SKILL.md"}}}

asks(description, address) if namesake.all_of({"args": ["-fsSL", address]}) with input as said(description)

test_named_by_the_description if {
	asks("Ships logs with Vector.", "https://sh.vector.dev")
	asks("Sets up Pi-hole.", "https://install.pi-hole.net")
	asks("Sets up Pi-hole.", "install.pi-hole.net/x.sh")
	asks("Reads metrics of Datadog.", "https://install.datadoghq.com/agent.sh")
	asks("Writes the notes of ops.", "https://get.ops-notes-cli.dev/i.sh")
	asks("Deploys with the AWS CLI.", "https://awscli.amazonaws.com/cli.zip")
	asks("Searches NCBI.", "https://ftp.ncbi.nlm.nih.gov/i.sh")
}

test_strangers if {
	every case in [
		["Ships logs with Vector.", "https://sh.victor.dev"],
		["Ships logs with Vector.", "https://vector.evil-files.dev/i.sh"],
		["Ships logs with Vector.", "http://sh.vector.dev"],
		["Ships logs with Vector.", "https://vector.vercel.app/i.sh"],
		["Helps with the setup of tools.", "https://setup-tools.dev/i.sh"],
		["Ships logs.", "https://203.0.113.4/i.sh"],
		["Searches NCBI.", "https://ftp.ncbi.evil-files.dev/i.sh"],
		["Searches papers.", "https://ftp.ncbi.nlm.nih.gov/i.sh"],
		["Makes documents with templates of docsmith.", "https://get.docsmith-cli.dev/i.sh"],
		["Shares with Rentry.", "https://rentry.co/x/raw"],
	] {
		not asks(case[0], case[1])
	}
}

test_not_where_the_way_there_is_open if {
	not namesake.all_of({"args": ["-k", "https://sh.vector.dev"]}) with input as said("Ships logs with Vector.")
	not namesake.all_of({"args": ["--proxy=http://a.example", "https://sh.vector.dev"]}) with input as said("Ships logs with Vector.")
	not namesake.all_of({"args": ["-s"]}) with input as said("Ships logs with Vector.")
}

test_owners_at_a_forge if {
	asks("Scans images.", "https://raw.githubusercontent.com/owner/scanner/main/install.sh")
	not asks("Scans images.", "https://gist.githubusercontent.com/owner/1/raw/install.sh")
	not asks("Scans images.", "https://raw.githubusercontent.com/owner/../other/x/install.sh")
	not asks("Scans images.", "https://raw.githubusercontent.com/other/homebrew/install/main/install.sh")
}

test_not_another_owner_than_that_of_the_home if {
	document := json.patch(said("Scans images."), [{"op": "add", "path": "/skill/front/fields/homepage", "value": {"value": "https://github.com/owner/scanner"}}])
	not namesake.all_of({"args": ["https://raw.githubusercontent.com/other/scanner/main/install.sh"]}) with input as document
}
