package trust

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"unicode/utf8"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// The bounds of a folder that is signed or verified.
const (
	maxFiles = 100_000
	maxDepth = 64
	maxBytes = 8 << 30
)

// file is a regular file of a folder and its SHA-256.
type file struct {
	path   string
	digest [sha256.Size]byte
}

// hashFiles hashes every file of a folder, sorted by path. It leaves out the
// signature at name and what ignored names, at the top of the folder; left are
// those of them that are there. A link or anything else that is not a file is an
// error, as is a name that no statement can hold: nobody could say what was signed.
func hashFiles(ctx context.Context, root *os.Root, name string, ignored []string) (files []file, left []string, err error) {
	var total int64
	err = fs.WalkDir(root.FS(), ".", func(p string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case p == name:
			return nil
		case !utf8.ValidString(p):
			return &kindError{path: p, named: true}
		case p != "." && path.Dir(p) == "." && slices.Contains(ignored, p):
			left = append(left, p)
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			if depth(p) > maxDepth {
				return fmt.Errorf("%q is more than %d folders deep", p, maxDepth)
			}
			return nil
		case !entry.Type().IsRegular():
			return &kindError{path: p, mode: entry.Type()}
		case len(files) == maxFiles:
			return fmt.Errorf("there are more than %d files", maxFiles)
		}
		digest, size, err := hashFile(root, p)
		if err != nil {
			return err
		}
		if total += size; total > maxBytes {
			return fmt.Errorf("the files have more than %d bytes", int64(maxBytes))
		}
		files = append(files, file{p, digest})
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(a.path, b.path) })
	return files, left, nil
}

func depth(p string) int {
	n := 1
	for i := range len(p) {
		if p[i] == '/' {
			n++
		}
	}
	return n
}

// hashFile hashes a file that is still the regular file it was when the folder
// was listed: a link or a pipe that took its place is not followed into.
func hashFile(root *os.Root, p string) (digest [sha256.Size]byte, size int64, err error) {
	before, err := root.Lstat(p)
	if err != nil {
		return digest, 0, err
	}
	if !before.Mode().IsRegular() {
		return digest, 0, &kindError{path: p, mode: before.Mode().Type()}
	}
	f, err := root.OpenFile(p, os.O_RDONLY|folders.OpenFlags, 0)
	if err != nil {
		return digest, 0, err
	}
	defer func() { _ = f.Close() }()
	after, err := f.Stat()
	if err != nil {
		return digest, 0, err
	}
	if !os.SameFile(before, after) {
		return digest, 0, fmt.Errorf("%q was replaced while it was read", p)
	}
	sum := sha256.New()
	size, err = io.Copy(sum, io.LimitReader(f, maxBytes+1))
	if err != nil {
		return digest, 0, fmt.Errorf("read %q: %w", p, err)
	}
	return [sha256.Size]byte(sum.Sum(nil)), size, nil
}

// kindError is an entry of a folder that cannot be signed.
type kindError struct {
	path string
	mode fs.FileMode
	// named: it is its name.
	named bool
}

func (e *kindError) Error() string {
	if e.named {
		return fmt.Sprintf("the name %q is not UTF-8; a signature cannot name it", e.path)
	}
	what := "not a regular file"
	if e.mode&fs.ModeSymlink != 0 {
		what = "a link"
	}
	return fmt.Sprintf("%q is %s; a signature covers regular files only", e.path, what)
}

// compare notes where the files are not those that were signed, and what that
// comes down to.
func (f *Facts) compare(signed, there []file) {
	byPath := make(map[string]file, len(signed))
	for _, s := range signed {
		byPath[s.path] = s
	}
	for _, t := range there {
		s, ok := byPath[t.path]
		switch {
		case !ok:
			f.Extra = append(f.Extra, t.path)
		case s.digest != t.digest:
			f.Changed = append(f.Changed, t.path)
		}
		delete(byPath, t.path)
	}
	for p := range byPath {
		f.Missing = append(f.Missing, p)
	}
	slices.Sort(f.Missing)
	for _, c := range []struct {
		paths []string
		says  string
	}{{f.Changed, "was changed after it was signed"}, {f.Missing, "was signed and is missing"}, {f.Extra, "exists and was not signed"}} {
		if len(c.paths) > 0 {
			f.fail(Invalid, fmt.Sprintf("%q %s%s", c.paths[0], c.says, f.more()))
			return
		}
	}
}

// more counts the differences behind the first.
func (f *Facts) more() string {
	n := len(f.Changed) + len(f.Missing) + len(f.Extra) - 1
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d changed, %d missing, %d not signed)", len(f.Changed), len(f.Missing), len(f.Extra))
}

// readFile reads a small file of the folder, "" and false when there is none.
func readFile(root *os.Root, name string, limit int64) ([]byte, bool, error) {
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	if !info.Mode().IsRegular() {
		return nil, true, &kindError{path: name, mode: info.Mode().Type()}
	}
	f, err := root.OpenFile(name, os.O_RDONLY|folders.OpenFlags, 0)
	if err != nil {
		return nil, true, err
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, true, fmt.Errorf("read %q: %w", name, err)
	}
	if int64(len(text)) > limit {
		return nil, true, fmt.Errorf("%q has more than %d bytes", name, limit)
	}
	return text, true, nil
}

func hexDigest(digest []byte) string { return hex.EncodeToString(digest) }
