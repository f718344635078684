//go:build unix

package kit

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCompiled: what policies were compiled to is kept where nobody else can write, and of
// policies that are this user's own alone.
func TestCompiled(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	policies := filepath.Join(home, "policies")
	if err := os.Mkdir(policies, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(policies, "a.rego"), []byte("package skillctl.user.a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	streams := &IOStreams{Dir: home, Getenv: func(name string) string {
		return map[string]string{"HOME": home, "XDG_STATE_HOME": filepath.Join(home, "state")}[name]
	}}
	if !ownPolicies(streams, []string{"policies"}, os.Geteuid()) {
		t.Error("they are the user's own")
	}
	if ownPolicies(streams, []string{"policies"}, os.Geteuid()+1) {
		t.Error("they are another user's")
	}
	if ownPolicies(streams, []string{"policies", "none"}, os.Geteuid()) {
		t.Error("a folder that there is not is the user's own")
	}
	if len(compiled(streams, nil)) != 0 {
		t.Error("something is kept of no policies")
	}
	kept := filepath.Join(home, "state", "skillctl", compiledFolder)
	for _, c := range []struct {
		name string
		make func() error
		want int
	}{
		{"nothing yet", func() error { return nil }, 1},
		{"a folder", func() error { return os.MkdirAll(kept, 0o700) }, 1},
		{"others can write", func() error { return os.Chmod(kept, 0o777) }, 0},
		{"others can put another in its place", func() error { return firstError(os.Chmod(kept, 0o700), os.Chmod(filepath.Dir(kept), 0o777)) }, 0},
		{"a file", func() error {
			return firstError(os.Chmod(filepath.Dir(kept), 0o700), os.Remove(kept), os.WriteFile(kept, nil, 0o600))
		}, 0},
		{"a link", func() error { return firstError(os.Remove(kept), os.Symlink(policies, kept)) }, 0},
	} {
		if err := c.make(); err != nil {
			t.Fatal(err)
		}
		if got := len(compiled(streams, []string{"policies"})); got != c.want {
			t.Errorf("%s: %d options, want %d", c.name, got, c.want)
		}
	}
}

func firstError(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}
