//go:build !linux && !darwin

package lock

import (
	"errors"
	"os"
)

// exchange is [errors.ErrUnsupported].
func exchange(*os.File, string, *os.File, string) error { return errors.ErrUnsupported }

// moveNew moves a folder to a name that nothing else has.
func moveNew(root *os.Root, _ *os.File, full string, _ *os.File, to string) error {
	return root.Rename(full, to)
}
