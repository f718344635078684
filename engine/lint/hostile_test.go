package lint_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/test/fixture"
	"github.com/skillctl/skillctl/policies"
)

// odd are values that a field is not meant to have.
var odd = []any{nil, true, int64(-1), 1.5, "", "x", []any{}, []any{int64(1), nil, []any{}, map[string]any{}}, map[string]any{}, map[string]any{"a": []any{nil}}}

// allRules is a linter with every rule switched on.
var allRules = sync.OnceValues(func() (*lint.Linter, error) {
	return lint.New(lint.WithControl(lint.Control{Only: []string{"*"}}))
})

// TestOddValues puts every odd value into every place of the documents on the
// pages of the rules. Whatever a document holds, linting says what is wrong
// with it: a rule that fails would leave it unjudged.
func TestOddValues(t *testing.T) {
	t.Parallel()
	linter, err := allRules()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	count, every := 0, fixture.Size(20, 1)
	for name, tree := range exampleDocuments(t) {
		for i, text := range mutants(t, name, tree) {
			if i%every > 0 {
				continue
			}
			folder := filepath.Join(dir, fmt.Sprintf("m%d", count))
			count++
			target := filepath.Join(folder, filepath.Base(name))
			if err := os.MkdirAll(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(target, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := linter.Lint(context.Background(), []string{folder}); err != nil {
				t.Errorf("%s, change %d: %v\n%s", name, i, err, text)
			}
			if err := os.RemoveAll(folder); err != nil {
				t.Fatal(err)
			}
		}
	}
	if count*every < 1000 {
		t.Errorf("only %d documents were tried", count)
	}
}

// exampleDocuments merges the front matters, and the configurations of each
// name, of all pages into one tree each, so that every key is met once.
func exampleDocuments(t *testing.T) map[string]any {
	t.Helper()
	merged := map[string]any{}
	rules, err := lint.Rules(policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range rules {
		for _, heading := range []string{"Fails", "Passes"} {
			for _, example := range fixture.Examples(rule.Page, heading) {
				tree, err := fixture.Parse([]byte(example))
				if err != nil {
					t.Fatal(err)
				}
				for name, text := range tree.Files() {
					base := filepath.Base(name)
					if value := documentValue(base, text); value != nil {
						merged[base] = mergeTrees(merged[base], value)
					}
				}
			}
		}
	}
	return merged
}

func documentValue(name string, text []byte) any {
	format, ok := document.FormatOf(name)
	if name == "SKILL.md" {
		_, rest, found := strings.Cut(string(text), "---\n")
		front, _, closed := strings.Cut(rest, "\n---")
		if !found || !closed {
			return nil
		}
		format, text = document.YAML, []byte(front)
	} else if !ok || catalog.KindOf(name, "") == "" && name != "SKILL.toml" || format == document.CUE {
		return nil
	}
	doc, err := document.Parse(context.Background(), name, text, format)
	if err != nil {
		return nil
	}
	return doc.Root.Interface()
}

func mergeTrees(a, b any) any {
	left, ok := a.(map[string]any)
	right, both := b.(map[string]any)
	if !ok || !both {
		return b
	}
	for key, value := range right {
		left[key] = mergeTrees(left[key], value)
	}
	return left
}

// mutants writes a document once for every place and odd value.
func mutants(t *testing.T, name string, tree any) []string {
	t.Helper()
	var texts []string
	var walk func(node any, set func(any))
	walk = func(node any, set func(any)) {
		for _, value := range odd {
			set(value)
			texts = append(texts, documentText(t, name, tree))
		}
		set(node)
		switch node := node.(type) {
		case map[string]any:
			for key, value := range node {
				walk(value, func(v any) { node[key] = v })
			}
		case []any:
			for i, value := range node {
				walk(value, func(v any) { node[i] = v })
			}
		}
	}
	root, ok := tree.(map[string]any)
	if !ok {
		return nil
	}
	for key, value := range root {
		walk(value, func(v any) { root[key] = v })
	}
	return texts
}

// documentText writes a tree in the format that the name asks for; JSON is YAML
// too, and TOML is written key by key.
func documentText(t *testing.T, name string, tree any) string {
	t.Helper()
	if strings.HasSuffix(name, ".toml") {
		var text strings.Builder
		for key, value := range tree.(map[string]any) {
			fmt.Fprintf(&text, "%s = %s\n", tomlText(key), tomlText(value))
		}
		return text.String()
	}
	text, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	if name == "SKILL.md" {
		return "---\n" + string(text) + "\n---\n# Body\n"
	}
	return string(text)
}

func tomlText(value any) string {
	switch value := value.(type) {
	case nil:
		return `"null"` // TOML has none
	case map[string]any:
		var parts []string
		for key, entry := range value {
			parts = append(parts, tomlText(key)+" = "+tomlText(entry))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		var parts []string
		for _, entry := range value {
			parts = append(parts, tomlText(entry))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	text, err := json.Marshal(value)
	if err != nil {
		return `""`
	}
	return string(text)
}

// FuzzLint lints a skill and a configuration of any bytes. It must answer, with
// findings that can be shown, or say that the bytes cannot be taken in.
func FuzzLint(f *testing.F) {
	rules, err := lint.Rules(policies.FS())
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(rules); i += fixture.Size(10, 1) {
		for _, example := range fixture.Examples(rules[i].Page, "Fails") {
			tree, err := fixture.Parse([]byte(example))
			if err != nil {
				f.Fatal(err)
			}
			var manifest, config []byte
			for name, text := range tree.Files() {
				switch filepath.Base(name) {
				case "SKILL.md":
					manifest = text
				case "openclaw.json":
					config = text
				}
			}
			f.Add(manifest, config)
		}
	}
	linter, err := allRules()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, manifest, config []byte) {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "demo"), 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string][]byte{"demo/SKILL.md": manifest, "openclaw.json": config} {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		report, err := linter.Lint(context.Background(), []string{dir})
		if err != nil {
			var problem *document.Error
			if errors.As(err, &problem) {
				return
			}
			t.Fatal(err)
		}
		for _, finding := range report.All() {
			if err := presentable(finding); err != nil {
				t.Errorf("%s: %q: %v", finding.Rule, finding.Message, err)
			}
		}
	})
}

// TestManyKeys checks that judging a manifest takes time by its length: were
// each key compared with each other, the test binary would run out of time.
func TestManyKeys(t *testing.T) {
	t.Parallel()
	many := fixture.Size(4_000, 15_000)
	var text strings.Builder
	text.WriteString("---\nname: many\ndescription: Formats tables. Use when a table needs formatting.\n")
	for i := range many {
		fmt.Fprintf(&text, "k%d: 1\n", i)
	}
	text.WriteString("---\nDo it.\n")
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "SKILL.md"), []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	linter, err := lint.New()
	if err != nil {
		t.Fatal(err)
	}
	report, err := linter.Lint(context.Background(), []string{folder})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, finding := range report.All() {
		if finding.Rule == "spec/unknown-field" {
			found++
		}
	}
	if found != many {
		t.Errorf("%d findings about unknown fields; want %d", found, many)
	}
}

// broken is a cache that fails in a way that nobody expects.
type broken struct{}

func (broken) Get(string) ([]byte, bool) { panic("out of range") }
func (broken) Put(string, []byte)        {}

// TestFails: a panic at one of several skills that are judged at a time is an error that
// names it, and no end of the process.
func TestFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fixture.Tree(t, dir, map[string]string{"one/SKILL.md": "---\nname: one\ndescription: Counts lines.\n---\n"})
	_, err := newLinter(t, lint.WithCache(broken{})).Lint(t.Context(), []string{dir})
	if err == nil || !strings.Contains(err.Error(), "one\": ") || !strings.Contains(err.Error(), "a fault of its own: out of range") {
		t.Errorf("got %v", err)
	}
}
