package page_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skillctl/skillctl/engine/page"
	"github.com/skillctl/skillctl/policies"
)

func TestRead(t *testing.T) {
	pages, err := page.Read(policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range pages {
		if seen[p.ID] {
			t.Errorf("%s has two pages", p.ID)
		}
		seen[p.ID] = true
	}
	if !seen["exec/strict/program"] || !seen["install/content/verdict"] {
		t.Errorf("pages of common ids are missing in %d pages", len(pages))
	}
}

func TestReadIncomplete(t *testing.T) {
	for text, want := range map[string]string{
		"# METADATA\n# custom:\n#   pages:\n#     a/b: {title: T, description: D}\npackage skillctl.pages.a": `"a/b" has no remedy`,
		"# METADATA\n# title: T\npackage skillctl.pages.a":                                                   "no custom.pages",
		"# METADATA\n# custom:\n#   pages: {}\npackage pages":                                                "its package is not skillctl.pages.GROUP",
	} {
		_, err := page.Read(fstest.MapFS{"pages/a.rego": {Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Read of %q: %v; want %q", text, err, want)
		}
	}
}

func TestStands(t *testing.T) {
	for _, c := range []struct {
		page, id string
		want     bool
	}{
		{"approval/ID", "approval/a1b2", true},
		{"approval/ID", "approval/", false},
		{"approval/ID", "approval", false},
		{"exec/more", "exec/more", true},
		{"exec/more", "exec/less", false},
	} {
		if got := (page.Page{ID: c.page}).Stands(c.id); got != c.want {
			t.Errorf("page %s stands for %q: %t; want %t", c.page, c.id, got, c.want)
		}
	}
}
