// Package evaluators holds what a plan answers against what OPA answers.
package evaluators

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/internal/test/conformance"
	"github.com/skillctl/skillctl/internal/test/fixture"
)

// drawn is how many rows one is drawn of; all with SKILLCTL_SLOW=1.
const drawn = 60

// TestRows: on drawn rows of every suite both evaluators say the same.
func TestRows(t *testing.T) {
	t.Parallel()
	for _, suite := range conformance.Suites() {
		t.Run(suite.Name, func(t *testing.T) {
			t.Parallel()
			comparison := rows(t, suite, fixture.Size(drawn, 1))
			if len(comparison.Asked()) == 0 { // a suite of few rows
				comparison = rows(t, suite, 1)
			}
			// The settings of OpenClaw are read by Go alone.
			if asks := len(comparison.Asked()) > 0; asks == (suite.Name == "openclaw-config") {
				t.Errorf("a plan is asked: %t", asks)
			}
			told(t, comparison)
		})
	}
}

// rows asks one of so many rows of a suite.
func rows(t *testing.T, suite conformance.Suite, of int) *policy.Comparison {
	t.Helper()
	run := suite.Run
	suite.Run = func(ctx context.Context, row json.RawMessage) (conformance.Result, error) {
		sum := fnv.New32a()
		_, _ = sum.Write(row)
		if sum.Sum32()%uint32(of) != 0 {
			return conformance.Result{Outcome: conformance.Skipped}, nil
		}
		return run(ctx, row)
	}
	comparison := &policy.Comparison{}
	if _, err := conformance.RunSuite(policy.WithComparison(t.Context(), comparison), os.DirFS("../../../testdata/conformance"), suite); err != nil {
		t.Fatal(err)
	}
	return comparison
}

// TestSkills: on the skills that detection is measured with, and on the examples, both
// say the same, to lint and to the gate. SKILLCTL_CORPUS names a folder of more.
func TestSkills(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	files, err := filepath.Glob("../../../testdata/detect/*.txtar")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	for i, file := range files {
		if i%fixture.Size(4, 1) != 0 {
			continue
		}
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		fixture.Unpack(t, filepath.Join(folder, strings.TrimSuffix(filepath.Base(file), ".txtar")), archive)
	}
	paths := []string{folder, "../../../examples"}
	if corpus := os.Getenv("SKILLCTL_CORPUS"); corpus != "" {
		paths = append(paths, corpus)
	}
	comparison := &policy.Comparison{}
	ctx := policy.WithComparison(t.Context(), comparison)
	linter, err := lint.New()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := linter.Lint(ctx, paths); err != nil {
		t.Fatal(err)
	}
	gate := install.New()
	for _, path := range paths {
		judge(ctx, t, gate, path)
	}
	told(t, comparison, "data.skillctl.lint.findings", "data.skillctl.lint.verdict.judgement", "data.skillctl.install.decision")
}

// judge asks the gate about each skill below a folder.
func judge(ctx context.Context, t *testing.T, gate *install.Gate, path string) {
	t.Helper()
	err := filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "SKILL.md" || entry.IsDir() {
			return err
		}
		folder := filepath.Dir(name)
		_, err = gate.Judge(ctx, install.Request{
			Host: "openclaw", Version: "2026.9.6", Target: install.Target{Type: "skill", Name: filepath.Base(folder)},
			Source: &install.Source{Kind: "local-path", Authority: "user", Mutable: true},
			Origin: map[string]any{"type": "path", "spec": folder}, Action: install.Action{Kind: "skill-install", Mode: "install"},
			PathKind: "directory", Path: folder, Dir: filepath.Base(folder),
		}, engine.PlainSettings{})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// told fails where the evaluators differ, and where one of the entry points was never
// answered by a plan.
func told(t *testing.T, comparison *policy.Comparison, entries ...string) {
	t.Helper()
	asked := comparison.Asked()
	for _, entry := range slices.Sorted(maps.Keys(asked)) {
		t.Logf("%s: %d", entry, asked[entry])
	}
	for _, entry := range entries {
		if asked[entry] == 0 {
			t.Errorf("no plan answered %s", entry)
		}
	}
	for i, one := range comparison.Differ() {
		if i < 3 {
			t.Errorf("they differ: %.20000s", one)
		}
	}
}
