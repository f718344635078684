//go:build linux && (amd64 || arm64)

package native

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/early"
)

// tended puts this binary, as a tender, before a program. The program is compared
// with what was judged as a script is, and may be read and executed wherever it lies.
func tended(spec runner.Spec) (runner.Spec, error) {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	if err != nil {
		return spec, fmt.Errorf("find the program of skillctl: %w", err)
	}
	program := *spec.Program
	spec.Files = append(slices.Clone(spec.Files), program)
	spec.Boundary.Read = append(slices.Clone(spec.Boundary.Read), program.Real)
	spec.Argv = append([]string{self, early.TenderMarker}, spec.Argv...)
	spec.Program = &runner.Pin{Path: self, Real: self}
	return spec, nil
}
