// Package examples has the skills and configurations that documents and tests show,
// and those that `skillctl init --example` writes.
package examples

import (
	"embed"
	"fmt"
	"io/fs"
)

//go:embed bad
var files embed.FS

// Bad are skills with faults, one of which would send away a private key, and a
// configuration with a misspelt key.
func Bad() fs.FS {
	bad, err := fs.Sub(files, "bad")
	if err != nil {
		panic(fmt.Sprintf("open the examples: %v", err)) // the name is fixed
	}
	return bad
}
