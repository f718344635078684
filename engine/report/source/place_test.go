package source_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/source"
)

func TestFind(t *testing.T) {
	r := engine.Report{
		Skills:  []engine.SkillReport{{Path: "a"}, {Path: "a/nested"}, {Path: "../up"}, {Path: "/abs/s"}},
		Configs: []engine.ConfigReport{{Path: "conf/openclaw.json"}, {Path: "a/config.toml"}},
	}
	for file, want := range map[string]source.Place{
		"a/SKILL.md":         {Root: "a", Rel: "SKILL.md"},
		"./a/SKILL.md":       {Root: "a", Rel: "SKILL.md"},
		"a/docs/x.md":        {Root: "a", Rel: "docs/x.md"},
		"a/nested/SKILL.md":  {Root: "a/nested", Rel: "SKILL.md"},
		"../up/SKILL.md":     {Root: "../up", Rel: "SKILL.md"},
		"/abs/s/SKILL.md":    {Root: "/abs/s", Rel: "SKILL.md"},
		"conf/openclaw.json": {Root: "conf", Rel: "openclaw.json"},
		"a/config.toml":      {Root: "a", Rel: "config.toml"},
		"a":                  {}, "b/SKILL.md": {}, "a/../b": {}, "conf/other.json": {}, "/SKILL.md": {}, "": {},
	} {
		got, err := source.Find(r, file)
		if got != want || (err == nil) != (want != source.Place{}) {
			t.Errorf("Find(%q) = %+v, %v; want %+v", file, got, err, want)
		}
	}
	here := engine.Report{Skills: []engine.SkillReport{{Path: "."}}}
	if got, err := source.Find(here, "SKILL.md"); err != nil || got != (source.Place{Root: ".", Rel: "SKILL.md"}) {
		t.Errorf("Find in the working directory = %+v, %v", got, err)
	}
	if got, err := source.Find(here, "../SKILL.md"); err == nil {
		t.Errorf("Find above the working directory = %+v", got)
	}
}

func TestReader(t *testing.T) {
	t.Chdir(t.TempDir())
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.MkdirAll("skill/docs", 0o755))
	must(os.WriteFile("secret", []byte("secret"), 0o600))
	must(os.WriteFile("skill/SKILL.md", []byte("text"), 0o644))
	must(os.WriteFile("skill/big", make([]byte, source.MaxFile+1), 0o644))
	must(os.Symlink("../secret", "skill/out"))
	must(os.Symlink("SKILL.md", "skill/in"))
	must(os.Symlink("..", "skill/up"))
	must(os.Symlink("skill", "alias"))
	must(os.Symlink("loop", "skill/loop"))
	read := source.Reader(engine.Report{Skills: []engine.SkillReport{{Path: "skill"}, {Path: "alias"}}})
	for _, file := range []string{"skill/SKILL.md", "alias/SKILL.md"} {
		if text, err := read(file); err != nil || string(text) != "text" {
			t.Errorf("%s: %q, %v", file, text, err)
		}
	}
	for file, want := range map[string]string{
		"skill/out": "is a link", "skill/in": "is a link", "skill/up/secret": "is a link", "skill/loop": "is a link",
		"skill/docs": "not a regular file", "skill/big": "larger than", "skill/none": "no such file", "secret": "it is not part of",
	} {
		if text, err := read(filepath.ToSlash(file)); err == nil || !strings.Contains(err.Error(), want) || text != nil {
			t.Errorf("%s: %d bytes, error %v; want %q", file, len(text), err, want)
		}
	}
}
