//go:build !unix

package runs

import (
	"errors"
	"io/fs"
)

// pipe is an error: on this system no pipe has a place among files.
func pipe(place string, _ uint32) error {
	return &fs.PathError{Op: "make the pipe", Path: place, Err: errors.ErrUnsupported}
}
