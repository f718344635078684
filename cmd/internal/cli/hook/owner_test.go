package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLed: folders in the project are refused, behind links too, and so are others where
// the owner has settings; what is the owner's own is not, wherever it is.
func TestLed(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(names ...string) string { return filepath.Join(append([]string{root}, names...)...) }
	for _, dir := range []string{at("project", "x"), at("home", ".config", "skillctl"), at("empty", ".config", "skillctl"), at("else")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(at("home", ".config", "skillctl", "skillctl.yaml"), []byte("exec: {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(at("project", "x"), at("link")); err != nil {
		t.Skip(err)
	}
	of := func(home string) places {
		return places{settings: filepath.Join(home, ".config", "skillctl"), state: filepath.Join(home, ".local", "state", "skillctl")}
	}
	for name, test := range map[string]struct {
		now, own places
		want     string
	}{
		"the owner's own":             {of(at("home")), of(at("home")), ""},
		"its own, which it works in":  {of(at("project")), of(at("project")), ""},
		"the project":                 {of(at("project")), of(at("home")), "which is in the project"},
		"below it, not there yet":     {of(at("project", "new")), of(at("home")), "which is in the project"},
		"the project, behind a link":  {of(at("link")), of(at("home")), "which is in the project"},
		"the project, owner unknown":  {of(at("project")), places{}, "which is in the project"},
		"approvals of the project":    {places{of(at("home")).settings, at("project", "state")}, of(at("home")), "approvals and the record"},
		"away from settings":          {of(at("else")), of(at("home")), "is there as well"},
		"to no settings at all":       {places{}, of(at("home")), "is there as well"},
		"elsewhere, without settings": {of(at("else")), of(at("empty")), ""},
		"elsewhere, owner unknown":    {of(at("else")), places{}, ""},
	} {
		err := led(test.now, test.own, []string{at("project")})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v; want %q", name, err, test.want)
		}
	}
}
