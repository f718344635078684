package dialect

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// TestKeysTakeEffect changes every key of the samples, one at a time: a key that is
// said to become settings changes them, and one that is said to have no effect does
// not.
func TestKeysTakeEffect(t *testing.T) {
	t.Parallel()
	for file, least := range map[string]int{"openclaw.json": 60, "node.json5": 2, "config.toml": 25, "docker.toml": 8, "skills.yaml": 35} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			s := newSample(t, file)
			before, idle := s.settings(t, s.value)
			leaves := s.leaves(s.value, nil)
			if len(leaves) < least {
				t.Fatalf("%s has %d keys", file, len(leaves))
			}
			for _, path := range leaves {
				name := schema.PathString(path)
				said := slices.ContainsFunc(idle, func(key string) bool { return key == name || strings.HasPrefix(name, key+".") })
				changes, tried := s.changes(t, before, path)
				switch {
				case said && changes != "":
					t.Errorf("%s is said to have no effect, and %s changes the settings", name, changes)
				case !said && changes == "" && chooses(name) == "": // TestZeroClawSettings changes those
					t.Errorf("%s is said to have an effect; none of these changes the settings: %s", name, strings.Join(tried, ", "))
				}
			}
		})
	}
}

// sample is a configuration of another system as a value.
type sample struct {
	file  string
	value map[string]any
}

func newSample(t *testing.T, file string) *sample {
	t.Helper()
	root, err := os.OpenRoot("testdata")
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	doc, err := document.Read(t.Context(), root, file)
	if err != nil {
		t.Fatal(err)
	}
	value, ok := doc.Root.Interface().(map[string]any)
	if !ok {
		t.Fatalf("%s is no object", file)
	}
	return &sample{file, value}
}

// settings are what a configuration becomes, and the keys that are said to have no
// effect. A configuration that its system would not start with fails the test.
func (s *sample) settings(t *testing.T, value map[string]any) (text string, idle []string) {
	t.Helper()
	text, idle, err := s.translate(t, value)
	if err != nil {
		t.Fatalf("%s: %v", s.file, err)
	}
	return text, idle
}

func (s *sample) translate(t *testing.T, value map[string]any) (text string, idle []string, err error) {
	t.Helper()
	dir := t.TempDir()
	written, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	format := document.JSON5
	if strings.HasSuffix(s.file, ".toml") {
		format, written = document.TOML, []byte(tables(value, nil))
	} else if strings.HasSuffix(s.file, ".yaml") {
		format = document.YAML // JSON is YAML
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := os.WriteFile(filepath.Join(dir, s.file), written, 0o600); err != nil {
		t.Fatal(err)
	}
	doc, err := document.Parse(t.Context(), s.file, written, format)
	if err != nil {
		t.Fatalf("%v: %s", err, written)
	}
	out, lines, err := Reader{}.Translate(t.Context(), root, s.file, doc)
	if err != nil {
		return "", nil, err
	}
	for _, line := range lines {
		if found := regexp.MustCompile(`^\S+: (\S+) has no effect here`).FindStringSubmatch(line); found != nil {
			idle = append(idle, found[1])
		}
	}
	made, err := json.Marshal(out.Root.Interface())
	if err != nil {
		t.Fatal(err)
	}
	return string(made), idle, nil
}

// tables writes a value as TOML.
func tables(value map[string]any, path []string) string {
	var own, inner strings.Builder
	for key, member := range value {
		if table, ok := member.(map[string]any); ok {
			inner.WriteString(tables(table, append(slices.Clip(path), key)))
			continue
		}
		text, _ := json.Marshal(member) // a list or a scalar, which TOML writes alike
		fmt.Fprintf(&own, "%s = %s\n", key, text)
	}
	if len(path) > 0 {
		return "[" + strings.Join(path, ".") + "]\n" + own.String() + inner.String()
	}
	return own.String() + inner.String()
}

// leaves are the paths of all that is no object.
func (s *sample) leaves(value any, path []any) [][]any {
	members, ok := value.(map[string]any)
	if !ok || len(members) == 0 {
		return [][]any{slices.Clone(path)}
	}
	var all [][]any
	for key, member := range members {
		all = append(all, s.leaves(member, append(slices.Clip(path), key))...)
	}
	slices.SortFunc(all, func(a, b []any) int { return strings.Compare(schema.PathString(a), schema.PathString(b)) })
	return all
}

// changes says which other value of a key gives other settings, "" for none, and
// which were tried: those that the system would start with.
func (s *sample) changes(t *testing.T, before string, path []any) (found string, tried []string) {
	t.Helper()
	holder := s.value
	for _, key := range path[:len(path)-1] {
		holder, _ = holder[key.(string)].(map[string]any)
	}
	key := path[len(path)-1].(string)
	value := holder[key]
	defer func() { holder[key] = value }()
	for _, other := range others(value) {
		if holder[key] = other; other == nil {
			delete(holder, key)
		}
		after, _, err := s.translate(t, s.value)
		var faulty *FaultyError
		if errors.As(err, &faulty) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		what := fmt.Sprintf("%v", other)
		if other == nil {
			what = "its absence"
		}
		if tried = append(tried, what); after != before {
			return what, tried
		}
	}
	return "", tried
}

// words are values of keys that take a few words only.
func words() []any {
	return []any{"none", "full", "off", "deny", "all", "ro", "native", "auto", "supervised"}
}

// others are values to try in the place of one; nil is none.
func others(value any) []any {
	switch value := value.(type) {
	case bool:
		return []any{!value, nil}
	case int64:
		return []any{value + 1, nil}
	case float64:
		return []any{value + 1, nil}
	case []any:
		return []any{append(slices.Clone(value), value[0]), append(slices.Clone(value), "other"), []any{}, nil}
	case string:
		return append([]any{value + "x", "7" + value, nil}, words()...)
	}
	return []any{nil}
}
