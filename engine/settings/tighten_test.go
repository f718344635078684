package settings_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/settings"
)

func TestTighten(t *testing.T) {
	for _, c := range []struct{ name, file, text, flag, want, wrong string }{
		{"no settings", "yaml", "{}", "never", "never", ""},
		{"stricter", "yaml", "lint: {failOn: high}", "low", "low", ""},
		{"stricter than a value in CUE", "cue", `lint: failOn: "high"`, "info", "info", ""},
		{"the same", "yaml", "lint: {failOn: high}", "high", "high", ""},
		{"looser", "yaml", "lint: {failOn: high}", "critical", "", "--fail-on: critical is looser than lint.failOn: high at skillctl.yaml:1:16"},
		{"never", "yaml", "lint: {failOn: low}", "never", "", "never is looser than lint.failOn: low"},
		{"a default gives way", "cue", `lint: failOn: *"high" | string`, "never", "never", ""},
		{"a limit holds", "cue", `lint: failOn: "low" | "medium"`, "high", "", `must be one of "low", "medium"`},
		{"no value", "yaml", "lint: {failOn: high}", "hihg", "", "must be one of"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "skillctl."+c.file), []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := settings.Load(t.Context(), settings.WithSystemDir(""), settings.WithUserDir(""), settings.WithDir(dir),
				settings.WithHome(dir), settings.WithFlag("--fail-on", c.flag, "lint", "failOn"))
			switch {
			case c.wrong == "" && err != nil, c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
				t.Errorf("error: %v; want %q", err, c.wrong)
			case c.wrong == "" && s.Lint.FailOn != c.want:
				t.Errorf("it is %q; want %q", s.Lint.FailOn, c.want)
			}
		})
	}
}
