package schema

import (
	"fmt"

	"cuelang.org/go/cue"
	_ "cuelang.org/go/pkg/list"    // what rules import
	_ "cuelang.org/go/pkg/strings" // what rules import
)

// newContext makes what rules are evaluated in: CUE with the two of its libraries that
// rules import. The package cuecontext draws in all of them, with what runs tasks and
// what reads and writes other formats: seventy packages that each start initialises, and
// templates that call any method by its name, for which the linker keeps all methods of
// all packages. A Runtime is the same as a Context; only the way to make values with it
// is deprecated, and is used once, for it to prepare itself.
func newContext() (*cue.Context, error) {
	var made cue.Runtime                            //nolint:staticcheck // see above
	if _, err := made.Compile("", ""); err != nil { //nolint:staticcheck // see above
		return nil, fmt.Errorf("prepare to evaluate rules: %w", err)
	}
	return (*cue.Context)(&made), nil
}
