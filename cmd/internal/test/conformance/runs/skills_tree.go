package runs

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the tree of the suite "openclaw-skills"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

//go:embed testdata/openclaw-skills-tree.json.gz
var skillsTree []byte

// treeEntry is one file, folder or link of the tree. $ROOT stands for the folder
// that it is laid out in.
type treeEntry struct {
	Path string `json:"path"`
	Mode string `json:"mode"`
	Dir  bool   `json:"dir"`
	FIFO bool   `json:"fifo"`
	// Link is where a symbolic link leads, Hard another name of the file.
	Link   string `json:"link"`
	Hard   string `json:"hard"`
	Text   string `json:"text"`
	Base64 string `json:"base64"`
}

// layOutSkills writes the tree into an empty folder.
func layOutSkills(root string) error {
	z, err := gzip.NewReader(bytes.NewReader(skillsTree))
	if err != nil {
		return fmt.Errorf("read the tree: %w", err)
	}
	var entries []treeEntry
	if err := json.NewDecoder(z).Decode(&entries); err != nil {
		return fmt.Errorf("read the tree: %w", err)
	}
	for i := range entries {
		if err := entries[i].write(root); err != nil {
			return fmt.Errorf("lay out %q: %w", entries[i].Path, err)
		}
	}
	return nil
}

func (e *treeEntry) write(root string) error {
	place := filepath.Join(root, e.Path)
	mode, err := strconv.ParseUint(e.Mode, 8, 32)
	if err != nil && e.Link == "" {
		return err
	}
	switch {
	case e.Link != "":
		return os.Symlink(strings.ReplaceAll(e.Link, "$ROOT", root), place)
	case e.Hard != "":
		return os.Link(filepath.Join(root, e.Hard), place)
	case e.Dir:
		return os.MkdirAll(place, os.FileMode(mode)|0o700)
	case e.FIFO:
		return pipe(place, uint32(mode))
	}
	text := []byte(strings.ReplaceAll(e.Text, "$ROOT", root))
	if e.Base64 != "" {
		if text, err = base64.StdEncoding.DecodeString(e.Base64); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(place, text, 0o600); err != nil {
		return err
	}
	return os.Chmod(place, os.FileMode(mode))
}
