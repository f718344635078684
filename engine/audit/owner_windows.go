package audit

import "os"

func life(pid int) Life {
	if pid <= 0 {
		return Unknown
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		return Gone
	}
	_ = process.Release()
	return Unknown
}
