//go:build !(linux && (amd64 || arm64))

package native

import "os"

// openPinned opens a regular file.
func openPinned(path string, _ bool) (*os.File, error) { return os.Open(path) }
