//go:build !unix

package folder

// The flags are for systems where no pipe has a place among files.
const (
	OpenFlags = 0
	NoWait    = 0
)
