package codex

import (
	"strings"
	"testing"
)

// TestReadManifest reads manifests as Codex 0.169.0 was observed to: what it loads, and
// with which description, and what it passes over (want is "").
func TestReadManifest(t *testing.T) {
	t.Parallel()
	const nothing = ""
	for text, want := range map[string]string{
		"---\nname: a\ndescription: d\n---\n":                                 "a: d",
		"---\r\nname: a\r\ndescription: d\r\n---\r\n":                         "a: d",
		"  ---  \nname: a\ndescription: d\n --- ":                             "a: d",
		"---\ndescription: d\n---\n":                                          "dir: d",
		"---\nname: \"\"\ndescription: d\n---\n":                              "dir: d",
		"---\nname: ~\ndescription: d\n---\n":                                 "dir: d",
		"---\nname: 1.50\ndescription: 2024-01-01\n---\n":                     "1.50: 2024-01-01",
		"---\nname: true\ndescription: 5\n---\n":                              "true: 5",
		"---\nname: \"two\\nlines\"\ndescription: |\n  a\n   b\n---\n":        "two lines: a b",
		"---\nname: a\ndescription: |\n  a\n  ---\n  b\n---\n":                "a: a",
		"---\nname: a\ndescription: d\nfoo: 1\nfoo: 2\n---\n":                 "a: d",
		"---\nname: a\ndescription: d\nallowed-tools: [1]\nmetadata:\n---\n":  "a: d",
		"---\nname: a\ndescription: d\nfoo: !bar x\n---\n":                    "a: d",
		"---\nname: " + strings.Repeat("é", 64) + "\ndescription: d\n---\n":   strings.Repeat("é", 64) + ": d",
		"---\nname: a\ndescription: " + strings.Repeat("d", 5000) + "\n---\n": "a: " + strings.Repeat("d", 5000),
		"---\nname: a\ndescription: Use when: x # y: z\n---\n":                "a: Use when: x",
		"---\nname: a\ndescription: it's \"x\": y\n---\n":                     "a: it's \"x\": y",
		"---\nname: a\ndescription: @x\n---\n":                                "a: @x",
		"---\nname: a\ndescription: [a\n---\n":                                "a: [a",
		"---\nname: a\ndescription: [a] b\n---\n":                             "a: [a] b",
		"---\nname: a\ndescription: {a: b}\n---\n":                            "a: {a: b}",
		"---\nname: a\ndescription: *x: b\n---\n":                             "a: *x: b",
		"---\nname: a\ndescription: |\n  a: b: c\nfoo: x: y\n---\n":           "a: a: b: c",
		"---\nname: a\ndescription: d\nlist:\n  - a: b: c\n---\n":             "a: d",
		"\ufeff---\nname: a\ndescription: d\n---\n":                           nothing,
		"# x\n":                                            nothing,
		"\n---\nname: a\ndescription: d\n---\n":            nothing,
		"---\nname: a\ndescription: d\n":                   nothing,
		"---\n---\n":                                       nothing,
		"---\n# x\n---\n":                                  nothing,
		"---\n- a\n---\n":                                  nothing,
		"---\nname: a\n---\n":                              nothing,
		"---\nname: a\ndescription: \"  \"\n---\n":         nothing,
		"---\nname: a\nname: a\ndescription: d\n---\n":     nothing,
		"---\nname: a\ndescription: d\nx:\n\ty: 1\n---\n":  nothing,
		"---\nname: a\ndescription: [a]\n---\n":            nothing,
		"---\nname: a\ndescription: d\nmetadata: 5\n---\n": nothing,
		"---\nname: a\ndescription: d\nmetadata: {short-description: [x]}\n---\n":   nothing,
		"---\nname: a\ndescription: \"a\" b\n---\n":                                 nothing,
		"---\nname: a\ndescription: *x\n---\n":                                      nothing,
		"---\nname: a\ndescription: Use when: x\n  and more\n---\n":                 nothing,
		"---\nname: a\ndescription: d\xff\n---\n":                                   nothing,
		"---\nname: a\ndescription: d\n---\nbody \xff\n":                            nothing,
		"---\nname: " + strings.Repeat("n", 65) + "\ndescription: d\n---\n":         nothing,
		"---\nname: a\ndescription: d\nx\n---\n":                                    nothing,
		"---\nname: a\ndescription: " + strings.Repeat("[", 100_000) + "\n---\n":    "a: " + strings.Repeat("[", 100_000),
		"---\nname: a\ndescription: d\nx: " + strings.Repeat("[", 3000) + "\n---\n": "a: d",
	} {
		read := readManifest("dir", []byte(text))
		got := ""
		if read.problem == "" && read.description != "" {
			got = read.name + ": " + read.description
		}
		if got != want {
			t.Errorf("%.80q: %.80q (%s); wanted %.80q", text, got, read.problem, want)
		}
		if read.problem != "" && read.line < 1 {
			t.Errorf("%.80q: the problem is on line %d", text, read.line)
		}
	}
}
