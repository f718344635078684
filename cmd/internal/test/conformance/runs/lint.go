package runs

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/internal/test/conformance"
)

// lintRow asks what lint says of the settings of a record.
func lintRow(ctx context.Context, row *codeRow, want string) (conformance.Result, error) {
	text, err := json.Marshal(map[string]any{"skills": map[string]any{"codeExec": row.Config}})
	if err != nil {
		return conformance.Result{}, err
	}
	dir, err := os.MkdirTemp("", "skillctl-rows-")
	if err != nil {
		return conformance.Result{}, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	name := filepath.Join(dir, "codeexec.yaml")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		return conformance.Result{}, err
	}
	e, err := lint.New()
	if err != nil {
		return conformance.Result{}, err
	}
	report, err := e.Lint(ctx, []string{name})
	if err != nil {
		return conformance.Result{}, err
	}
	got, says := "valid", ""
	for _, finding := range report.All() {
		if finding.Rule == "config/long-retention" {
			got, says = "config_warn", finding.Message
		}
	}
	return differs(says, got, want, strictness()), nil
}
