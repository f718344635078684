//go:build !unix

package machine

import "io/fs"

// executable says whether there is a file: elsewhere no bit tells.
func executable(_ string, info fs.FileInfo) bool { return info != nil }
