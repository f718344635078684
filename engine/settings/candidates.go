package settings

import (
	"os"
	"path/filepath"
)

// Candidates are the paths where a settings file of the system, the user or the
// project may be, seen from a folder, whether there is one or not.
func Candidates(dir string) []string {
	folders := Folders()
	home, _ := os.UserHomeDir()
	for abs, err := filepath.Abs(dir); err == nil; abs = filepath.Dir(abs) {
		folders = append(folders, abs)
		if _, err := os.Lstat(filepath.Join(abs, ".git")); err == nil || abs == home || abs == filepath.Dir(abs) {
			break
		}
	}
	var out []string
	for _, folder := range folders {
		for _, name := range fileNames() {
			out = append(out, filepath.Join(folder, name))
		}
	}
	return out
}

// FilesIn are the names that a settings file of a folder may have, whether it is there or
// not.
func FilesIn(dir string) []string {
	var out []string
	for _, name := range fileNames() {
		out = append(out, filepath.Join(dir, name))
	}
	return out
}
