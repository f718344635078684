package audit

import "os"

const openFlags = 0

func links(os.FileInfo) uint64 { return 1 }
