package typescript

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/internal/folder"
)

// read reads a file that is imported.
func (b *build) read(name string) (string, error) {
	b.mutex.Lock()
	b.files++
	many := b.files > MaxFiles
	b.mutex.Unlock()
	if many {
		return "", fmt.Errorf("more than %d files are imported", MaxFiles)
	}
	file, err := b.root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|folder.OpenFlags, 0)
	if err != nil {
		return "", folder.Bare(err)
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return "", folder.Bare(err)
	case !info.Mode().IsRegular():
		return "", errors.New("it is not a regular file")
	}
	text, err := io.ReadAll(io.LimitReader(file, MaxSize+1))
	if err != nil {
		return "", folder.Bare(err)
	}
	if why := unfit(string(text)); why != "" {
		return "", errors.New(why)
	}
	return string(text), nil
}
