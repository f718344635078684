package native

import (
	"os"
	"path/filepath"
)

// Temporary are globs of the folders that a run has for its temporary files.
func Temporary(id string) []string {
	return []string{filepath.Join(os.TempDir(), "skillctl-run-"+id+"-*"), filepath.Join(os.TempDir(), "skillctl-"+id+"-*")}
}
