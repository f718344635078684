//go:build unix

package doctor

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pathCase is a command path and what OpenClaw 2026.9.6 said of it.
type pathCase struct {
	Case        string   `json:"case"`
	Command     string   `json:"command"`
	Args        []string `json:"args"`
	TrustedDirs []string `json:"trustedDirs"`
	// Static is "ok" or a list of messages.
	Static any `json:"static"`
}

func pathCases(t *testing.T) []pathCase {
	t.Helper()
	file, err := os.Open("testdata/command-path-cases.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []pathCase
	if err := json.NewDecoder(unzipped).Decode(&cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

// pathTree builds the files that the cases speak of.
func pathTree(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file := func(name string, mode os.FileMode) {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte("#!/bin/sh\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(p, mode); err != nil {
			t.Fatal(err)
		}
	}
	for name, mode := range map[string]os.FileMode{
		"ok": 0o755, "ro": 0o555, "priv": 0o700, "noexec": 0o644, "gw": 0o775, "ww": 0o757, "suid": 0o755 | os.ModeSetuid, "gwdir/ok": 0o755, "wwdir/ok": 0o755,
		"sticky/ok": 0o755, "gp/child/ok": 0o755, "realdir/ok": 0o755, "evil/inner/ok": 0o755, "otherowner": 0o755, "odir/ok": 0o755,
		"crash": 0o755, "noshebang": 0o755, "garbage": 0o755,
	} {
		file(name, mode)
	}
	for name, target := range map[string]string{"link": "ok", "linkdir": "realdir", "linkinner": "evil/inner"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, mode := range map[string]os.FileMode{"gwdir": 0o775, "wwdir": 0o757, "sticky": 0o777 | os.ModeSticky, "gp": 0o777, "evil": 0o777} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	if os.Getuid() == 0 {
		for _, name := range []string{"otherowner", "odir"} {
			if err := os.Chown(filepath.Join(dir, name), 65534, 65534); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// TestRefusals wants the words of OpenClaw for every recorded path.
func TestRefusals(t *testing.T) {
	dir, uid := pathTree(t), os.Getuid()
	// What the rows have in /tmp was not there, and may be here: it is looked for in an empty folder.
	here := strings.NewReplacer("$B", dir, "/tmp/x", filepath.Join(t.TempDir(), "x")).Replace
	for _, c := range pathCases(t) {
		t.Run(c.Case, func(t *testing.T) {
			if strings.Contains(c.Case, "nobody") && uid != 0 {
				t.Skip("only root can give files away")
			}
			for _, name := range append([]string{c.Command}, c.Args...) {
				if _, err := os.Lstat(name); strings.HasPrefix(name, "/usr/bin/") && err != nil {
					t.Skip("there is no " + name)
				}
			}
			var want []string
			if list, ok := c.Static.([]any); ok {
				for _, v := range list {
					want = append(want, here(v.(string)))
				}
			}
			command := Command{Path: here(c.Command)}
			for _, a := range c.Args {
				command.Args = append(command.Args, here(a))
			}
			for _, d := range c.TrustedDirs {
				command.TrustedDirs = append(command.TrustedDirs, here(d))
			}
			if diff := cmp.Diff(want, command.Refusals(uid, "/home/agent")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
