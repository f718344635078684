package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/lint"
)

// configRow is a row of the suite "openclaw-config": a document, the files
// beside it, and what `openclaw config validate --json` said.
type configRow struct {
	Config string            `json:"config"`
	Files  map[string]string `json:"files"`
	Valid  bool              `json:"valid"`
	Issues []struct {
		Path string `json:"path"`
	} `json:"issues"`
}

// OpenClawConfig is the suite of openclaw.json documents.
func OpenClawConfig() Suite {
	linter := sync.OnceValues(func() (*lint.Linter, error) { return lint.New() })
	return Suite{Name: "openclaw-config", Shapes: openClawConfigShapes(), Run: func(ctx context.Context, raw json.RawMessage) (Result, error) {
		var row configRow
		if err := json.Unmarshal(raw, &row); err != nil {
			return Result{}, fmt.Errorf("read row: %w", err)
		}
		e, err := linter()
		if err != nil {
			return Result{}, err
		}
		folder, err := os.MkdirTemp("", "skillctl-config-")
		if err != nil {
			return Result{}, err
		}
		defer func() { _ = os.RemoveAll(folder) }()
		if err := writeConfig(folder, &row); err != nil {
			return Result{}, err
		}
		check, err := e.CheckOpenClaw(ctx, filepath.Join(folder, "openclaw.json"))
		if err != nil {
			return Result{}, err
		}
		return compareConfig(&row, check), nil
	}}
}

// writeConfig lays the document out with its neighbours, which stay below the
// folder.
func writeConfig(folder string, row *configRow) error {
	files := map[string]string{}
	maps.Copy(files, row.Files)
	files["openclaw.json"] = row.Config
	return LayOut(folder, files)
}

func compareConfig(row *configRow, check lint.OpenClawCheck) Result {
	var want []string
	for _, issue := range row.Issues {
		want = append(want, issue.Path)
	}
	slices.Sort(want)
	want = slices.Compact(want)
	detail := fmt.Sprintf("got valid %t at %s, want valid %t at %s",
		check.Valid, strings.Join(check.Paths, " "), row.Valid, strings.Join(want, " "))
	switch {
	case check.Valid == row.Valid && slices.Equal(check.Paths, want):
		return Result{Outcome: Agree}
	case check.Valid && !row.Valid || missesSome(check.Paths, want):
		return Result{Outcome: Looser, Detail: detail}
	}
	return Result{Outcome: Stricter, Detail: detail}
}

// missesSome reports whether a place that the host names is not named.
func missesSome(got, want []string) bool {
	return slices.ContainsFunc(want, func(path string) bool { return !slices.Contains(got, path) })
}
