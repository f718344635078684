//go:build !unix

package trust

const openFlags = 0
