// Package rowtest holds readers of conformance rows to what they promise: a row
// that they do not understand fails, by itself and saying why.
package rowtest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/test/conformance"
	"github.com/skillctl/skillctl/internal/test/shape"
)

// Kinds returns the first rows of each kind of a suite, at most so many of each.
func Kinds(folder fs.FS, suite conformance.Suite, most int) ([]map[string]any, error) {
	text, err := suite.Read(folder)
	if err != nil {
		return nil, err
	}
	seen := map[string]int{}
	var rows []map[string]any
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		row, err := shape.Read(line)
		if err != nil {
			return nil, fmt.Errorf("suite %s: %w", suite.Name, err)
		}
		if kind := kindOf(suite, row); seen[kind] < most {
			seen[kind]++
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// kindOf is the kind of a row, with the members that it has: rows of one kind may
// have several forms.
func kindOf(suite conformance.Suite, row map[string]any) string {
	var word any = row
	for _, key := range suite.Shapes.By {
		members, _ := word.(map[string]any)
		word = members[key]
	}
	kind, _ := word.(string)
	_, expect := row["expect"].(map[string]any)
	return fmt.Sprint(kind, expect, row["names"] != nil, row["skill"] != nil)
}

// Golden holds the places that suites leave open to what a file says.
func Golden(t *testing.T, folder fs.FS, suites []conformance.Suite, file string, update bool) {
	t.Helper()
	found := make([]string, len(suites))
	t.Run("suites", func(t *testing.T) {
		for i, suite := range suites {
			if suite.Rows != "" {
				continue // its rows have the shapes of the suite that they are named for
			}
			t.Run(suite.Name, func(t *testing.T) {
				t.Parallel()
				const most = 24 // rows are really asked
				found[i] = open(t, folder, suite, most)
			})
		}
	})
	got := strings.Join(found, "")
	if update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	known := strings.Split(string(want), "\n")
	for _, line := range strings.Split(got, "\n") {
		if !slices.Contains(known, line) {
			t.Errorf("taken, and not in %s: %s", file, line)
		}
	}
	t.Errorf("%s has places that no suite leaves open any more, or lacks some; `go test -update` writes it anew", file)
}

// open are the places at which a suite takes rows that were changed, with what may
// be done there, a line each. It asks about some of those rows, chosen by a fixed
// seed, and fails when the adapter panics or takes one that is misread.
func open(t *testing.T, folder fs.FS, suite conformance.Suite, most int) string {
	t.Helper()
	rows, err := Kinds(folder, suite, 1)
	if err != nil {
		t.Fatal(err)
	}
	if suite.Close != nil {
		defer func() {
			if err := suite.Close(); err != nil {
				t.Errorf("%s: %v", suite.Name, err)
			}
		}()
	}
	taken := map[string][]string{}
	var asked []shape.Mutation
	for _, row := range rows {
		kind, _, _ := strings.Cut(kindOf(suite, row), "false")
		kind, _, _ = strings.Cut(kind, "true")
		mutations, err := shape.Mutations(row)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mutations {
			if refused(t, suite, m) {
				continue
			}
			place := cmp.Or(strings.TrimSpace(kind), "-") + " " + m.Path
			// An empty or a huge value is one of the same kind.
			if m.How != "empty" && m.How != "huge" && !slices.Contains(taken[place], m.How) {
				taken[place] = append(taken[place], m.How)
			}
			asked = append(asked, m)
		}
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a sample that is always the same
	random.Shuffle(len(asked), func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
	for _, m := range asked[:min(most, len(asked))] {
		if _, result := suite.Ask(t.Context(), m.Row); result.Panicked() {
			t.Errorf("%s: %s, %s: %s", suite.Name, m.Path, m.How, result.Detail)
		}
	}
	var lines []string
	for place, ways := range taken {
		lines = append(lines, fmt.Sprintf("%s %s: %s\n", suite.Name, place, strings.Join(ways, ", ")))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// refused reports whether a changed row is misread, and holds the answer to that:
// such a row fails before anybody is asked, and says what is wrong.
func refused(t *testing.T, suite conformance.Suite, m shape.Mutation) bool {
	t.Helper()
	row, err := shape.Read(m.Row)
	fault := ""
	if err == nil {
		fault = suite.Shapes.Fault(row)
	}
	if id, _ := row["id"].(string); err == nil && fault == "" && id != "" {
		return false
	}
	if m.Path == "id" {
		fault = "the row has no id"
	}
	if _, result := suite.Ask(context.Background(), m.Row); !result.Misread() || !strings.Contains(result.Detail, fault) {
		t.Errorf("%s: %s, %s: %s: %s; wanted that it is not understood: %s", suite.Name, m.Path, m.How, result.Outcome, result.Detail, fault)
	}
	return true
}

// Fuzz asks a suite about rows that nobody wrote. Whatever they hold, there is one
// answer, no panic, and what is taken has a shape that is known.
func Fuzz(f *testing.F, folder fs.FS, suite conformance.Suite) {
	f.Helper()
	text, err := suite.Read(folder)
	if err != nil {
		f.Fatal(err)
	}
	seen := map[string]int{}
	for line := range bytes.Lines(text) {
		row, err := shape.Read(line)
		if err != nil {
			f.Fatal(err)
		}
		if kind := kindOf(suite, row); seen[kind] == 0 {
			seen[kind]++
			f.Add(bytes.TrimSpace(line))
		}
	}
	for _, row := range []string{"", "{", "null", "[]", "{}", `{"id":1}`, `{"id":"x","id":"y"}`, `{"id":"x","class":null,"check":null,"input":null}`} {
		f.Add([]byte(row))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		_, result := suite.Ask(t.Context(), raw)
		if result.Panicked() {
			t.Fatalf("%s: %s", result.Detail, raw)
		}
		if row, err := shape.Read(raw); result.Outcome != conformance.Failed && (err != nil || suite.Shapes.Fault(row) != "") {
			t.Fatalf("%s without being understood: %s", result.Outcome, raw)
		}
	})
}
