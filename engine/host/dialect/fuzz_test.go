package dialect

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/internal/document"
)

// FuzzTranslate wants settings or an error of whatever a configuration says.
func FuzzTranslate(f *testing.F) {
	names := []string{"openclaw.json", "config.toml", "skills.yaml"}
	for i, name := range names {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(byte(i), text)
	}
	for _, text := range []string{
		`{}`, `[]`, `{tools: {exec: "x"}}`, `{tools: 1, tools: {exec: {node: "a", node: 1}}}`, `{agents: {list: [{id: "a", tools: {exec: {mode: "deny"}}}, 1]}}`,
		`{agents: {entries: {a: {sandbox: {docker: {binds: ["/a:/b:ro", "/a"]}}}}}}`, `{tools: {exec: {mode: "${M}", safeBinProfiles: {"": {}}}}}`, `{"$include": "x"}`,
	} {
		f.Add(byte(0), []byte(text))
	}
	for _, text := range []string{"[risk_profiles]\na = 1\n", "autonomy = 1\n", "[agents]\na = 1\n", "[runtime]\nkind = \"docker\"\ndocker = []\n", "risk_profile = 1\n"} {
		f.Add(byte(1), []byte(text))
	}
	for _, text := range []string{"skills: {codeExec: null}", "skills: []", "skills: {codeExec: {sandbox: {cpuLimit: x}, audit: []}}", "skills: {codeExec: &a {bash: *a}}"} {
		f.Add(byte(2), []byte(text))
	}
	f.Fuzz(func(t *testing.T, which byte, text []byte) {
		name := names[int(which)%len(names)]
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		doc, err := document.Read(t.Context(), root, name)
		if err != nil {
			return
		}
		out, _, err := Reader{Getenv: func(string) string { return "deny" }}.Translate(t.Context(), root, name, doc)
		if (out == nil) == (err == nil) {
			t.Errorf("%v and %v", out, err)
		}
	})
}
