package fix

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/skillctl/skillctl/engine/report/source"
)

// Apply puts the new text in the place of the old, with the mode and owner of
// the file that was there. A file that is no longer what the snapshot saw is
// left alone.
func (c *Change) Apply() error {
	if err := c.apply(); err != nil {
		return fmt.Errorf("write %q: %w", c.File, err)
	}
	return nil
}

func (c *Change) apply() error {
	p := c.known.place
	root, err := p.OpenUnlinked()
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	text, info, err := p.Read(root)
	if err != nil {
		return err
	}
	if !os.SameFile(info, c.known.info) || !bytes.Equal(text, c.Old) {
		return errChanged
	}
	temp := path.Join(path.Dir(p.Rel), ".skillctl-"+rand.Text())
	if err := write(root, temp, c.New, info); err != nil {
		_ = root.Remove(filepath.FromSlash(temp))
		return source.Bare(err)
	}
	if err := root.Rename(filepath.FromSlash(temp), filepath.FromSlash(p.Rel)); err != nil {
		_ = root.Remove(filepath.FromSlash(temp))
		return source.Bare(err)
	}
	return nil
}

func write(root *os.Root, name string, text []byte, like fs.FileInfo) error {
	file, err := root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err == nil {
		err = giveTo(file, like)
	}
	if err == nil {
		err = file.Chmod(like.Mode().Perm())
	}
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// Diff is the change as a unified diff that `git apply` takes.
func (c *Change) Diff() []byte { return Diff("a/"+c.File, c.Old, "b/"+c.File, c.New) }

// Diff is a unified diff of two texts.
func Diff(before string, was []byte, after string, is []byte) []byte {
	text := diff.Diff(quote(before), was, quote(after), is)
	// The first line repeats the names.
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[i+1:]
	}
	return text
}

// quote spells a path as Git does when it holds what a diff's header cannot.
func quote(name string) string {
	quoted := strconv.QuoteToASCII(name)
	if quoted[1:len(quoted)-1] == name && !strings.Contains(name, " ") {
		return name
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < 0x20 || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
