package folder

import (
	"errors"
	"io/fs"
)

// Cause strips the path from a system error, for a message that names the path
// itself.
func Cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
