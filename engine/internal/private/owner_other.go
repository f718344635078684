//go:build !unix

package private

import "io/fs"

// On Windows modes tell nothing; a user's folder is private by its access list.

func foreign(fs.FileInfo) bool { return false }

func systems(fs.FileInfo) bool { return true }

func writableByOthers(fs.FileInfo) bool { return false }
