package skillctl.lib.lookalikes_test

import data.skillctl.lib.lookalikes

about(description) := {"skill": {"manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": description}}}, "body": {"links": []}}}

test_names_that_look_alike if {
	every case in [["openclaw-cli.example", "openclaw"], ["getclaude.example", "claude"], ["anthr0pic.com", "anthropic"], ["gihtub.com", "github"], ["install.python-download.net", "python"], ["openai-api.vercel.app", "openai"]] {
		lookalikes.of(case[0]) == case[1] with input as about("Makes charts.")
	}
}

test_names_of_others if {
	every host in ["openclaw.ai", "docs.claude.com", "github.com", "pythontutor.com", "claudelog.com", "realpython.com", "docker-curriculum.com", "a.example", "localhost", "vercel.app", "my-charts.vercel.app"] {
		not lookalikes.of(host) with input as about("Makes charts.")
	}
	not lookalikes.of("openclaw-cli.example") with input as about("Makes charts for openclaw-cli.example.")
}
