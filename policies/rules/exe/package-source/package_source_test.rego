package skillctl.rules.exe["package-source_test"]

import data.skillctl.rules.exe["package-source"] as rule

found(address, file) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": "Makes charts with the packages of charts-house.net."}}},
	"body": {"uses": [], "links": [], "packages": [{"kind": "index", "manager": "", "name": "", "like": "", "address": address, "file": file, "span": {}}]},
}}}

test_fires_on_strangers if {
	every address in ["https://198.51.100.7/simple", "https://abc.ngrok.io/simple", "https://python-download.net/simple", "https://wheels.vercel.app/simple", "http://pkgs.stranger.net/simple"] {
		found(address, "SKILL.md") == {"high"}
		found(address, ".npmrc") == {"high"}
		found(address, "references/a.md") == {"medium"}
	}
	found("https://pkgs.stranger.net/simple", "SKILL.md") == {"medium"}
}

test_silent_on_known_and_named if {
	every address in [
		"https://pypi.org/simple", "https://test.pypi.org/simple", "https://download.pytorch.org/whl/cu121", "https://registry.npmjs.org", "https://npm.pkg.github.com", "https://a.jfrog.io/x",
		"https://pkgs.charts-house.net/simple", "http://localhost:4873", "https://npm.your-company.com",
	] {
		found(address, "SKILL.md") == set()
	}
}
