package skill

import (
	"fmt"
	"strings"
	"testing"
)

func TestKindOf(t *testing.T) {
	for target, want := range map[string]string{
		"a.md": LinkRelative, "./a.md#x": LinkRelative, "../a": LinkRelative, "a%20b.md": LinkRelative, "a b": LinkRelative, "x?y": LinkRelative,
		"/etc/passwd": LinkAbsolute, "//host/x": LinkURL, "https://a.b": LinkURL, "HTTP://A.B": LinkURL, "file:///x": LinkURL,
		"#part": LinkAnchor, "mailto:a@b.c": LinkMail, "MAILTO:x": LinkMail, "~/x": LinkHome, "~": LinkHome,
		`C:\x`: LinkWindows, "c:/x": LinkWindows, `\\host\share`: LinkWindows, `scripts\run.ps1`: LinkWindows,
		"": LinkOther, "javascript:x": LinkOther, "data:text/plain,x": LinkOther, "tel:1": LinkOther, "{x}/y": LinkOther, "<x>": LinkOther, "?x": LinkOther, "[URL]": LinkOther,
	} {
		if got := kindOf(target); got != want {
			t.Errorf("%q: got %s, want %s", target, got, want)
		}
	}
}

// links spells the links of a skill, one a line.
func links(s *Skill) string {
	var b strings.Builder
	for _, l := range s.Body.Links {
		fmt.Fprintf(&b, "%s:%d:%d %s %s", l.File, l.Span.Start.Line, l.Span.Start.Column, l.Kind, l.Target)
		if l.Path != "" {
			fmt.Fprintf(&b, " -> %s %d", l.Path, l.Depth)
		}
		for _, flag := range []struct {
			on   bool
			name string
		}{{l.Exists, "exists"}, {l.Escapes, "escapes"}, {l.Image, "image"}, {l.Mention, "mention"}, {l.Locus == LocusExample, "example"}} {
			if flag.on {
				b.WriteString(" " + flag.name)
			}
		}
		if l.Actual != "" {
			b.WriteString(" actual " + l.Actual)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestLinks(t *testing.T) {
	s := layOut(t, `
symlink s/out -> ../elsewhere
symlink s/in -> references
symlink s/dead -> nothing
-- s/SKILL.md --
---
description: "[not](a-link.md)"
---
[a](references/a.md#x) [b](references/A.md) [c](references/none.md) [d](../up.md) ![e](assets/e%20f.png)
[f](out/x.md) [g](in/a.md) [h](dead) [i](references/) [j](https://x.y) [k]({baseDir}/references/a.md)
`+"```\n[l](references/none.md)\n```\n"+`
Run scripts/run.sh, then `+"`python scripts/none.py`"+` or tools/t.py, lib/x.js, 1/2, references/*.md, and/or.
Use ./references/a.md, {baseDir}/scripts/none.py, ${CLAUDE_SKILL_DIR}/scripts/run.sh, scripts\run.sh, scripts/ or x/scripts/run.sh.
-- s/references/a.md --
---
name: [x](y)
---
[m](b.md) [n](../SKILL.md) [o](scripts/run.sh) [p](../../up.md) scripts/run.sh scripts/none.sh deep/c.md
-- s/references/b.md --
-- s/references/deep/c.md --
-- s/assets/e f.png --
-- s/scripts/run.sh --
-- s/tools/t.py --
-- s/notes.txt --
[q](z.md)
-- up.md --
`)
	want := `SKILL.md:4:1 relative references/a.md#x -> references/a.md 1 exists
SKILL.md:4:24 relative references/A.md -> references/A.md 1 actual references/a.md
SKILL.md:4:45 relative references/none.md -> references/none.md 1
SKILL.md:4:69 relative ../up.md -> ../up.md 0 escapes
SKILL.md:4:83 relative assets/e%20f.png -> assets/e f.png 1 exists image
SKILL.md:5:1 relative out/x.md -> out/x.md 1 exists
SKILL.md:5:15 relative in/a.md -> in/a.md 1 exists
SKILL.md:5:28 relative dead -> dead 0
SKILL.md:5:38 relative references/ -> references 0 exists
SKILL.md:5:55 url https://x.y
SKILL.md:5:72 relative {baseDir}/references/a.md -> references/a.md 1 exists
SKILL.md:7:1 relative references/none.md -> references/none.md 1 example
SKILL.md:10:5 relative scripts/run.sh -> scripts/run.sh 1 exists mention
SKILL.md:10:34 relative scripts/none.py -> scripts/none.py 1 mention
SKILL.md:10:54 relative tools/t.py -> tools/t.py 1 exists mention
SKILL.md:11:5 relative ./references/a.md -> references/a.md 1 exists mention
SKILL.md:11:24 relative {baseDir}/scripts/none.py -> scripts/none.py 1 mention
SKILL.md:11:51 relative ${CLAUDE_SKILL_DIR}/scripts/run.sh -> scripts/run.sh 1 exists mention
SKILL.md:11:87 windows scripts\run.sh -> scripts/run.sh 1 exists mention
references/a.md:4:1 relative b.md -> references/b.md 1 exists
references/a.md:4:11 relative ../SKILL.md -> SKILL.md 0 exists
references/a.md:4:28 relative scripts/run.sh -> scripts/run.sh 1 exists
references/a.md:4:48 relative ../../up.md -> ../up.md 0 escapes
references/a.md:4:65 relative scripts/run.sh -> scripts/run.sh 1 exists mention
references/a.md:4:80 relative scripts/none.sh -> scripts/none.sh 1 mention
references/a.md:4:96 relative deep/c.md -> references/deep/c.md 2 exists mention
`
	if got := links(s); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

func TestBody(t *testing.T) {
	s := layOut(t, "-- s/SKILL.md --\n---\nname: s\n---\n# A\n\n```sh\nls\n```\n\n## B\n")
	b := s.Body
	if b.Lines != 7 || b.Bytes != 24 || b.Tokens != 6 || b.Headings != 2 {
		t.Errorf("got %+v", b)
	}
	if b.Span.Start.Line != 4 || b.Span.End.Line != 11 || b.Span.End.Offset != 40 {
		t.Errorf("span: %+v", b.Span)
	}
	if len(b.Fences) != 1 || b.Fences[0].Lang != "sh" || b.Fences[0].Lines != 1 || b.Fences[0].Span.Start.Line != 6 || b.Fences[0].Span.End.Line != 8 {
		t.Errorf("fences: %+v", b.Fences)
	}
}

func TestText(t *testing.T) {
	cases := []struct {
		text    string
		newline string
		utf8    bool
		nul     bool
		bom     bool
		bad     string // line:column
	}{
		{"", "none", true, false, false, ""},
		{"a", "none", true, false, false, ""},
		{"a\nb\n", "lf", true, false, false, ""},
		{"\xef\xbb\xbfa\r\nb\r\n", "crlf", true, false, true, ""},
		{"a\rb\r", "cr", true, false, false, "1:2"},
		{"a\nb\r\n", "mixed", true, false, false, ""},
		{"a\n\u00e9\x00", "lf", true, true, false, "2:2"},
		{"a\r\n\u00e9\u00e9\xff\n", "mixed", false, false, false, "2:3"},
		{"a\n\n\xe9", "lf", false, false, false, "3:1"},
	}
	for _, c := range cases {
		got := readText([]byte(c.text))
		bad := ""
		if got.Bad != nil {
			bad = fmt.Sprintf("%d:%d", got.Bad.Start.Line, got.Bad.Start.Column)
			if got.Bad.End.Offset != got.Bad.Start.Offset+1 {
				t.Errorf("%q: bad %+v", c.text, got.Bad)
			}
		}
		if got.Newline != c.newline || got.UTF8 != c.utf8 || got.NUL != c.nul || got.BOM != c.bom || bad != c.bad {
			t.Errorf("%q: got %+v, bad %s", c.text, got, bad)
		}
	}
}

func TestTOMLManifest(t *testing.T) {
	s := layOut(t, "-- s/SKILL.toml --\n[skill]\nname = \"x\"\n-- s/README.md --\n[a](SKILL.toml)\n")
	if s.TOML == nil || s.TOML.Error != nil || s.TOML.Root.At("skill", "name").Interface() != "x" {
		t.Errorf("got %+v", s.TOML)
	}
	if links(s) != "README.md:1:1 relative SKILL.toml -> SKILL.toml 0 exists\n" {
		t.Errorf("links: %s", links(s))
	}
	s = layOut(t, "-- s/SKILL.toml --\nname =\n")
	if s.TOML == nil || s.TOML.Error == nil || s.TOML.Root != nil || s.TOML.Error.Span.Start.Line != 1 {
		t.Errorf("got %+v", s.TOML)
	}
}

func TestNotUTF8IsAGap(t *testing.T) {
	dir := tree(t, "hex s/SKILL.md 2d2d2d0a6e616d653a20610a2d2d2d0ae90a\nhex s/x.bin ff\n-- s/y --\n")
	s := readAt(t, dir+"/s")
	if gaps(s) != "SKILL.md encoding" || s.Front.Host["name"] != "a" {
		t.Errorf("gaps %q, host %v", gaps(s), s.Front.Host)
	}
}

func FuzzBody(f *testing.F) {
	f.Add("# A\n[a](b.md) `scripts/x.sh` [c](D.md) ![e](../f) <g:h>\n\n[i]: j\n")
	f.Add("---\nname: x\n---\n[a](%zz) [b](a\\b) ~/x {baseDir}/scripts/y.py references/../../z.md\n")
	f.Add("[](scripts//x.sh) ./scripts/../../a.sh scripts/./b.sh")
	f.Fuzz(func(t *testing.T, text string) {
		s := &Skill{
			Manifest: Manifest{File: "SKILL.md", Format: "md", Source: []byte(text)},
			Files:    []File{{Path: "SKILL.md", Type: TypeRegular, Ext: ".md"}, {Path: "scripts", Type: TypeDir}, {Path: "scripts/x.sh", Type: TypeRegular}},
			index:    map[string]int{"SKILL.md": 0, "scripts": 1, "scripts/x.sh": 2},
		}
		if err := s.Parse(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, l := range s.Body.Links {
			if l.Span.Start.Offset > l.Span.End.Offset || l.Span.End.Offset > len(text) {
				t.Fatalf("span %+v is not in the text", l.Span)
			}
			if l.Escapes && l.Exists || l.Escapes != (l.Path == ".." || strings.HasPrefix(l.Path, "../")) {
				t.Fatalf("%+v", l)
			}
		}
		if b := s.Body; b.Span.End.Offset != len(text) || b.Bytes != b.Span.End.Offset-b.Span.Start.Offset {
			t.Fatalf("the body is %+v of %d bytes", b.Span, len(text))
		}
	})
}
