package place_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command/analysis"
)

// TestNamesOfFilesAreOptions: a word that stands for names of files is understood
// while none of them begins like an option, and behind what ends the options.
func TestNamesOfFilesAreOptions(t *testing.T) {
	t.Parallel()
	plain, hostile := t.TempDir(), t.TempDir()
	for _, name := range []string{
		filepath.Join(plain, "a.txt"), filepath.Join(hostile, "--compress-program=x"), filepath.Join(hostile, "sub", "-y"), filepath.Join(hostile, "ok", "a"),
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		src string
		// risky: with such a name; always: whatever there is.
		risky, always bool
	}{
		{"sort *", true, false},
		{"sort ?*", true, false},
		{"sort -- *", false, false},
		{"sort ./*", false, false},
		{"sort a*", false, false},
		{"cat *", false, false},
		{"ls | xargs sort", true, false},
		{"find . -type f | xargs sort", false, false},
		{"find * -type f | xargs sort", true, false},
		{"git ls-files | xargs sort", true, false},
		{"git log --format=%s | xargs sort", false, true},
		{"rg x | xargs sort", false, true},
		{"rg -l x | xargs sort", true, false},
		{"for f in *; do sort \"$f\"; done", true, false},
		{"for f in $(ls); do sort \"$f\"; done", true, false},
		{"for f in sub/*; do sort \"${f##*/}\"; done", true, false},
		{"x='*'; sort $x", true, false},
		{"set -- *; sort \"$1\"", true, false},
		{"cd ok && sort *", false, false},
		{"cd sub && sort *", true, false},
		{"sort $(cat f)", false, true},
		{"git log \"$(cat f)\"", false, true},
		{"sort $(git describe)", false, false},
		{"sort \"$FILE\"", false, false},
		{"echo > ./-o; sort *", true, true},
		{"tar xf a.tar; sort *", true, true},
		{"sort *; echo > ./-o", true, false},
		{"for f in *.md; do sort \"$f\" -o \"${f%.md}.txt\"; done", true, false},
	} {
		for dir, want := range map[string]bool{plain: c.always, hostile: c.risky || c.always} {
			found := false
			for _, one := range analysis.Text(c.src, analysis.WithPlaces(), analysis.WithArguments(), analysis.WithNames(lookup.Scope{Dir: dir})).Commands {
				found = found || one.Arguments != nil && len(one.Arguments.Unclassed) > 0
			}
			if found != want {
				t.Errorf("%s (with such a name: %v): not understood %v, want %v", c.src, dir == hostile, found, want)
			}
		}
	}
}

// TestPlacesBehindLinksOfTheDisk: what is written through a link is written where it
// leads; what is deleted is the link.
func TestPlacesBehindLinksOfTheDisk(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	dir, home := filepath.Join(root, "work"), filepath.Join(root, "home")
	for _, name := range []string{filepath.Join(dir, "in"), home} {
		if err := os.MkdirAll(name, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{"l": home, "here": "in"} {
		if err := os.Symlink(to, filepath.Join(dir, from)); err != nil {
			t.Skip("no links here")
		}
	}
	for _, c := range []struct{ src, want string }{
		{"echo x > l/f", "~/f"},
		{"cp f l", "~ ~/f"},
		{"rm -rf l/f", "~/f"},
		{"rm -rf l", ""},
		{"cat l/.ssh/id_rsa", "~/.ssh/id_rsa"},
		{"echo x > here/f", "in/f"},
		{"echo x > in/f", ""},
	} {
		got := ""
		for _, p := range analysis.Text(c.src, analysis.WithPlaces(), analysis.WithNames(lookup.Scope{Dir: dir, Home: home})).Places {
			if p.Via == "link" && p.Use != "word" || p.Via == "link" && c.src[:3] == "cat" {
				if got != "" && got != p.Path {
					got += " "
				}
				if got != p.Path {
					got += p.Path
				}
			}
		}
		if got != c.want {
			t.Errorf("%s leads to %q, want %q", c.src, got, c.want)
		}
	}
}
