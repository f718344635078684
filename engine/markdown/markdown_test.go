package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/document"
)

// show spells a document so that tables can compare it: one line per finding.
func show(text string, d *Document) string {
	var b strings.Builder
	span := func(s document.Span) string {
		return fmt.Sprintf("%d:%d-%d:%d", s.Start.Line, s.Start.Column, s.End.Line, s.End.Column)
	}
	for _, l := range d.Links {
		mark := ""
		if l.Image {
			mark += "!"
		}
		if l.Example {
			mark += "e"
		}
		fmt.Fprintf(&b, "link%s %s [%s](%s)\n", mark, span(l.Span), l.Text, l.Target)
	}
	for _, m := range d.Mentions {
		fmt.Fprintf(&b, "word %s %s\n", span(m.Span), m.Text)
	}
	for _, f := range d.Fences {
		fmt.Fprintf(&b, "fence %s %q inner %s lines %d closed %t\n", span(f.Span), f.Lang, span(f.Inner), f.Lines, f.Closed)
	}
	for _, h := range d.Headings {
		fmt.Fprintf(&b, "h%d %s %s\n", h.Level, span(h.Span), h.Text)
	}
	for _, c := range d.Comments {
		fmt.Fprintf(&b, "comment %s %q\n", span(c.Span), text[c.Span.Start.Offset:c.Span.End.Offset])
	}
	return b.String()
}

var cases = []struct{ name, text, want string }{
	{"inline", "see [the *guide*](docs/a.md \"T\") now", "link 1:5-1:33 [the *guide*](docs/a.md)\n"},
	{"columns are code points", "é😀 [x](y)", "link 1:4-1:10 [x](y)\n"},
	{"angle destination", "[x](<a b.md>)", "link 1:1-1:14 [x](a b.md)\n"},
	{"parentheses", "[x](a(b)c.md) [y](a(b.md)", "link 1:1-1:14 [x](a(b)c.md)\n"},
	{"escapes", `\[x](y) [a\]b](c\)d)`, `link 1:9-1:21 [a\]b](c)d)` + "\n"},
	{"across lines", "[a\nb](c\n'd') e", "link 1:1-3:5 [a\nb](c)\n"},
	{"not across paragraphs", "[a\n\nb](c)", ""},
	{"image in link", "[![alt](i.png)](t.md)", "link 1:1-1:22 [![alt](i.png)](t.md)\nlink! 1:2-1:15 [alt](i.png)\n"},
	{"no link in link", "[a [b](c) d](e)", "link 1:4-1:10 [b](c)\n"},
	{"code span", "`[a](b)` ``x ` [c](d)`` [e](f) `[g](h)", "link 1:25-1:31 [e](f)\nlink 1:33-1:39 [g](h)\n"},
	{"references", "[One][a] [a][] [A] [none] [x][nope]\n\n[a]: one.md \"t\"\n[b]: <two.md>\n",
		"link 1:1-1:9 [One](one.md)\nlink 1:10-1:15 [a](one.md)\nlink 1:16-1:19 [A](one.md)\nlink 4:1-4:14 [b](two.md)\n"},
	{"a definition is not part of a paragraph", "text\n[a]: b\n[a]", ""},
	{"autolinks", "<https://a.b/c> <me@a.bc> <b> <a:> https://d.e/f. (http://g.h/i(j)) xhttp://no",
		"link 1:1-1:16 [](https://a.b/c)\nlink 1:17-1:26 [](mailto:me@a.bc)\nlink 1:36-1:49 [](https://d.e/f)\nlink 1:52-1:67 [](http://g.h/i(j))\n"},
	{"address by number", "http://[::1]:80/x]", "link 1:1-1:18 [](http://[::1]:80/x)\n"},
	{"link text that is an address", "[https://good.example](https://bad.example)", "link 1:1-1:44 [https://good.example](https://bad.example)\n"},
	{"tags", "<img alt=x src=\"a b.png\"/> <a class='x' href=b.md>t</a> <nothref=c> <href=d>",
		"link! 1:1-1:27 [](a b.png)\nlink 1:28-1:51 [](b.md)\n"},
	{"inline comment", "a <!-- see https://x.y --> [b](c) <!-- [d](e)", "linke 1:12-1:23 [](https://x.y)\nlink 1:28-1:34 [b](c)\nlink 1:40-1:46 [d](e)\ncomment 1:3-1:27 \"<!-- see https://x.y -->\"\n"},
	{"comment over blank lines", "<!-- a\n\n[b](c) https://x.y\n--> [d](e)\n# f", "linke 3:1-3:7 [b](c)\nlinke 3:8-3:19 [](https://x.y)\nlink 4:5-4:11 [d](e)\nh1 5:1-5:4 f\ncomment 1:1-4:4 \"<!-- a\\n\\n[b](c) https://x.y\\n-->\"\n"},
	{"comment on one line", "<!-- [a](b) -->\n<!-- c --> [d](e)", "linke 1:6-1:12 [a](b)\nlink 2:12-2:18 [d](e)\ncomment 1:1-1:16 \"<!-- [a](b) -->\"\ncomment 2:1-2:11 \"<!-- c -->\"\n"},
	{"comment that never ends", "<!-- a\nb", "comment 1:1-2:2 \"<!-- a\\nb\"\n"},
	{"fences", "```sh x\necho [a](b) https://x.y\n```\n~~~\n```\n[c](d)\n~~~~\n",
		"linke 2:13-2:24 [](https://x.y)\nlinke 6:1-6:7 [c](d)\nfence 1:1-3:4 \"sh\" inner 2:1-3:1 lines 1 closed true\nfence 4:1-7:5 \"\" inner 5:1-7:1 lines 2 closed true\n"},
	{"a longer fence holds a shorter one", "````md\n```\n[a](b)\n```\n````\n[c](d)", "linke 3:1-3:7 [a](b)\nlink 6:1-6:7 [c](d)\nfence 1:1-5:5 \"md\" inner 2:1-5:1 lines 3 closed true\n"},
	{"fence without end", "```\na\nb", "fence 1:1-3:2 \"\" inner 2:1-3:2 lines 2 closed false\n"},
	{"fence in a list", "1. a\n\n   ```sh\n   x\n   ```\n2. [b](c)", "link 6:4-6:10 [b](c)\nfence 3:4-5:7 \"sh\" inner 4:1-5:1 lines 1 closed true\n"},
	{"a fence ends with its list item", "- ```\n  a\n[b](c)", "link 3:1-3:7 [b](c)\nfence 1:3-2:4 \"\" inner 2:1-3:1 lines 1 closed false\n"},
	{"fence in a quote", "> ```\n> [a](b)\n\n[c](d)", "linke 2:3-2:9 [a](b)\nlink 4:1-4:7 [c](d)\nfence 1:3-2:9 \"\" inner 2:1-3:1 lines 1 closed false\n"},
	{"backticks in an info string", "``` a`b\n[c](d)", "link 2:1-2:7 [c](d)\n"},
	{"indented code", "    [a](b) https://x.y\n\ntext\n    [c](d)", "linke 1:12-1:23 [](https://x.y)\nlink 4:5-4:11 [c](d)\n"},
	{"an indented fence is code", "    ```\n[a](b)", "link 2:1-2:7 [a](b)\n"},
	{"deep list item is text", "- a\n    - b\n\n        [c](d)", "link 4:9-4:15 [c](d)\n"},
	{"headings", "# One #\n\nTwo [x](y)\n===\n####### no\n#no\n## \nThree\n---\n- a\n---\n",
		"link 3:5-3:11 [x](y)\nh1 1:1-1:8 One\nh1 3:1-4:4 Two [x](y)\nh2 7:1-7:4 \nh2 8:1-9:4 Three\n"},
	{"mentions", "run scripts/a.sh, **refs/b.md** and `python scripts/c.py --x=data/d.json` /usr/bin/e ./f/g.md.",
		"word 1:5-1:17 scripts/a.sh\nword 1:21-1:30 refs/b.md\nword 1:45-1:57 scripts/c.py\nword 1:62-1:73 data/d.json\nword 1:86-1:94 ./f/g.md\n"},
	{"windows paths", `scripts\run.ps1 and a \_b\_`, `word 1:1-1:16 scripts\run.ps1` + "\n"},
	{"mention in a link", "[scripts/a.sh](scripts/a.sh) a/b.c", "link 1:1-1:29 [scripts/a.sh](scripts/a.sh)\nword 1:30-1:35 a/b.c\n"},
	{"line ends", "[a](b)\r\n[c](d)\r[e](f)\n[g](h)", "link 1:1-1:7 [a](b)\nlink 2:1-2:7 [c](d)\nlink 3:1-3:7 [e](f)\nlink 4:1-4:7 [g](h)\n"},
	{"lazy quote", "> a\n[b](c)\n> - d\n# e\n", "link 2:1-2:7 [b](c)\nh1 4:1-4:4 e\n"},
	{"brackets that are data", "x[i](y) a[0] - [ ] todo", "link 1:2-1:8 [i](y)\n"},
}

func TestParse(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := show(c.text, Parse([]byte(c.text), document.Position{})); got != c.want {
				t.Errorf("text:\n%s\ngot:\n%swant:\n%s", c.text, got, c.want)
			}
		})
	}
}

func TestParseFrom(t *testing.T) {
	text := "---\n[a](b)\n---\n[c](d)\n\n```\nx\n```\n"
	d := Parse([]byte(text), document.Position{Line: 4, Column: 1, Offset: 15})
	want := "link 4:1-4:7 [c](d)\nfence 6:1-8:4 \"\" inner 7:1-8:1 lines 1 closed true\n"
	if got := show(text, d); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
	if d.Lines != 5 {
		t.Errorf("lines: got %d, want 5", d.Lines)
	}
}
