package kit

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// discardInput forgets what was typed ahead on a terminal.
func discardInput(in io.Reader) {
	if f, ok := in.(*os.File); ok {
		// What is no terminal has nothing to forget.
		_ = unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCIFLUSH)
	}
}
