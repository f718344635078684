package secret

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/folder"
)

// file reads a secret out of a private file.
func (r *Resolver) file(provider *document.Node, ref Ref) (string, error) {
	path, _ := provider.At("path").Interface().(string)
	text, err := readPrivate(r.place.Expand(path), number(provider.At("maxBytes"), maxBytes))
	if err != nil {
		return "", err
	}
	mode, _ := provider.At("mode").Interface().(string)
	switch {
	case mode == "singleValue" && ref.ID == "value":
		return strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r"), nil
	case mode == "singleValue":
		return "", fmt.Errorf("the file holds one value: the id must be \"value\"")
	case ref.ID == "value":
		return "", fmt.Errorf("the file is JSON: the id must be a pointer into it, such as /api/key")
	}
	return pointed(text, ref.ID)
}

// pointed is the text that a JSON pointer (RFC 6901) leads to.
func pointed(text []byte, pointer string) (string, error) {
	var value any
	if json.Unmarshal(text, &value) != nil {
		return "", errors.New("the file is not JSON")
	}
	if _, ok := value.(map[string]any); !ok {
		return "", errors.New("the file is not a JSON object")
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		switch at := value.(type) {
		case map[string]any:
			value = at[part]
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(at) {
				return "", errors.New("the file has no value there")
			}
			value = at[i]
		default:
			return "", errors.New("the file has no value there")
		}
	}
	found, ok := value.(string)
	if !ok {
		return "", errors.New("the file has no text there")
	}
	return found, nil
}

// stored reads an entry of the store.
func (r *Resolver) stored(ref Ref) (string, error) {
	if r.place.Store == "" {
		return "", errors.New("no folder for the store is known")
	}
	name := filepath.Join(r.place.Store, ref.ID)
	text, err := readPrivate(name, maxStored)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("the store has no entry: write it to %q, for you alone to read (OpenClaw's own store is not read here)", name)
	}
	return string(text), err
}

// maxStored is the largest entry of a store, in bytes.
const maxStored = 64 << 10

// readPrivate reads a file that nobody but the user can read or change: regular,
// with one name, reached by no link.
func readPrivate(name string, most int64) ([]byte, error) {
	if !filepath.IsAbs(name) {
		return nil, fmt.Errorf("the file %q is not named by an absolute path", name)
	}
	before, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, fmt.Errorf("%q is not a regular file; links are not allowed", name)
	}
	file, err := os.OpenFile(name, os.O_RDONLY|folder.OpenFlags, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !os.SameFile(before, info) {
		return nil, fmt.Errorf("%q was replaced while it was opened", name)
	}
	if why := shared(info); why != "" {
		return nil, fmt.Errorf("%q %s", name, why)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("others than its owner may read or change %q (mode %04o); chmod 600 it", name, info.Mode().Perm())
	}
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%q is larger than %d bytes", name, most)
	}
	return text, err
}
