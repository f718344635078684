//go:build unix && !linux

package audit

import "testing"

func smallDisk(t *testing.T) string {
	t.Helper()
	t.Skip("a small file system is only mounted on Linux")
	return ""
}
