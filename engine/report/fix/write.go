package fix

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/skillctl/skillctl/engine/report/source"
	"github.com/skillctl/skillctl/internal/atomicfile"
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
	return source.Bare(atomicfile.Write(root, filepath.FromSlash(p.Rel), c.New, atomicfile.Like(info), atomicfile.Lasting()))
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
