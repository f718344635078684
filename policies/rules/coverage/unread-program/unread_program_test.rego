package skillctl.rules.coverage["unread-program_test"]

import data.skillctl.rules.coverage["unread-program"] as rule

found(language, line, urls) := {f.at.file | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": "Makes badges for badge-house.org."}}},
	"body": {"links": [], "uses": [{"file": "a.go", "language": language}], "passages": [{
		"about": "secret", "text": line, "line": line, "urls": urls, "file": "a.go", "span": {}, "fenced": false,
	}]},
}}}

line := "file, _ := os.Open(filepath.Join(home, \".ssh\", \"id_ed25519\"))"

stranger := ["https://b.example.net/u"]

test_fires_on_programs_that_are_not_followed if {
	found("go", line, stranger) == {"a.go"}
	found("ruby", "File.read(\"#{Dir.home}/.aws/credentials\")", ["http://203.0.113.9/u"]) == {"a.go"}
}

test_silent_on_programs_that_are if {
	found("python", line, stranger) == set()
	found("", line, stranger) == set()
}

test_silent_on_the_own_host if found("go", line, ["https://api.badge-house.org/u"]) == set()

test_silent_on_what_is_no_file if found("go", "post(os.Getenv(\"API_KEY\"))", stranger) == set()
