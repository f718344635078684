package skill

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestFolded: of many gaps with one reason the first ones, and that of the manifest, stand by
// themselves, and no file is lost.
func TestFolded(t *testing.T) {
	t.Parallel()
	var gaps []Gap
	for i := range 3 * maxTold {
		gaps = append(gaps, Gap{File: fmt.Sprint("f", i), Reason: GapCode, Detail: fmt.Sprint("why", i)})
	}
	gaps = append(gaps, Gap{File: "SKILL.md", Reason: GapCode, Detail: "manifest"}, Gap{File: "x", Reason: GapDepth, Detail: "deep"})
	got := folded(gaps, "SKILL.md")
	files := map[string]bool{}
	for _, g := range got {
		files[g.File] = true
		for _, file := range g.Files {
			files[file] = true
		}
	}
	for _, g := range gaps {
		if !files[g.File] {
			t.Errorf("%s is lost", g.File)
		}
	}
	if want := maxTold + 3; len(got) != want {
		t.Errorf("%d gaps, want %d", len(got), want)
	}
	last := got[len(got)-1]
	if len(last.Files) != 2*maxTold || !strings.HasPrefix(last.Detail, "200 more files, such as f100, f101") || !strings.HasSuffix(last.Detail, "why100") {
		t.Errorf("%d files: %s", len(last.Files), last.Detail)
	}
	if few := gaps[:maxTold]; !slices.EqualFunc(folded(few, ""), few, func(a, b Gap) bool { return a.File == b.File }) {
		t.Error("few gaps are not told as they are")
	}
}

// TestParseEnds: when nobody waits for it, nothing is said of a skill.
func TestParseEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := FromManifest("a", []byte("---\nname: a\ndescription: Helps.\n---\n# A\n"), nil)
	if err := s.Parse(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
