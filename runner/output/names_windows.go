package output

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// names counts the names of a file.
func names(file *os.File) (uint64, error) {
	var info windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(windows.Handle(file.Fd()), &info); err != nil {
		return 0, fmt.Errorf("count the names of %q: %w", file.Name(), err)
	}
	return uint64(info.NumberOfLinks), nil
}
