//go:build !unix

package stage

import "io/fs"

const (
	openFlags  = 0
	followFlag = 0
)

func links(fs.FileInfo) uint64 { return 1 }
