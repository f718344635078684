package document

import "testing"

var benchTexts = map[Format]string{
	JSON5: `// Settings of the gateway.
{
  skills: {
    allowBundled: ["git", "weather"],
    load: { extraDirs: ["~/skills"], watch: true },
    entries: { weather: { enabled: true, env: { KEY: "${WEATHER_KEY}" } } },
  },
  tools: { exec: { mode: "allowlist", safeBins: ["cat", "ls"], timeoutSeconds: 1800 } },
  agents: { defaults: { sandbox: { mode: "all", docker: { network: "none", pidsLimit: 256 } } } },
}
`,
	YAML: `name: release-notes
description: "Write release notes: from commits to a page"
license: Apache-2.0
version: 1.2.0
allowed-tools:
  - Read
  - Bash(git log:*)
metadata:
  author: docs team
  openclaw:
    emoji: "📝"
    requires:
      bins: [git, gh]
      env:
        - GITHUB_TOKEN
    install:
      - id: brew
        kind: brew
        formula: gh
        bins: [gh]
`,
	TOML: `[skill]
name = "release-notes"
description = "Write release notes"
version = "1.2.0"
tags = ["git", "docs"]

[[tools]]
name = "log"
kind = "shell"
command = "git log --oneline"

[tools.args]
since = "The first tag"

[[tools]]
name = "page"
kind = "http"
command = "https://example.org/page"
`,
}

func BenchmarkParse(b *testing.B) {
	for _, format := range []Format{JSON5, YAML, TOML} {
		text := []byte(benchTexts[format])
		b.Run(string(format), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := Parse(b.Context(), "f", text, format); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
