package supervised

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/internal/atomicfile"
	"github.com/skillctl/skillctl/internal/folder"
)

// maxFile bounds a file that is read, in bytes.
const maxFile = 1 << 20

// WriteFile writes a value as JSON, whole or not at all.
func WriteFile(dir, name string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteIn(filepath.Join(dir, name), append(text, '\n'))
}

// OpenFile opens a file of a folder for reading. It follows no link.
func OpenFile(dir, name string) (*os.File, error) {
	root, err := folder.Open(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return folder.File(root, name)
}

// ReadFile reads what [WriteFile] wrote. It follows no link.
func ReadFile(dir, name string, into any) error {
	f, err := OpenFile(dir, name)
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}
