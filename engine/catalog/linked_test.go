package catalog_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine/catalog"
)

// TestLinked has links beside skills, and says which of them lead to a skill that
// was not found.
func TestLinked(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	link := func(name, target string) {
		if err := os.Symlink(filepath.Join(dir, target), filepath.Join(dir, name)); err != nil {
			t.Skipf("links cannot be made here: %v", err)
		}
	}
	file("root/real/SKILL.md")
	file("out/skill/SKILL.md")
	file("out/deep/a/b/c/SKILL.md")
	file("out/alike/skill.md")
	file("out/none/README.md")
	file("out/by/link/README.md")
	for i := range 5_010 {
		file(fmt.Sprintf("out/large/%d", i))
	}
	link("out/by/link/on", "out/skill")
	for name, target := range map[string]string{
		"skill": "out/skill", "deep": "out/deep", "alike": "out/alike", "none": "out/none", "bylink": "out/by", "large": "out/large",
		"known": "root/real", "dangling": "out/nothing", "loop": "root",
	} {
		link("root/"+name, target)
	}
	link("root/real/inside", "out/skill")
	found, err := catalog.Discover(context.Background(), []string{filepath.Join(dir, "root")}, catalog.WithLinked())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, one := range found.Links {
		got[filepath.Base(one.Path)] = one.Unread
	}
	want := map[string]bool{
		"skill": true, "deep": true, "alike": true, "none": false, "bylink": true, "large": true,
		"known": false, "dangling": false, "loop": false, "inside": false,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	found, err = catalog.Discover(context.Background(), []string{filepath.Join(dir, "root"), filepath.Join(dir, "out")}, catalog.WithLinked())
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range found.Links {
		if one.Unread {
			t.Errorf("%s is not read, though what it leads to is", one.Path)
		}
	}
}
