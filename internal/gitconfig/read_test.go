package gitconfig

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// most is the bound that the tests read with.
const most = 2_000

// configs are texts and what Git reads in them.
func configs() map[string]string {
	return map[string]string{
		"[core]\n\tbare = false\n":              "core..bare=false@2",
		"[core] fsmonitor = sh x\n":             "core..fsmonitor=sh x@1",
		"\ufeff[Core]\r\n\tFSMonitor = x\r\n":   "core..fsmonitor=x@2",
		"[remote \"O \\\"x\\\\\"]\nurl=a # b\n": `remote.O "x\.url=a@2`,
		"[Remote.Origin]\nurl=a":                "remote.origin.url=a@2",
		"[a]\nk = \"x # y\" z ; c\n":            "a..k=x # y z@2",
		"[a]\nk = x\\\n  y\nl\n":                "a..k=x  y@2 a..l=true@4",
		"[a]\nk = \" x \"  \n":                  "a..k= x @2",
		"[a]\nk = a\\tb\\n\\\"\n":               "a..k=a\tb\n\"@2",
		"[a]\nk # c\n":                          "! a setting has no =",
		"# [b]\n; x\n[a] # c\nk=1\n":            "a..k=1@4",
		"[a]\nk=1\n[a \"s\"] k=2\n":             "a..k=1@2 a.s.k=2@3",
		"[a]\nk = \"x\n":                        "! a value has no closing quote",
		"[a]\nk = \\q\n":                        "! a value has an escape that Git does not know",
		"[a\nk = 1\n":                           "! a section has no end",
		"k = 1\n":                               "..k=1@1",
		"[a]\nk: 1\n":                           "! a setting has no =",
		"[a]\nk = 1\n[b c]\n":                   "a..k=1@2 ! a section is not written as Git wants it",
		"[a \"s\" x]\n":                         "! a section is not written as Git wants it",
		"[a]\n1k = 1\n":                         "! the name of a setting does not begin with a letter",
		"":                                      "",
		"[a]\n" + strings.Repeat("k\n", 2_001):  "",
	}
}

func TestRead(t *testing.T) {
	for text, want := range configs() {
		settings, problem := Read(text, most)
		if len(settings) == most {
			if problem == "" {
				t.Error("the bound is met and not said")
			}
			continue
		}
		var got []string
		for _, s := range settings {
			got = append(got, fmt.Sprintf("%s.%s.%s=%s@%d", s.Section, s.Subsection, s.Key, s.Value, s.Line))
		}
		if problem != "" {
			got = append(got, "! "+problem)
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// TestReadPeer wants Git to read the same, or nothing where we find it broken.
func TestReadPeer(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git on this machine")
	}
	file := filepath.Join(t.TempDir(), "config")
	for text := range configs() {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(git, "config", "--file", file, "--list", "-z").Output()
		settings, problem := Read(text, most)
		if problem != "" {
			if err == nil && len(settings) < most {
				t.Errorf("%q: Git reads %q, we say %q", text, out, problem)
			}
			continue
		}
		want := ""
		for _, s := range settings {
			name := strings.TrimPrefix(s.Section+"."+s.Key, ".")
			if s.Subsection != "" {
				name = s.Section + "." + s.Subsection + "." + s.Key
			}
			want += name + "\n" + s.Value + "\x00"
		}
		got := ""
		for entry := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
			if entry == "" {
				continue
			}
			if !strings.Contains(entry, "\n") {
				entry += "\ntrue" // a key without a value
			}
			got += entry + "\x00"
		}
		if err != nil || got != want {
			t.Errorf("%q: Git reads %q %v, we read %q", text, got, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for text := range configs() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		settings, problem := Read(text, most)
		if len(settings) > most || len(settings) == most && problem == "" && strings.Count(text, "=") > most {
			t.Errorf("%d settings, problem %q", len(settings), problem)
		}
		for _, s := range settings {
			if s.Key == "" || s.Line < 1 || s.Line > strings.Count(text, "\n")+1 {
				t.Errorf("%q: %+v", text, s)
			}
		}
	})
}
