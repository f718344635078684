//go:build !unix

package docker

import "os"

// owner is nobody where folders have no owner that a container knows.
func owner(os.FileInfo) string { return nobody }
