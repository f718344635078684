package lock

import (
	"os"
	"strings"
)

func lastPart(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

func named(op, from, to string, err error) error {
	if err == nil {
		return nil
	}
	return &os.LinkError{Op: op, Old: from, New: to, Err: err}
}
