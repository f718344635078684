//go:build !linux

package folder

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

func entries(name string, most int) ([]Entry, error) {
	dir, err := os.Open(name + string(filepath.Separator) + ".")
	if err != nil {
		return nil, err
	}
	defer func() { _ = dir.Close() }()
	var list []Entry
	read, err := dir.ReadDir(most + 1)
	for _, one := range read {
		list = append(list, Entry{one.Name(), one.Type()})
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return list, err
}
