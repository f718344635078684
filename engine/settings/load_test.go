package settings_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/internal/document"
)

// tree writes files below a scratch folder: system/, user/ and project/ are the
// layers, project/sub the working directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for _, dir := range []string{"system", "user", "project/sub", "project/.git"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func load(root string, more ...settings.Option) (*settings.Settings, error) {
	opts := []settings.Option{
		settings.WithDir(filepath.Join(root, "project/sub")), settings.WithSystemDir(filepath.Join(root, "system")),
		settings.WithUserDir(filepath.Join(root, "user")), settings.WithHome(root),
	}
	return settings.Load(context.Background(), append(opts, more...)...)
}

func TestLoadNothing(t *testing.T) {
	s, err := load(tree(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	want := &settings.Settings{
		Run:       builtinRun(),
		Catalog:   settings.Catalog{Profile: "strict", Shadowing: "warn"},
		Intel:     settings.Intel{Unsigned: "deny", MaxAgeDays: 30},
		Approvals: settings.Approvals{Notify: true},
		Lint:      settings.Lint{FailOn: "medium", MinConfidence: "low"},
		Exec:      settings.Exec{Profile: "strict", Security: "allowlist", Ask: "on-miss", AskFallback: "deny", ApproveRisk: "never"},
	}
	if diff := cmp.Diff(want, s, cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(settings.Settings{})); diff != "" {
		t.Error(diff)
	}
	if place, ok := s.Origin("lint", "failOn"); ok {
		t.Errorf("a built-in value comes from %s", place)
	}
}

// builtinRun is what is built in.
func builtinRun() settings.Run {
	return settings.Run{
		Host: "auto", Sandbox: "auto", WorkspaceAccess: "rw", Docker: settings.RunDocker{MountWorkspace: true}, GitConfig: "ro", Timeout: "30m",
		NotifyOnExit: true, ApprovalRunningNoticeMs: 10_000, Audit: settings.RunAudit{LogCode: true, RetentionDays: 30},
		Session: settings.RunSession{MaxDuration: "600s", PersistState: true},
	}
}

func TestLoadLayers(t *testing.T) {
	root := tree(t, map[string]string{
		"system/skillctl.cue": "lint: failOn: *\"high\" | \"medium\"\nexec: security: \"deny\" | \"allowlist\"\npolicies: dirs: [\"rego\"]\n",
		"user/skillctl.toml":  "[lint]\nminConfidence = \"medium\"\n[[lint.suppressions]]\nrule = \"file/*\"\nreason = \"r\"\nowner = \"o\"\n",
		"project/skillctl.yaml": "lint:\n  failOn: medium\n  dialects: [claude]\n  baseline: known.json\n  rules:\n    spec/x: {level: 'off', options: {max: 3}}\n" +
			"exec:\n  allowlist: [git, {pattern: /usr/bin/rg, argPattern: ^-n}]\n  safeBinProfiles: {cut: {maxPositional: 0}}\npolicies: {dirs: [mine]}\n",
	})
	s, err := load(root, settings.WithFlag("--ask", "off", "exec", "ask"))
	if err != nil {
		t.Fatal(err)
	}
	zero := 0
	want := &settings.Settings{
		Lint: settings.Lint{
			FailOn: "medium", MinConfidence: "medium", Dialects: []string{"claude"}, Baseline: filepath.Join(root, "project/known.json"),
			Rules:        map[string]settings.Rule{"spec/x": {Level: "off", Options: map[string]any{"max": 3.0}}},
			Suppressions: []settings.Suppression{{Rule: "file/*", Reason: "r", Owner: "o"}},
		},
		Exec: settings.Exec{
			Profile: "strict", Security: "allowlist", Ask: "off", AskFallback: "deny", ApproveRisk: "never",
			Allowlist:       []settings.AllowEntry{{Pattern: "git"}, {Pattern: "/usr/bin/rg", ArgPattern: "^-n"}},
			SafeBinProfiles: map[string]settings.SafeBinProfile{"cut": {MaxPositional: &zero}},
		},
		Run:       builtinRun(),
		Catalog:   settings.Catalog{Profile: "strict", Shadowing: "warn"},
		Intel:     settings.Intel{Unsigned: "deny", MaxAgeDays: 30},
		Approvals: settings.Approvals{Notify: true},
		Policies:  settings.Policies{Dirs: []string{filepath.Join(root, "system/rego"), filepath.Join(root, "project/mine")}},
		Files:     []string{root + "/system/skillctl.cue", root + "/user/skillctl.toml", root + "/project/skillctl.yaml"},
	}
	if diff := cmp.Diff(want, s, cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(settings.Settings{})); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		path []any
		want string
	}{
		{[]any{"lint", "failOn"}, root + "/project/skillctl.yaml:2:11"},
		{[]any{"lint", "minConfidence"}, root + "/user/skillctl.toml:2:17"},
		{[]any{"exec", "allowlist", 1, "pattern"}, root + "/project/skillctl.yaml:8:30"},
		{[]any{"exec", "ask"}, "--ask"},
		{[]any{"policies", "dirs", 0}, root + "/system/skillctl.cue:3:18"},
		{[]any{"exec", "security"}, ""},
		{[]any{"exec", "profile"}, ""},
		{[]any{"lint", "dialects", 7}, ""},
	} {
		place, ok := s.Origin(c.path...)
		if got := place.String(); ok != (c.want != "") || (ok && got != c.want) {
			t.Errorf("%v comes from %q (%v), want %q", c.path, got, ok, c.want)
		}
	}
	if got := s.Document()["exec"].(map[string]any)["ask"]; got != "off" {
		t.Errorf("document has ask %v", got)
	}
}

func TestLoadErrors(t *testing.T) {
	clash := "a value that an outer layer sets cannot be changed; remove one, or make the outer one a default with * in a .cue file"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"clash": {map[string]string{"user/skillctl.yaml": "lint:\n  failOn: high\n", "project/skillctl.json": `{"lint": {"failOn": "low"}}`},
			`ROOT/project/skillctl.json:1:21: lint.failOn is "low" here, but "high" at ROOT/user/skillctl.yaml:2:11 (` + clash + `)`},
		"limit": {map[string]string{"system/skillctl.cue": `exec: security: !="full"`, "project/skillctl.yaml": "exec:\n  security: full\n"},
			`ROOT/project/skillctl.yaml:2:13: security does not have the form that is wanted; it is "full"; so says ROOT/system/skillctl.cue:1:17`},
		"unknown key": {map[string]string{"project/skillctl.yaml": "lint:\n  fail_on: high\n"},
			`ROOT/project/skillctl.yaml:2:3: unknown key "fail_on" in lint (did you mean "failOn"?)`},
		"two files": {map[string]string{"project/skillctl.yaml": "", "project/skillctl.json": "{}"},
			`two settings files in one folder: "ROOT/project/skillctl.yaml" and "ROOT/project/skillctl.json"; keep one`},
		"syntax in yaml": {map[string]string{"project/skillctl.yaml": "lint: [\n"}, ""},
		"syntax in cue": {map[string]string{"project/skillctl.cue": "lint: {\n  failOn: \"high\",\n"},
			`ROOT/project/skillctl.cue:3:1: syntax: expected '}', found 'EOF'`},
		"computed": {map[string]string{"project/skillctl.cue": "lint: [for x in [1] {x}]\n"},
			`ROOT/project/skillctl.cue:1:8: settings do not compute: this is not a value, a choice or a limit (write the value itself, such as failOn: "high", or a choice with a default: *"medium" | "high")`},
		"key twice": {map[string]string{"project/skillctl.json": `{"lint": {}, "lint": {}}`},
			`ROOT/project/skillctl.json:1:14: duplicate key "lint"; first at line 1`},
		"no object": {map[string]string{"project/skillctl.yaml": "- a\n"},
			`ROOT/project/skillctl.yaml:1:1: the document must be an object; it is a list`},
	} {
		t.Run(name, func(t *testing.T) {
			root := tree(t, c.files)
			_, err := load(root)
			if err == nil {
				t.Fatal("the settings are taken")
			}
			if c.want == "" {
				if de := (*document.Error)(nil); !errors.As(err, &de) || de.Span.Start.Line == 0 {
					t.Errorf("error without a place: %v", err)
				}
				return
			}
			if diff := cmp.Diff(strings.ReplaceAll(c.want, "ROOT", root), err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLoadWhere(t *testing.T) {
	root := tree(t, map[string]string{"skillctl.yaml": "lint: {failOn: critical}\n"})
	s, err := load(root)
	if err != nil {
		t.Fatal(err)
	}
	if s.Lint.FailOn != "medium" {
		t.Error("settings from above the repository are used")
	}
	if err := os.Remove(filepath.Join(root, "project/.git")); err != nil {
		t.Fatal(err)
	}
	if s, err = load(root); err != nil || s.Lint.FailOn != "critical" {
		t.Errorf("settings of the home folder are not used: %v", err)
	}
	if s, err = load(root, settings.WithoutProject()); err != nil || s.Lint.FailOn != "medium" {
		t.Errorf("settings are used that were left out: %v", err)
	}
	if s, err = load(root, settings.WithFile(filepath.Join(root, "skillctl.yaml"))); err != nil || s.Lint.FailOn != "critical" {
		t.Errorf("the named settings are not used: %v", err)
	}
	if _, err = load(root, settings.WithFile(filepath.Join(root, "missing.yaml"))); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing settings: %v", err)
	}
}

func TestLoadUnsafe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no modes")
	}
	for name, c := range map[string]struct {
		path string
		mode os.FileMode
		want string
	}{
		"file for all":    {"project/skillctl.yaml", 0o666, "settings \"ROOT/project/skillctl.yaml\" are not used: others can write the file (mode 0666); run `chmod go-w ROOT/project/skillctl.yaml`"},
		"folder for all":  {"project", 0o777, "settings \"ROOT/project/skillctl.yaml\" are not used: others can write the folder \"ROOT/project\" (mode 0777); run `chmod go-w ROOT/project`"},
		"sticky folder":   {"project", 0o777 | os.ModeSticky, ""},
		"readable by all": {"project/skillctl.yaml", 0o644, ""},
	} {
		t.Run(name, func(t *testing.T) {
			root := tree(t, map[string]string{"project/skillctl.yaml": "lint: {failOn: high}\n"})
			if err := os.Chmod(filepath.Join(root, c.path), c.mode); err != nil {
				t.Fatal(err)
			}
			_, err := load(root)
			var unsafe *settings.UnsafeError
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && !errors.As(err, &unsafe):
				t.Errorf("the settings are taken: %v", err)
			case c.want != "" && err.Error() != strings.ReplaceAll(c.want, "ROOT", root):
				t.Errorf("message:\n%s", err)
			}
		})
	}
	t.Run("behind a link", func(t *testing.T) {
		root := tree(t, map[string]string{"other.yaml": "lint: {failOn: high}\n"})
		if err := os.Symlink("../other.yaml", filepath.Join(root, "project/skillctl.yaml")); err != nil {
			t.Fatal(err)
		}
		s, err := load(root)
		if err != nil || s.Lint.FailOn != "high" {
			t.Fatalf("a link is not followed: %v", err)
		}
		if err := os.Chmod(filepath.Join(root, "other.yaml"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := load(root); err == nil {
			t.Error("what the link leads to can be written by all, and is taken")
		}
	})
}

// TestDangling refuses a link that leads to nothing in the place of settings.
func TestDangling(t *testing.T) {
	root := tree(t, map[string]string{"project/x": ""})
	if err := os.Symlink("gone.yaml", filepath.Join(root, "project/skillctl.yml")); err != nil {
		t.Fatal(err)
	}
	_, err := load(root)
	if dangling := new(settings.DanglingError); !errors.As(err, &dangling) || filepath.Base(dangling.File) != "skillctl.yml" {
		t.Errorf("it is taken for none: %v", err)
	}
}

// TestInit wants the written settings to change nothing as they are, and to be
// right when every line is switched on.
func TestInit(t *testing.T) {
	plain, err := load(tree(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	for ending, switchOn := range map[string]func(string) string{
		".cue": switchOn,
		".yaml": func(text string) string {
			return regexp.MustCompile(`(?m)^#((?:  )*[^ #\n])`).ReplaceAllString(text, "$1")
		},
	} {
		t.Run(ending, func(t *testing.T) {
			text, err := settings.Init(ending)
			if err != nil {
				t.Fatal(err)
			}
			got, err := load(tree(t, map[string]string{"project/skillctl" + ending: string(text)}))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if diff := cmp.Diff(plain.Document(), got.Document()); diff != "" {
				t.Error(diff)
			}
			on := switchOn(string(text))
			got, err = load(tree(t, map[string]string{"project/skillctl" + ending: on}))
			if err != nil {
				t.Fatalf("%v\n%s", err, on)
			}
			for _, path := range [][]any{{"lint", "dialects"}, {"lint", "baseline"}, {"lint", "suppressions", 0, "owner"}, {"exec", "allowlist", 1}, {"exec", "strictInlineEval"}, {"policies", "dirs"}} {
				if _, ok := got.Origin(path...); !ok {
					t.Errorf("%v is not set when every line is switched on\n%s", path, on)
				}
			}
		})
	}
}

// switchOn takes the comment sign off every line that is a setting: a key in
// lower case and what belongs to it.
func switchOn(text string) string {
	lines := strings.Split(text, "\n")
	inside := false
	for i, line := range lines {
		indent, rest, ok := strings.Cut(line, "// ")
		if !ok || strings.TrimSpace(indent) != "" || indent == "" {
			continue
		}
		key, _, isKey := strings.Cut(rest, ": ")
		isKey = isKey && !strings.Contains(key, " ") && strings.ToLower(key[:1]) == key[:1]
		if isKey || inside {
			lines[i] = indent + rest
			inside = (inside || strings.HasSuffix(rest, "[{")) && rest != "}]"
		}
	}
	return strings.Join(lines, "\n")
}
