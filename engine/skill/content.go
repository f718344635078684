package skill

import (
	"bytes"
	"io"
	"strings"

	"github.com/skillctl/skillctl/engine/scan"
)

// maxWaiting bounds the bytecode that is held until its source can be read, in
// bytes; what is beyond is not compared with its source.
const maxWaiting = 4 << 20

// compiled is bytecode that is looked into when all files are known.
type compiled struct {
	path string
	text []byte
	size int64
}

// inspect takes down what the text of a file says about it; kept says that the caller
// holds on to the text.
func (r *reader) inspect(f *File, text []byte, kept bool) {
	f.Head = headOf(text)
	r.gitText(f, text)
	if s, ok := scan.ReadShebang(text[:min(len(text), scan.HeadSize)]); ok {
		f.Shebang = &s
	}
	if scan.PycSource(f.Path) != "" && r.waiting+int64(len(text)) <= maxWaiting {
		r.waiting += int64(len(text))
		r.compiled = append(r.compiled, compiled{path: f.Path, text: bytes.Clone(text), size: f.Size})
		return
	}
	r.content(f, text, nil)
	r.keep(f, text, kept)
}

// headOf is how a file begins that names its interpreter, "" for any other.
func headOf(text []byte) string {
	head := string(text[:min(len(text), HeadBytes)])
	if !strings.HasPrefix(strings.TrimSpace(strings.ToValidUTF8(head, "\uFFFD")), "#!") {
		return ""
	}
	return head
}

// content classifies a file; the source is that of bytecode.
func (r *reader) content(f *File, text, source []byte) {
	c := scan.Inspect(r.ctx, f.Path, text, f.Size, source, scan.Limits{})
	f.Content = &c
	if c.Archive != nil && !c.Archive.Complete {
		r.gap(f.Path, GapArchive, "the archive could not be listed to the end: %s", c.Archive.Problem)
	}
	// The skill's own folder may be a worktree; one inside it is not there.
	if c.Pointer != nil && f.Path != ".git" {
		r.gap(f.Path, GapAbsent, "the file stands for content that is somewhere else: %s", c.Pointer.Target)
	}
}

// bytecode compares compiled files with their sources, which may stand
// anywhere in the order of reading.
func (r *reader) bytecode() {
	for _, c := range r.compiled {
		f := r.skill.File(c.path)
		r.content(f, c.text, r.source(scan.PycSource(c.path)))
		// Only its name says that it is bytecode: it may be a text all the same.
		r.keep(f, c.text, true)
	}
	r.compiled = nil
}

// source reads a regular file of the package again, nil when it cannot.
func (r *reader) source(path string) []byte {
	f := r.skill.File(path)
	if f == nil || f.Type != TypeRegular || f.Read != ReadFull {
		return nil
	}
	info, err := r.root.Lstat(path)
	if err != nil {
		return nil
	}
	h, err := openRegular(r.root, path, info)
	if err != nil {
		return nil
	}
	defer h.Close()
	text, err := io.ReadAll(io.LimitReader(h, r.cfg.limits.FileBytes))
	if err != nil {
		return nil
	}
	return text
}
