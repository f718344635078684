package settings_test

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine/settings"
)

// matching stands in for the rules of lint.
func matching(pattern string) ([]string, error) {
	var out []string
	for _, id := range []string{"spec/name-format", "spec/name-length", "spec/body-empty", "zeroclaw/link"} {
		if ok, _ := path.Match(pattern, id); ok || pattern == "*" || strings.HasPrefix(id, pattern+"/") {
			out = append(out, id)
		}
	}
	return out, nil
}

// levelsOf loads two layers, and returns the levels of rules or the error.
func levelsOf(t *testing.T, outer, inner string) (map[string]string, error) {
	t.Helper()
	dir := t.TempDir()
	user := filepath.Join(dir, "user")
	project := filepath.Join(dir, "project")
	for name, text := range map[string]string{user: outer, project: inner} {
		if err := os.MkdirAll(name, 0o700); err != nil {
			t.Fatal(err)
		}
		file, text, _ := strings.Cut(text, ":")
		if file == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(name, "skillctl."+file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := settings.Load(t.Context(), settings.WithSystemDir(""), settings.WithUserDir(user), settings.WithDir(project),
		settings.WithHome(dir), settings.WithRules(matching))
	if err != nil {
		return nil, err
	}
	levels := map[string]string{}
	for id, rule := range s.Lint.Rules {
		levels[id] = rule.Level
	}
	return levels, nil
}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		name, outer, inner string
		want               map[string]string
		wrong              string
	}{
		{name: "level alone", inner: `yaml:lint: {rules: {spec/name-format: off}}`, want: map[string]string{"spec/name-format": "off"}},
		{
			name: "category", inner: `yaml:lint: {rules: {spec: low}}`,
			want: map[string]string{"spec/name-format": "low", "spec/name-length": "low", "spec/body-empty": "low"},
		},
		{
			name: "the more specific of one file", inner: `yaml:lint: {rules: {spec/name-format: {level: high}, "spec/*": off, "spec/name-*": low}}`,
			want: map[string]string{"spec/name-format": "high", "spec/name-length": "low", "spec/body-empty": "off"},
		},
		{
			name: "options of the id, level of the glob", inner: `yaml:lint: {rules: {"spec/name-f*": off, spec/name-format: {options: {max: 3}}}}`,
			want: map[string]string{"spec/name-format": "off"},
		},
		{
			name: "as specific, and different", inner: `yaml:lint: {rules: {"spec/name-*": off, "*/name-form": low, "spec/*-form*": low}}`,
			wrong: `"spec/*-form*" and "spec/name-*" (skillctl.yaml:1:31) both stand for "spec/name-format", and say different things`,
		},
		{
			name: "an inner id does not beat an outer glob", outer: `yaml:lint: {rules: {"spec/*": high}}`, inner: `yaml:lint: {rules: {spec/name-format: off}}`,
			wrong: `level is "off" here, but "high" at`,
		},
		{
			name: "an inner glob does not beat an outer id", outer: `yaml:lint: {rules: {spec/name-format: high}}`, inner: `yaml:lint: {rules: {"*": off}}`,
			wrong: `level is "off" here, but "high" at`,
		},
		{
			name: "an inner id fills in what an outer default leaves", outer: `cue:lint: rules: "spec/name-*": *"high" | "off"`, inner: `yaml:lint: {rules: {spec/name-format: off}}`,
			want: map[string]string{"spec/name-format": "off", "spec/name-length": "high"},
		},
		{
			name: "an outer limit of a glob holds for an inner id", outer: `cue:lint: rules: "spec/*": level: "high" | "critical"`, inner: `yaml:lint: {rules: {spec/name-format: off}}`,
			wrong: `must be one of "high", "critical"; it is "off"`,
		},
		{
			name: "an outer limit of a glob holds for an inner glob", outer: `cue:lint: rules: "spec/*": "high" | "critical"`, inner: `yaml:lint: {rules: {spec: low}}`,
			wrong: `must be one of "high", "critical"; it is "low"`,
		},
		{name: "what matches nothing stays", inner: `yaml:lint: {rules: {"zzz/*": off}}`, want: map[string]string{"zzz/*": "off"}},
		{name: "options of a glob", inner: `yaml:lint: {rules: {"spec/*": {options: {max: 3}}}}`, wrong: `options of "spec/*": it stands for 3 others`},
		{name: "a wrong level is told once", inner: `yaml:lint: {rules: {"spec/*": of}}`, wrong: `level must be one of`},
		{name: "no level", inner: `yaml:lint: {rules: {"spec/*": 3}}`, wrong: `skillctl.yaml:1:26`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := levelsOf(t, c.outer, c.inner)
			switch {
			case c.wrong == "" && err != nil, c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
				t.Errorf("error: %v; want %q", err, c.wrong)
			case c.wrong != "" && strings.Count(err.Error(), "\n") > 0:
				t.Errorf("told more than once: %v", err)
			case c.wrong == "" && cmp.Diff(c.want, got) != "":
				t.Error(cmp.Diff(c.want, got))
			}
		})
	}
}

func TestPathsBesideTheFile(t *testing.T) {
	dir := t.TempDir()
	below := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(below, 0o700); err != nil {
		t.Fatal(err)
	}
	text := `
install: {signature: {keys: [k.pub, /etc/k.pub], trustedRoot: ../root.json}}
exec: {allowedRoots: [.]}
run: {read: [models, ~/m], hide: [./h], docker: {seccomp: engine, binds: [{source: d, target: /d}]}, audit: {dir: log}}
`
	if err := os.WriteFile(filepath.Join(dir, "skillctl.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := settings.Load(t.Context(), settings.WithSystemDir(""), settings.WithUserDir(""), settings.WithDir(below), settings.WithHome(dir))
	if err != nil {
		t.Fatal(err)
	}
	doc := s.Document()
	dig := func(path ...string) any {
		var v any = doc
		for _, p := range path {
			v = v.(map[string]any)[p]
		}
		return v
	}
	in := func(name string) string { return filepath.ToSlash(filepath.Join(dir, name)) }
	for _, c := range []struct{ got, want any }{
		{dig("install", "signature", "keys"), []any{in("k.pub"), "/etc/k.pub"}},
		{dig("install", "signature", "trustedRoot"), filepath.ToSlash(filepath.Join(filepath.Dir(dir), "root.json"))},
		{dig("exec", "allowedRoots"), []any{in(".")}},
		{dig("run", "read"), []any{in("models"), "~/m"}},
		{dig("run", "hide"), []any{in("h")}},
		{dig("run", "docker", "seccomp"), "engine"},
		{dig("run", "docker", "binds").([]any)[0].(map[string]any)["source"], in("d")},
		{dig("run", "audit", "dir"), in("log")},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Error(diff)
		}
	}
	// A layer that no file holds has no folder: its paths have to be absolute.
	if _, err := s.With("stdin", map[string]any{"exec": map[string]any{"allowedRoots": []any{"x"}}}); err == nil {
		t.Error("a relative path without a file is taken")
	}
}
