//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// read reads a file, or any of several.
func read(paths []string) (string, error) {
	var all error
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err == nil && len(data) > 0 {
			return path, nil
		}
		all = errors.Join(all, err)
	}
	if all == nil {
		all = errors.New("it is empty")
	}
	return "", all
}

// write changes files, or makes them.
func write(paths []string) (string, error) {
	var all error
	for _, path := range paths {
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err == nil {
			_, err = file.WriteString("changed\n")
			file.Close()
		}
		if err == nil {
			return path, nil
		}
		all = errors.Join(all, err)
	}
	return "", all
}

// truncate empties a file in each way that there is.
func truncate(paths []string) (string, error) {
	err := os.Truncate(paths[0], 0)
	if err == nil {
		return "truncate", nil
	}
	file, other := os.OpenFile(paths[0], os.O_RDONLY|os.O_TRUNC, 0)
	if other == nil {
		file.Close()
		return "open", nil
	}
	return "", errors.Join(err, other)
}

// link brings a file into the folder for temporary files, and reads it there.
func link(paths []string) (string, error) {
	hard := filepath.Join(os.TempDir(), "hard")
	err := os.Link(paths[0], hard)
	if err == nil {
		if _, err = os.ReadFile(hard); err == nil {
			return "hard link", nil
		}
	}
	soft := filepath.Join(os.TempDir(), "soft")
	other := os.Symlink(paths[0], soft)
	if other == nil {
		if _, other = os.ReadFile(soft); other == nil {
			return "symbolic link", nil
		}
	}
	return "", errors.Join(err, other)
}

// rename moves a file away and puts another in its place.
func rename(paths []string) (string, error) {
	if err := os.Rename(paths[0], filepath.Join(os.TempDir(), "moved")); err != nil {
		return "", err
	}
	return "moved", nil
}

// device makes a device and reads it.
func device([]string) (string, error) {
	path := filepath.Join(os.TempDir(), "memory")
	if err := unix.Mknod(path, unix.S_IFCHR|0o600, int(unix.Mkdev(1, 5))); err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	_, err = file.Read(make([]byte, 1))
	return "made and read", err
}

// disk writes a file of as many bytes.
func disk(args []string) (string, error) {
	var size int64
	if _, err := fmt.Sscan(args[0], &size); err != nil {
		return "", err
	}
	// The signal for a file that is too large would end the program.
	ignoreTooLarge()
	file, err := os.Create(filepath.Join(os.TempDir(), "large"))
	if err != nil {
		return "", err
	}
	defer file.Close()
	block := make([]byte, 1<<20)
	for written := int64(0); written < size; written += int64(len(block)) {
		if _, err := file.Write(block); err != nil {
			return "", err
		}
	}
	return args[0] + " bytes", nil
}
