package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// rootMark stands for the scratch folder in rows.
const rootMark = "${ROOT}"

// entry is a file of a row's tree: a text, a link, or so many equal bytes.
type entry struct {
	text     string
	Symlink  string `json:"symlink"`
	Generate string `json:"generate"`
	Size     int    `json:"size"`
	Dir      bool   `json:"dir"`
}

// UnmarshalJSON reads a text or an object; keys that are not known are an
// error, because the tree would be another one.
func (e *entry) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte(`"`)) {
		return json.Unmarshal(raw, &e.text)
	}
	type plain entry
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	return decoder.Decode((*plain)(e))
}

// layOut writes a tree below a folder, which must be empty.
func layOut(root string, tree map[string]entry) error {
	return within(root, slices.Sorted(maps.Keys(tree)), func(folder *os.Root, name string) error {
		return tree[name].write(root, folder, name)
	})
}

// within makes the places of some names below a folder, each by a function. No name
// and no link leads out of the folder.
func within(root string, names []string, fill func(folder *os.Root, name string) error) (err error) {
	folder, err := folders.Open(root)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	for _, name := range names {
		place := filepath.FromSlash(name)
		if dir := filepath.Dir(filepath.Clean(place)); dir != "." {
			if err := folder.MkdirAll(dir, 0o755); err != nil {
				return fmt.Errorf("lay out %q: %w", name, err)
			}
		}
		if err := fill(folder, place); err != nil {
			return fmt.Errorf("lay out %q: %w", name, err)
		}
	}
	return nil
}

// LayOut writes files with their texts below a folder, and nowhere else.
func LayOut(root string, files map[string]string) error {
	return within(root, slices.Sorted(maps.Keys(files)), func(folder *os.Root, name string) error {
		return folder.WriteFile(name, []byte(files[name]), 0o600)
	})
}

func (e entry) write(root string, folder *os.Root, place string) error {
	switch {
	case e.Symlink != "":
		return folder.Symlink(strings.ReplaceAll(e.Symlink, rootMark, root), place)
	case e.Dir:
		return folder.MkdirAll(place, 0o755)
	case e.Generate != "":
		return folder.WriteFile(place, bytes.Repeat([]byte(e.Generate), e.Size/len(e.Generate)), 0o644)
	}
	return folder.WriteFile(place, []byte(e.text), 0o644)
}
