package native

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/runner"
)

var update = flag.Bool("update", false, "write the golden files anew")

// profiles are boundaries and what their profiles are to be.
func profiles() map[string]runner.Boundary {
	return map[string]runner.Boundary{
		"default": {
			Workspace: runner.Workspace{Access: "rw"}, Network: "none",
			Read: []string{"/Users/a/tools"}, Hide: []string{"/Users/a/.ssh", "/Users/a/work/.env"},
			Protect: []string{"/Users/a/work/.git/hooks", "/Users/a/work/skillctl.cue"},
		},
		"readonly": {Workspace: runner.Workspace{Access: "ro"}, Network: "full", Write: []string{"/Users/a/cache"}},
		"strange": {
			Workspace: runner.Workspace{Access: "none"}, Network: "none",
			Read: []string{`/Users/a/"quoted" (subpath "/") \ ;`}, Hide: []string{`/Users/a/"x"`},
		},
	}
}

// TestProfile holds the profiles of sandbox-exec against golden files.
func TestProfile(t *testing.T) {
	for name, b := range profiles() {
		t.Run(name, func(t *testing.T) {
			got := profile(b, "/Users/a/work", "/Users/a/bin/tool", "/private/var/folders/x/skillctl-run")
			file := filepath.Join("testdata", "profile", name+".golden")
			if *update {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("it is\n%s\nwanted\n%s", got, want)
			}
		})
	}
}

// TestProfileOrder checks what makes a profile hold, whatever its words: all is
// denied first, what is hidden is denied last, nothing is given that the boundary
// does not give, and no path ends its string.
func TestProfileOrder(t *testing.T) {
	for name, b := range profiles() {
		lines := strings.Split(strings.TrimSpace(profile(b, "/Users/a/work", "/Users/a/bin/tool", "/tmp/run")), "\n")
		if lines[1] != "(deny default)" {
			t.Errorf("%s: its second line is %s", name, lines[1])
		}
		denied := false
		for _, line := range lines[2:] {
			if denied = denied || strings.HasPrefix(line, "(deny "); denied && !strings.HasPrefix(line, "(deny ") {
				t.Errorf("%s: %s comes after what is hidden", name, line)
			}
			if open, end := strings.Count(outside(line), "("), strings.Count(outside(line), ")"); open != end || open == 0 {
				t.Errorf("%s: %s has %d opening and %d closing parentheses", name, line, open, end)
			}
			if strings.Contains(line, "network") && b.Network != "full" {
				t.Errorf("%s: %s gives a network", name, line)
			}
			if strings.Contains(line, `"/Users/a/work"`) && strings.Contains(line, "file-write*") && b.Workspace.Access != "rw" {
				t.Errorf("%s: %s lets the workspace be changed", name, line)
			}
			if strings.Contains(line, `"/Users/a/work"`) && b.Workspace.Access == "none" {
				t.Errorf("%s: %s shows the workspace", name, line)
			}
			for _, whole := range []string{`(subpath "/")`, `(subpath "/Users")`, "mach-lookup", "(allow default)", "(allow file-write*)"} {
				if strings.Contains(strings.ReplaceAll(line, `\"`, ""), whole) {
					t.Errorf("%s: %s gives too much", name, line)
				}
			}
		}
		if !denied {
			t.Errorf("%s: nothing is hidden", name)
		}
	}
}

// TestResolved goes through links to what is given and hidden, and to where what is
// not there yet would be.
func TestResolved(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "real"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "real"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	b := resolved(runner.Boundary{
		Read: []string{dir + "/link/"}, Write: []string{dir + "/real"}, Hide: []string{dir + "/link/not/there"},
	})
	if b.Read[0] != dir+"/real" || b.Write[0] != dir+"/real" || b.Hide[0] != dir+"/real/not/there" {
		t.Errorf("%+v", b)
	}
}

// outside is a line without its strings.
func outside(line string) string {
	var text strings.Builder
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case quoted && line[i] == '\\':
			i++
		case line[i] == '"':
			quoted = !quoted
		case !quoted:
			text.WriteByte(line[i])
		}
	}
	return text.String()
}
