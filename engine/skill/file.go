package skill

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/agent"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/folder"
)

// firstBuffer is the size of the buffer that files are read into, before it
// has to grow.
const firstBuffer = 16 << 10

// keptBytes bounds the documents of a package that are kept in memory.
const keptBytes = 32 << 20

// isDocument reports whether files with this extension are kept after reading.
func isDocument(ext string) bool {
	switch ext {
	case ".md", ".markdown", ".mdx", ".toml", ".json", ".jsonc", ".yaml", ".yml":
		return true
	}
	return false
}

// isInstructions reports whether a file is one that agents take for instructions, whatever
// its extension.
func isInstructions(name string) bool {
	file, ok := agent.Of(name)
	return ok && file.Kind == agent.KindInstructions
}

// setsVariables reports whether agents take variables from a file.
func setsVariables(name string) bool {
	file, ok := agent.Of(name)
	return ok && file.Kind == agent.KindVariables
}

// regular reads a regular file and takes down what its bytes say.
func (r *reader) regular(dir *os.Root, name string, f *File, info fs.FileInfo) {
	if r.spent {
		return
	}
	if r.read+min(info.Size(), r.cfg.limits.DigestBytes) > r.cfg.limits.TotalBytes {
		r.spent = true
		r.gap(f.Path, GapTotalSize, "the files before it and this one hold more than %d bytes; it and what follows was not read", r.cfg.limits.TotalBytes)
		return
	}
	h, err := openRegular(dir, name, info)
	if err != nil {
		reason := GapUnreadable
		if errors.Is(err, errReplaced) {
			reason = GapChanged
		}
		r.gap(f.Path, reason, "open the file: %s", folder.Bare(err))
		return
	}
	defer h.Close()
	document := isDocument(f.Ext) || isInstructions(f.Path) || setsVariables(f.Path)
	keep := document && r.kept+min(info.Size(), r.cfg.limits.FileBytes) <= keptBytes
	text, whole, err := r.text(h, info.Size(), keep)
	r.read += int64(len(text))
	if err != nil {
		f.Read = ReadPartial
		r.gap(f.Path, GapUnreadable, "read the file: %s", folder.Bare(err))
		return
	}
	f.Read = ReadFull
	if whole {
		f.Size = int64(len(text))
		f.Digest = hexDigest(sha256.Sum256(text))
	} else {
		f.Read = ReadPartial
		r.rest(h, f, text, info.Size())
		text = text[:min(int64(len(text)), r.cfg.limits.FileBytes)]
	}
	r.lookInto(f, text, keep)
	r.skill.seek(f, text)
	switch {
	case keep:
		r.kept += int64(len(text))
		r.skill.documents[f.Path] = text
	case document:
		r.gap(f.Path, GapTotalSize, "the documents of the package hold more than %d bytes; this one was not looked into", int64(keptBytes))
	}
	if isMarkdown(f.Ext) && !utf8.Valid(text) {
		r.gap(f.Path, GapNotUTF8, "the text is not UTF-8; parts of it may read differently elsewhere")
	}
	if name := strangeCoding(text, strings.Contains(languageOf(f), "python")); name != "" {
		r.gap(f.Path, GapNotUTF8, "the text says that it is written in %q: what it says to who reads it so was not read", name)
	}
	if r.cfg.visit != nil {
		r.cfg.visit(f, text)
	}
}

// lookInto takes down what the text of a file holds, as far as the package may be looked into.
func (r *reader) lookInto(f *File, text []byte, keep bool) {
	r.over = !r.may(text)
	if r.over {
		r.gap(f.Path, GapCode, "the package has more files and text than are looked into for keys, packages and commands")
	}
	r.inspect(f, text, keep)
	if !r.over && !r.cfg.unread {
		r.keys(f.Path, text)
		r.packages(f.Path, text)
		r.provisions(f.Path, text)
		r.parties(f.Path, text)
		r.laid(f, text)
		r.steps(f, text)
		if !keep {
			r.remember(f.Path, text)
		}
	}
}

var errReplaced = errors.New("the file was replaced while it was read")

// openRegular opens a file that was a regular file a moment ago, and makes sure
// that it still is the same one.
func openRegular(dir *os.Root, name string, info fs.FileInfo) (*os.File, error) {
	h, err := dir.OpenFile(name, os.O_RDONLY|folder.NoWait, 0)
	if err != nil {
		return nil, err
	}
	now, err := h.Stat()
	if err == nil && (!now.Mode().IsRegular() || !os.SameFile(info, now)) {
		err = errReplaced
	}
	if err != nil {
		h.Close()
		return nil, err
	}
	return h, nil
}

// text reads a file up to the limit and reports whether that was all of it.
// Text that is not kept is valid until the next call.
func (r *reader) text(h io.Reader, size int64, keep bool) ([]byte, bool, error) {
	limit := r.cfg.limits.FileBytes
	// One byte more than the size, so that the end is met without growing.
	want := int(min(size, limit)) + 1
	buf := r.buf
	switch {
	case keep:
		buf = make([]byte, want)
	case cap(buf) < want:
		buf = make([]byte, max(want, firstBuffer))
	}
	buf = buf[:cap(buf)]
	n := 0
	for {
		if n == len(buf) {
			buf = append(buf, make([]byte, len(buf))...)
		}
		m, err := h.Read(buf[n:])
		n += m
		if int64(n) > limit || errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return buf[:n], false, err
		}
	}
	if !keep {
		r.buf = buf
	}
	if int64(n) <= limit {
		return buf[:n:n], true, nil
	}
	// What lies beyond the limit is still hashed: rest needs it.
	return buf[:n], false, nil
}

// What a file takes of a [work.Budget], and how many bytes of one that is text take one unit.
const (
	fileUnits = 300
	perText   = 8
)

// may reports whether there is work left for what is looked for in all files.
func (r *reader) may(text []byte) bool {
	units := fileUnits
	if bytes.IndexByte(text, 0) < 0 {
		units += len(text) / perText
	}
	return r.skill.work.Take(work.Files, units)
}

// rest hashes what lies beyond the text of a file, and notes the gap.
func (r *reader) rest(h io.Reader, f *File, text []byte, size int64) {
	limits := r.cfg.limits
	r.gap(f.Path, GapFileSize, "%d bytes long; only the first %d were looked at", max(size, int64(len(text))), limits.FileBytes)
	if size > limits.DigestBytes {
		return
	}
	sum := sha256.New()
	sum.Write(text)
	n, err := io.Copy(sum, io.LimitReader(ctxReader{r, h}, limits.DigestBytes-int64(len(text))+1))
	r.read += n
	if err != nil || int64(len(text))+n > limits.DigestBytes {
		return
	}
	f.Size = int64(len(text)) + n
	f.Digest = hexDigest([sha256.Size]byte(sum.Sum(nil)))
}

// ctxReader stops reading when the reader's context is done.
type ctxReader struct {
	r *reader
	h io.Reader
}

func (c ctxReader) Read(p []byte) (int, error) {
	if err := c.r.ctx.Err(); err != nil {
		return 0, err
	}
	return c.h.Read(p)
}

const digestPrefix = "sha256:"

// hexDigest spells a digest as lock files and findings name it.
func hexDigest(sum [sha256.Size]byte) string {
	var b [len(digestPrefix) + 2*sha256.Size]byte
	copy(b[:], digestPrefix)
	hex.Encode(b[len(digestPrefix):], sum[:])
	return string(b[:])
}

// field adds a string to a digest so that no two lists of strings give the same
// bytes.
func field(h hash.Hash, buf []byte, values ...string) []byte {
	buf = buf[:0]
	for _, v := range values {
		n := len(v)
		buf = append(buf, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
		buf = append(buf, v...)
	}
	h.Write(buf)
	return buf
}
