//go:build !unix

package folder

// OpenFlags are for systems where no pipe has a place among files.
const OpenFlags = 0
