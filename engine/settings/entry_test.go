package settings_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine/settings"
)

// TestAdd wants entries in the text, all else of it as it was, and the settings
// that follow.
func TestAdd(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"new":             {"skillctl.cue", "", "// Settings of skillctl: `skillctl init` writes all keys, each with a comment.\n\nexec: {\n\treadOnly:  \"allow\"\n\tallowlist: [\"x\\\"y\", {pattern: \"git\", argPattern: \"^a$\"}]\n}\n"},
		"empty yaml":      {"skillctl.yaml", "\n", "\nexec:\n  readOnly: \"allow\"\n  allowlist: [\"x\\\"y\", {pattern: \"git\", argPattern: \"^a$\"}]\n"},
		"yaml in braces":  {"skillctl.yml", "{run: {network: none}} # c\n", "{\"exec\": {readOnly: \"allow\", allowlist: [\"x\\\"y\", {pattern: \"git\", argPattern: \"^a$\"}]}, run: {network: none}} # c\n"},
		"json with exec":  {"skillctl.json", `{"exec": {"ask": "off"}}`, `{"exec": {"readOnly": "allow", "allowlist": ["x\"y", {"pattern": "git", "argPattern": "^a$"}], "ask": "off"}}`},
		"toml without it": {"skillctl.toml", "run.network = \"none\"", "run.network = \"none\"\n\n[exec]\nreadOnly = \"allow\"\nallowlist = [\"x\\\"y\", {pattern = \"git\", argPattern = \"^a$\"}]\n"},
	} {
		t.Run(name, func(t *testing.T) {
			outer, err := load(tree(t, nil))
			if err != nil {
				t.Fatal(err)
			}
			add := settings.Addition{Entries: []settings.AllowEntry{{Pattern: `x"y`}, {Pattern: "git", ArgPattern: "^a$"}}, ReadOnly: "allow"}
			got, after, err := outer.Add(t.Context(), c.file, []byte(c.text), add)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if diff := cmp.Diff(add.Entries, after.Exec.Allowlist); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// TestAddApart wants several entries with arguments one a line, in whatever is there.
func TestAddApart(t *testing.T) {
	const a, b = `{pattern: "a", argPattern: "^x$"}`, `{pattern: "b", argPattern: "^y$"}`
	toml := strings.NewReplacer(": ", " = ")
	json := strings.NewReplacer("pattern:", `"pattern":`, "argPattern:", `"argPattern":`)
	for name, c := range map[string]struct{ file, text, want string }{
		"new":             {"skillctl.cue", "// mine\n", "// mine\n\nexec: allowlist: [\n\t" + a + ",\n\t" + b + ",\n]\n"},
		"cue in one line": {"skillctl.cue", "exec: allowlist: [\"make\"]\n", "exec: allowlist: [\n\t" + a + ",\n\t" + b + ",\n\t\"make\"]\n"},
		"cue in lines":    {"skillctl.cue", "exec: {\n\tallowlist: [\n\t\t\"make\", // mine\n\t]\n}\n", "exec: {\n\tallowlist: [\n\t\t" + a + ",\n\t\t" + b + ",\n\t\t\"make\", // mine\n\t]\n}\n"},
		"empty list":      {"skillctl.cue", "exec: allowlist: []\n", "exec: allowlist: [\n\t" + a + ",\n\t" + b + ",\n]\n"},
		"yaml":            {"skillctl.yaml", "run: {network: none}\n", "run: {network: none}\n\nexec:\n  allowlist: [\n    " + a + ",\n    " + b + "\n  ]\n"},
		"yaml, deeper":    {"skillctl.yaml", "exec:\n    ask: \"off\"\n", "exec:\n    allowlist: [\n      " + a + ",\n      " + b + "\n    ]\n    ask: \"off\"\n"},
		"toml":            {"skillctl.toml", "[exec]\nask = \"off\"\n", "[exec]\nallowlist = [\n  " + toml.Replace(a) + ",\n  " + toml.Replace(b) + "\n]\nask = \"off\"\n"},
		"json":            {"skillctl.json", "{\n  \"exec\": {\n    \"allowlist\": [\n      \"make\"\n    ]\n  }\n}\n", "{\n  \"exec\": {\n    \"allowlist\": [\n      " + json.Replace(a) + ",\n      " + json.Replace(b) + ",\n      \"make\"\n    ]\n  }\n}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			outer, err := load(tree(t, nil))
			if err != nil {
				t.Fatal(err)
			}
			add := settings.Addition{Entries: []settings.AllowEntry{{Pattern: "a", ArgPattern: "^x$"}, {Pattern: "b", ArgPattern: "^y$"}}}
			got, _, err := outer.Add(t.Context(), c.file, []byte(c.text), add)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// TestAddInDoubt wants no text where more would change than what is added.
func TestAddInDoubt(t *testing.T) {
	outer, err := load(tree(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	add := settings.Addition{Entries: []settings.AllowEntry{{Pattern: "git"}}}
	for name, text := range map[string]string{
		"skillctl.yaml": "exec:\n  safeBins: &names [cut]\n  allowlist: *names\n",
		"skillctl.toml": "exec = {ask = \"off\"}\n",
	} {
		got, _, err := outer.Add(t.Context(), name, []byte(text), add)
		if err == nil {
			t.Errorf("%s: it is taken for certain: %s", name, got)
		}
	}
	var doubt *settings.CannotEditError
	if _, _, err := outer.Add(t.Context(), "skillctl.toml", []byte("exec = {ask = \"off\"}\n"), add); !errors.As(err, &doubt) || doubt.Want == "" {
		t.Errorf("it does not say what to write: %v", err)
	}
}

// TestCut wants entries gone from the text, and all else of it as it was.
func TestCut(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"cue, first in line":   {"skillctl.cue", "exec: allowlist: [\"git\", \"make\"] // c\n", "exec: allowlist: [\"make\"] // c\n"},
		"cue, last in line":    {"skillctl.cue", "exec: allowlist: [\"make\", {pattern: \"git\", argPattern: \"^a$\"}]\n", "exec: allowlist: [\"make\"]\n"},
		"cue, alone":           {"skillctl.cue", "exec: allowlist: [\"git\"]\n", "exec: allowlist: []\n"},
		"cue, in lines":        {"skillctl.cue", "exec: {\n\tallowlist: [\n\t\t\"git\", // x\n\t\t\"make\",\n\t]\n}\n", "exec: {\n\tallowlist: [\n\t\t\"make\",\n\t]\n}\n"},
		"cue, several":         {"skillctl.cue", "exec: allowlist: [\"git\", \"make\", {pattern: \"git\", anyArguments: true}]\n", "exec: allowlist: [\"make\"]\n"},
		"yaml, block":          {"skillctl.yaml", "# ours\nexec:\n  allowlist:\n    - git # always\n    - make\nrun: {network: none}\n", "# ours\nexec:\n  allowlist:\n    - make\nrun: {network: none}\n"},
		"yaml, block, alone":   {"skillctl.yaml", "exec:\n  allowlist:\n    - git\nrun: {network: none}\n", "exec:\n  allowlist: []\nrun: {network: none}\n"},
		"yaml, block, mapping": {"skillctl.yaml", "exec:\n  allowlist:\n    - pattern: git\n      argPattern: ^a$\n    - make\n", "exec:\n  allowlist:\n    - make\n"},
		"yaml, flow":           {"skillctl.yaml", "exec: {allowlist: [make, git]}\n", "exec: {allowlist: [make]}\n"},
		"toml":                 {"skillctl.toml", "[exec]\nallowlist = [\"git\", \"make\"] # c\n", "[exec]\nallowlist = [\"make\"] # c\n"},
		"json, last in lines":  {"skillctl.json", "{\"exec\": {\"allowlist\": [\n  \"make\",\n  \"git\"\n]}}\n", "{\"exec\": {\"allowlist\": [\n  \"make\"\n]}}\n"},
		"none":                 {"skillctl.json", "{\"exec\": {\"ask\": \"off\"}}\n", "{\"exec\": {\"ask\": \"off\"}}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			outer, err := load(tree(t, nil))
			if err != nil {
				t.Fatal(err)
			}
			got, gone, after, err := outer.Cut(t.Context(), c.file, []byte(c.text), func(e settings.AllowEntry) bool { return e.Pattern == "git" })
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if strings.Contains(c.text, "git") != (len(gone) > 0) || slices.ContainsFunc(after.Exec.Allowlist, func(e settings.AllowEntry) bool { return e.Pattern == "git" }) {
				t.Errorf("gone are %v, left %v", gone, after.Exec.Allowlist)
			}
		})
	}
}

// TestCutInDoubt wants no text where more would change than what is cut.
func TestCutInDoubt(t *testing.T) {
	outer, err := load(tree(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	var doubt *settings.CannotEditError
	got, _, _, err := outer.Cut(t.Context(), "skillctl.yaml", []byte("exec:\n  safeBins: &names [cut]\n  allowlist: *names\n"), func(e settings.AllowEntry) bool { return e.Pattern == "cut" })
	if !errors.As(err, &doubt) || !doubt.Removes {
		t.Errorf("it is taken for certain: %s, %v", got, err)
	}
}

func TestNewProject(t *testing.T) {
	root := tree(t, map[string]string{"project/sub/x": ""})
	got, err := settings.Load(t.Context(), settings.WithDir(filepath.Join(root, "project/sub")), settings.WithoutProject(), settings.WithSystemDir(""), settings.WithUserDir(""))
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(root, "project/skillctl.cue"); got.NewProject() != want {
		t.Errorf("got %s, want %s", got.NewProject(), want)
	}
}
