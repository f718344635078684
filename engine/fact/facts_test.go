package fact

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/test/fixture"
	"github.com/skillctl/skillctl/schema"
)

var update = flag.Bool("update", false, "write the golden files anew")

// rich is a package in which nearly every fact is there.
const rich = `
hex s/tool 7f454c460201010000000000000000000200
mode 0755 s/scripts/run.sh
symlink s/link -> ../outside
symlink s/dead -> nowhere
-- s/SKILL.md --
---
name: &n rich
description: Formats tables: quickly
---
# Rich

See [the guide](references/guide.md), [gone](gone.md) and scripts/run.sh.
-- s/references/guide.md --
![x](https://example.com/x.png) <!-- [y](../z.md) -->
-- s/scripts/run.sh --
#!/bin/sh -e
ls
-- s/skill.md --
`

// laidOut writes an example tree and reads the skill in its folder "s".
func laidOut(t *testing.T, archive string) *skill.Skill {
	t.Helper()
	return readIn(t, written(t, archive))
}

// written is the folder "s" of an example tree.
func written(t *testing.T, archive string) string {
	t.Helper()
	f, err := fixture.Parse([]byte(archive))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "s"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := f.Write(dir); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "s")
}

func readIn(t *testing.T, dir string) *skill.Skill {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	s, err := skill.Read(t.Context(), root, "given/path")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asJSON is what rules are given.
func asJSON(t *testing.T, s *skill.Skill) map[string]any {
	t.Helper()
	text, err := json.Marshal(OfSkill(s))
	if err != nil {
		t.Fatal(err)
	}
	var facts map[string]any
	if err := json.Unmarshal(text, &facts); err != nil {
		t.Fatal(err)
	}
	return facts
}

// TestFactsFitTheSchema holds facts of all sorts of packages against the input
// that rules are written for.
func TestFactsFitTheSchema(t *testing.T) {
	archives := []string{
		rich,
		"-- s/README.md --\n",
		"fifo s/SKILL.md\n-- s/x --\n",
		"-- s/SKILL.toml --\n[skill]\nname = \"x\"\n",
		"-- s/SKILL.toml --\n[skill\n",
		"hex s/SKILL.md 2d2d2d0a613a20e90a2d2d2d0d00\n-- s/x --\n",
		"-- s/SKILL.md --\n---\nname: a\nname: b \n---\n",
		"-- s/SKILL.md --\n---\nname: a\n",
		"-- s/SKILL.md --\n---\n" + `metadata: {"openclaw":{"requires":{"bins":["x"]},"install":[{"kind":"brew","formula":"x"}]}}` + "\nn: [1, 2.5, null, {a: b}]\n---\n",
	}
	shapes := schema.New()
	for i, archive := range archives {
		input := map[string]any{"kind": "skill", "hosts": []any{}, "options": map[string]any{}, "skill": asJSON(t, laidOut(t, archive))}
		for _, v := range shapes.Validate(schema.LintInput, input) {
			t.Errorf("package %d: %s: %s", i, schema.PathString(v.Path), v.Message)
		}
	}
}

// TestFactsAreChecked makes sure that the schema would notice.
func TestFactsAreChecked(t *testing.T) {
	facts := asJSON(t, laidOut(t, rich))
	delete(facts["body"].(map[string]any), "lines")
	facts["text"].(map[string]any)["newline"] = "unix"
	input := map[string]any{"kind": "skill", "hosts": []any{}, "options": map[string]any{}, "skill": facts}
	var places []string
	for _, v := range schema.New().Validate(schema.LintInput, input) {
		places = append(places, schema.PathString(v.Path))
	}
	if got := strings.Join(places, " "); !strings.Contains(got, "skill.body") || !strings.Contains(got, "skill.text.newline") {
		t.Errorf("got %q", got)
	}
}

// TestFactsGolden compares all of the facts that this package itself finds.
// Update with: go test ./engine/skill -run Golden -update
func TestFactsGolden(t *testing.T) {
	facts := asJSON(t, laidOut(t, rich))
	delete(facts, "openclaw")
	delete(facts, "zeroclaw")
	for _, f := range facts["files"].([]any) {
		file := f.(map[string]any)
		delete(file, "mode")    // depends on the umask
		delete(file, "content") // belongs to package scan
		if file["type"] == skill.TypeDir || file["type"] == skill.TypeSymlink {
			delete(file, "nlink") // depends on the file system
			delete(file, "size")
		}
	}
	got, err := json.MarshalIndent(facts, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	golden := filepath.Join("testdata", "rich.json")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("facts differ from %s; got:\n%s", golden, got)
	}
}

func TestFactsAreStable(t *testing.T) {
	dir := written(t, rich)
	first, err := json.Marshal(OfSkill(readIn(t, dir)))
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		again, err := json.Marshal(OfSkill(readIn(t, dir)))
		if err != nil || !bytes.Equal(first, again) {
			t.Fatalf("the same package gave two answers (%v)", err)
		}
	}
}
