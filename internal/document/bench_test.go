package document

import (
	"fmt"
	"strings"
	"testing"
)

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

// BenchmarkLocate looks up every key of an object of 50,000.
func BenchmarkLocate(b *testing.B) {
	doc, paths := wide(b, 50_000)
	for b.Loop() {
		for _, path := range paths {
			if _, _, exact := doc.Locate(path, true); !exact {
				b.Fatalf("%v is not found", path)
			}
		}
	}
}

// wide is a document with an object of n keys, and the path of each.
func wide(t testing.TB, n int) (*Document, [][]any) {
	t.Helper()
	var text strings.Builder
	text.WriteString("{\"all\": {")
	paths := make([][]any, n)
	for i := range n {
		key := fmt.Sprintf("k%d", i)
		fmt.Fprintf(&text, "\n%q: %d,", key, i)
		paths[i] = []any{"all", key}
	}
	text.WriteString("}}")
	doc, err := Parse(t.Context(), "f", []byte(text.String()), JSON5)
	if err != nil {
		t.Fatal(err)
	}
	return doc, paths
}
