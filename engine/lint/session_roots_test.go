package lint

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/catalog"
)

// TestSessionRooted gives four folders the ranks of a host, one after another.
func TestSessionRooted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var paths []string
	for _, name := range []string{"a/.agents/skills", "b", "c/skills"} {
		folder := filepath.Join(dir, name)
		paths = append(paths, filepath.ToSlash(folder))
		if err := os.MkdirAll(filepath.Join(folder, "one"), 0o755); err != nil {
			t.Fatal(err)
		}
		text := "---\nname: one\ndescription: Finds " + name + ". Use when it is lost.\n---\n# One\n"
		if err := os.WriteFile(filepath.Join(folder, "one", "SKILL.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	e, err := New(WithControl(Control{Hosts: []string{"openclaw"}, Only: []string{"openclaw/shadowed-skill"}}))
	if err != nil {
		t.Fatal(err)
	}
	s := e.Session(paths)
	for _, tiers := range []string{"extra bundled project", "project workspace managed", "workspace extra personal", "plugin custodian bundled", "workshop personal project"} {
		var roots []catalog.Root
		wins, rank := "", -1
		for i, tier := range strings.Fields(tiers) {
			roots = append(roots, catalog.Root{Path: paths[i], Tier: tier})
			if tier == "extra" {
				roots[i].Setting = []any{"skills", "load", "extraDirs", 0}
			}
			order := []string{"extra", "plugin", "bundled", "custodian", "workshop", "managed", "personal", "project", "workspace"}
			for at, name := range order {
				if name == tier && at > rank {
					wins, rank = paths[i]+"/one", at
				}
			}
		}
		s.Rooted("openclaw.json", roots)
		report, err := s.Lint(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, f := range report.Findings {
			if f.Rule == "openclaw/shadowed-skill" {
				found++
				if !strings.Contains(f.Message, wins+", which OpenClaw loads instead") {
					t.Errorf("%s: %s says %q; %s wins", tiers, f.File, f.Message, wins)
				}
			}
		}
		if found != 2 {
			t.Errorf("%s: %d findings, want 2", tiers, found)
		}
	}
}
