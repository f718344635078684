package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// layOut writes a tree below root, which must be empty.
func layOut(root string, tree map[string]entry) error {
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		place := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
			return fmt.Errorf("lay out %q: %w", name, err)
		}
		if err := tree[name].write(root, place); err != nil {
			return fmt.Errorf("lay out %q: %w", name, err)
		}
	}
	return nil
}

func (e entry) write(root, place string) error {
	switch {
	case e.Symlink != "":
		return os.Symlink(strings.ReplaceAll(e.Symlink, rootMark, root), place)
	case e.Dir:
		return os.MkdirAll(place, 0o755)
	case e.Generate != "":
		return os.WriteFile(place, bytes.Repeat([]byte(e.Generate), e.Size/len(e.Generate)), 0o644)
	}
	return os.WriteFile(place, []byte(e.text), 0o644)
}
