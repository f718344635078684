package cache

import "io/fs"

// writableByOthers is not told by the mode on Windows, where a user's cache
// folder is private by its access list.
func writableByOthers(fs.FileInfo) bool { return false }

// foreign is not told either.
func foreign(fs.FileInfo) bool { return false }
