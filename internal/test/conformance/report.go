package conformance

import (
	"fmt"
	"os"
	"path/filepath"
)

// writeReport writes the rows that differ, one a line: suite, id, outcome, what
// differs, and the declared reason.
func writeReport(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
