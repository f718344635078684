//go:build !unix

package lock

import "os"

// syncFolder has nothing to do: folders cannot be brought to the disk.
func syncFolder(*os.File) error { return nil }
