package settings_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/settings"
)

func TestPolicyDir(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"own/a.rego": "package skillctl.user.a\n", "own/README": "x", "none/README": "x", "file": "x"} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, err := settings.PolicyDir(filepath.Join(root, "own"))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := fs.ReadFile(files, "a.rego"); err != nil || len(text) == 0 {
		t.Errorf("the policy cannot be read: %v", err)
	}
	if _, err := settings.PolicyDir(filepath.Join(root, "none")); !errors.Is(err, settings.ErrNoPolicy) {
		t.Errorf("a folder without a policy: %v", err)
	}
	for _, name := range []string{"file", "nowhere"} {
		if _, err := settings.PolicyDir(filepath.Join(root, name)); err == nil {
			t.Errorf("%s is taken for a folder of policies", name)
		}
	}
	if runtime.GOOS == "windows" {
		t.Skip("no modes here")
	}
	for _, c := range []struct {
		name string
		mode fs.FileMode
	}{{"own/a.rego", 0o666}, {"own", 0o777}} {
		name := filepath.Join(root, c.name)
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, c.mode); err != nil {
			t.Fatal(err)
		}
		if _, err := settings.PolicyDir(filepath.Join(root, "own")); err == nil || !strings.Contains(err.Error(), "others can write") {
			t.Errorf("%s of mode %o: %v", c.name, c.mode, err)
		}
		if err := os.Chmod(name, info.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(filepath.Join(root, "own/a.rego"), 1<<20+1); err != nil {
		t.Fatal(err)
	}
	if _, err := settings.PolicyDir(filepath.Join(root, "own")); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("a policy that is too large: %v", err)
	}
	if err := os.Remove(filepath.Join(root, "own/a.rego")); err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(t.TempDir(), "x.rego")
	if err := os.WriteFile(outside, []byte("package skillctl.user.x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(root, "own/a.rego")); err != nil {
		t.Fatal(err)
	}
	files, err = settings.PolicyDir(filepath.Join(root, "own"))
	if err == nil {
		_, err = fs.ReadFile(files, "a.rego")
	}
	if err == nil {
		t.Error("a link out of the folder is followed")
	}
}
