package fix_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/fix"
	"github.com/skillctl/skillctl/internal/document"
)

const text = "---\nname: My-Skill\ndescription: a: b\n---\n"

// dir makes a skill in a folder that the test then stands in.
func dir(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	put(t, "skill/SKILL.md", text, 0o644)
}

func put(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// edit replaces old, which stands once in the text, with another text.
func edit(file, in, old, with string) engine.Edit {
	at := strings.Index(in, old)
	if at < 0 {
		panic("the text has no " + old)
	}
	return cut(file, at, at+len(old), with)
}

func cut(file string, start, end int, with string) engine.Edit {
	return engine.Edit{File: file, Text: with, Span: document.Span{
		Start: document.Position{Line: 1, Column: 1, Offset: start},
		End:   document.Position{Line: 1, Column: 1, Offset: end},
	}}
}

func finding(safe bool, edits ...engine.Edit) engine.Finding {
	return engine.Finding{Rule: "spec/x", File: "skill/SKILL.md", Fix: &engine.Fix{Safe: safe, Title: "correct it", Edits: edits}}
}

func report(findings ...engine.Finding) engine.Report {
	return engine.Report{Skills: []engine.SkillReport{{Path: "skill", Findings: findings}}}
}

func apply(t *testing.T, r engine.Report, level fix.Level) fix.Plan {
	t.Helper()
	plan := fix.Take(r, level).Plan(r, level)
	for _, c := range plan.Changes {
		if err := c.Apply(); err != nil {
			t.Fatal(err)
		}
	}
	return plan
}

func TestPlan(t *testing.T) {
	const f = "skill/SKILL.md"
	name := edit(f, text, "My-Skill", "my-skill")
	quote := edit(f, text, "a: b", `"a: b"`)
	at := strings.Index(text, "a: b")
	insert := cut(f, at, at, "<")
	suppressed := finding(true, name)
	suppressed.Suppressed = &engine.Suppression{Kind: "settings"}
	for label, tt := range map[string]struct {
		findings    []engine.Finding
		level       fix.Level
		want        string
		overlapping int
		refused     string
	}{
		"two fixes":                 {findings: []engine.Finding{finding(true, quote), finding(true, name)}, want: "---\nname: my-skill\ndescription: \"a: b\"\n---\n"},
		"unsafe ones wait":          {findings: []engine.Finding{finding(true, name), finding(false, quote)}, want: "---\nname: my-skill\ndescription: a: b\n---\n"},
		"unsafe ones too":           {findings: []engine.Finding{finding(true, name), finding(false, quote)}, level: fix.Unsafe, want: "---\nname: my-skill\ndescription: \"a: b\"\n---\n"},
		"suppressed ones stay":      {findings: []engine.Finding{suppressed}, want: text},
		"the first of two wins":     {findings: []engine.Finding{finding(true, name), finding(true, edit(f, text, "Skill", "X"))}, want: "---\nname: my-skill\ndescription: a: b\n---\n", overlapping: 1},
		"the first wins, turned":    {findings: []engine.Finding{finding(true, edit(f, text, "Skill", "X")), finding(true, name)}, want: "---\nname: My-X\ndescription: a: b\n---\n", overlapping: 1},
		"a fix is whole or not":     {findings: []engine.Finding{finding(true, name), finding(true, edit(f, text, "Skill", "X"), quote)}, want: "---\nname: my-skill\ndescription: a: b\n---\n", overlapping: 1},
		"the same edit twice":       {findings: []engine.Finding{finding(true, name), finding(true, name)}, want: "---\nname: my-skill\ndescription: a: b\n---\n"},
		"inserting where one edits": {findings: []engine.Finding{finding(true, insert), finding(true, quote)}, want: "---\nname: My-Skill\ndescription: <a: b\n---\n", overlapping: 1},
		"edits side by side":        {findings: []engine.Finding{finding(true, edit(f, text, "My", "A"), edit(f, text, "-Skill", "B"))}, want: "---\nname: AB\ndescription: a: b\n---\n"},
		"overlap inside a fix":      {findings: []engine.Finding{finding(true, name, edit(f, text, "Skill", "X"))}, want: text, refused: "the edits of the fix overlap"},
		"behind the end":            {findings: []engine.Finding{finding(true, cut(f, 0, len(text)+1, ""))}, want: text, refused: "outside the file"},
		"turned round":              {findings: []engine.Finding{finding(true, cut(f, 5, 4, ""))}, want: text, refused: "outside the file"},
		"no place":                  {findings: []engine.Finding{finding(true, engine.Edit{File: f, Text: "x"})}, want: text, refused: "outside the file"},
		"not utf-8":                 {findings: []engine.Finding{finding(true, cut(f, 0, 1, "\xff"))}, want: text, refused: "not be UTF-8"},
		"nothing changes":           {findings: []engine.Finding{finding(true, edit(f, text, "My-Skill", "My-Skill"))}, want: text},
	} {
		t.Run(label, func(t *testing.T) {
			dir(t)
			plan := apply(t, report(tt.findings...), tt.level)
			if diff := cmp.Diff(tt.want, get(t, f)); diff != "" {
				t.Error(diff)
			}
			if plan.Overlapping != tt.overlapping {
				t.Errorf("%d fixes overlap; want %d", plan.Overlapping, tt.overlapping)
			}
			var refused string
			for _, r := range plan.Refused {
				refused += r.Error()
			}
			if (tt.refused == "") != (refused == "") || !strings.Contains(refused, tt.refused) {
				t.Errorf("refused %q; want %q", refused, tt.refused)
			}
		})
	}
}

func TestApplyKeepsMode(t *testing.T) {
	dir(t)
	if err := os.Chmod("skill/SKILL.md", 0o750); err != nil {
		t.Fatal(err)
	}
	apply(t, report(finding(true, edit("skill/SKILL.md", text, "My-Skill", "x"))), fix.Safe)
	info, err := os.Stat("skill/SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o750 {
		t.Errorf("mode became %o", info.Mode().Perm())
	}
	entries, err := os.ReadDir("skill")
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v (%v); want SKILL.md only", entries, err)
	}
}

// TestHardLink checks that the other name of a file keeps its text.
func TestHardLink(t *testing.T) {
	dir(t)
	if err := os.Link("skill/SKILL.md", "elsewhere"); err != nil {
		t.Fatal(err)
	}
	apply(t, report(finding(true, edit("skill/SKILL.md", text, "My-Skill", "x"))), fix.Safe)
	if get(t, "elsewhere") != text {
		t.Error("the file was changed under its other name")
	}
	if !strings.Contains(get(t, "skill/SKILL.md"), "name: x") {
		t.Error("the file was not changed")
	}
}

func TestChangedMeanwhile(t *testing.T) {
	replace := func(t *testing.T) {
		if err := os.Remove("skill/SKILL.md"); err != nil {
			t.Fatal(err)
		}
	}
	for label, change := range map[string]func(t *testing.T){
		"other text":      func(t *testing.T) { put(t, "skill/SKILL.md", "other", 0o644) },
		"another file":    func(t *testing.T) { replace(t); put(t, "spare", "", 0o644); put(t, "skill/SKILL.md", text+"#", 0o644) },
		"gone":            replace,
		"became a link":   func(t *testing.T) { replace(t); put(t, "x", text, 0o644); link(t, "../x", "skill/SKILL.md") },
		"became a folder": func(t *testing.T) { replace(t); put(t, "skill/SKILL.md/x", "", 0o644) },
	} {
		t.Run(label, func(t *testing.T) {
			dir(t)
			r := report(finding(true, edit("skill/SKILL.md", text, "My-Skill", "x")))
			plan := fix.Take(r, fix.Safe).Plan(r, fix.Safe)
			change(t)
			if len(plan.Changes) != 1 {
				t.Fatalf("%d changes", len(plan.Changes))
			}
			before, _ := os.ReadFile("skill/SKILL.md")
			if err := plan.Changes[0].Apply(); err == nil {
				t.Error("the change was written")
			}
			after, _ := os.ReadFile("skill/SKILL.md")
			if !bytes.Equal(before, after) {
				t.Errorf("the file became %q", after)
			}
		})
	}
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

func TestNeverThroughLinks(t *testing.T) {
	for label, tt := range map[string]struct {
		file   string
		set    func(t *testing.T)
		refuse string
	}{
		"the file":        {"skill/a.md", func(t *testing.T) { link(t, "../out.md", "skill/a.md") }, `"a.md" is a link`},
		"inside":          {"skill/a.md", func(t *testing.T) { link(t, "SKILL.md", "skill/a.md") }, `"a.md" is a link`},
		"a folder":        {"skill/docs/out.md", func(t *testing.T) { link(t, "..", "skill/docs") }, `"docs" is a link`},
		"the skill":       {"skill/out.md", func(t *testing.T) { os.RemoveAll("skill"); link(t, ".", "skill") }, `"skill" is a link`},
		"dots":            {"skill/../out.md", func(*testing.T) {}, "it is not part of a skill"},
		"another folder":  {"other/out.md", func(*testing.T) {}, "it is not part of a skill"},
		"absolute":        {"/out.md", func(*testing.T) {}, "it is not part of a skill"},
		"the folder":      {"skill", func(*testing.T) {}, "it is not part of a skill"},
		"a folder itself": {"skill/d", func(t *testing.T) { put(t, "skill/d/x", "", 0o644) }, "not a regular file"},
		"missing":         {"skill/none.md", func(*testing.T) {}, "no such file"},
	} {
		t.Run(label, func(t *testing.T) {
			dir(t)
			put(t, "out.md", text, 0o644)
			tt.set(t)
			r := report(finding(true, edit(tt.file, text, "My-Skill", "x")))
			plan := fix.Take(r, fix.Safe).Plan(r, fix.Safe)
			if len(plan.Changes) != 0 || len(plan.Refused) != 1 || !strings.Contains(plan.Refused[0].Error(), tt.refuse) {
				t.Errorf("changes %v, refused %v; want %q", plan.Changes, plan.Refused, tt.refuse)
			}
			if get(t, "out.md") != text {
				t.Error("a file outside was changed")
			}
		})
	}
}

// TestConfig checks that a configuration file is edited beside the skills.
func TestConfig(t *testing.T) {
	dir(t)
	put(t, "conf/openclaw.json", "{old: 1}", 0o600)
	r := report()
	r.Configs = []engine.ConfigReport{{Path: "conf/openclaw.json", Findings: []engine.Finding{
		finding(true, edit("conf/openclaw.json", "{old: 1}", "old", "new")),
	}}}
	apply(t, r, fix.Safe)
	if got := get(t, "conf/openclaw.json"); got != "{new: 1}" {
		t.Errorf("the file became %q", got)
	}
}

// TestUnseen checks that a file which only the second report speaks of waits.
func TestUnseen(t *testing.T) {
	dir(t)
	r := report(finding(true, edit("skill/SKILL.md", text, "My-Skill", "x")))
	plan := fix.Take(report(), fix.Safe).Plan(r, fix.Safe)
	if len(plan.Changes) != 0 || len(plan.Refused) != 1 {
		t.Errorf("changes %v, refused %v", plan.Changes, plan.Refused)
	}
}

func TestDiff(t *testing.T) {
	dir(t)
	put(t, "skill/sub dir/ü.md", "one\ntwo\nthree", 0o644)
	r := report(
		finding(true, edit("skill/SKILL.md", text, "My-Skill", "my-skill")),
		finding(true, edit("skill/sub dir/ü.md", "one\ntwo\nthree", "three", "four")),
	)
	var got bytes.Buffer
	for _, c := range fix.Take(r, fix.Safe).Plan(r, fix.Safe).Changes {
		got.Write(c.Diff())
	}
	want := `--- a/skill/SKILL.md
+++ b/skill/SKILL.md
@@ -1,4 +1,4 @@
 ---
-name: My-Skill
+name: my-skill
 description: a: b
 ---
--- "a/skill/sub dir/\303\274.md"
+++ "b/skill/sub dir/\303\274.md"
@@ -1,3 +1,3 @@
 one
 two
-three
\ No newline at end of file
+four
\ No newline at end of file
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
	if get(t, "skill/SKILL.md") != text {
		t.Error("a diff wrote the file")
	}
}
