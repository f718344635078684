package stage

import (
	"bufio"
	"compress/flate"
	"context"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"
)

// Who made an archive, as far as its modes are those of Unix.
const (
	zipUnix = 3
	zipMac  = 19
)

// Types in a mode of Unix.
const (
	unixType    = 0o170000
	unixDir     = 0o040000
	unixRegular = 0o100000
	unixLink    = 0o120000
	unixSetuid  = 0o4000
	unixSetgid  = 0o2000
)

// maxTarget bounds the text of a link, in bytes.
const maxTarget = 4096

// unzip unpacks a zip archive.
func unzip(ctx context.Context, archive io.ReaderAt, size int64, to *sink) error {
	members, err := zipMembers(archive, size, to.limits.Files)
	if err != nil {
		return err
	}
	var total int64
	for i := range members {
		total += members[i].size
	}
	if total > to.allowance() {
		return to.tooMuch("")
	}
	for i := range members {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := members[i].unpack(archive, to); err != nil {
			return err
		}
	}
	return nil
}

// mode is that of Unix, 0 when the archive has none.
func (m *zipMember) mode() uint32 {
	if m.maker == zipUnix || m.maker == zipMac {
		return m.attributes >> 16
	}
	return 0
}

func (m *zipMember) unpack(archive io.ReaderAt, to *sink) error {
	mode, folder := m.mode(), strings.HasSuffix(m.name, "/")
	switch mode & unixType {
	case 0, unixRegular, unixDir, unixLink:
	default:
		return refuse(Special, m.name, "it is neither a file nor a folder nor a link")
	}
	if folder != (mode&unixType == unixDir) && mode&unixType != 0 {
		return refuse(Ambiguous, m.name, "its name and its mode disagree about whether it is a folder")
	}
	if folder {
		if m.size != 0 {
			return refuse(Ambiguous, m.name, "it is a folder, but has content")
		}
		_, err := to.claim(m.name, isDir)
		return err
	}
	content := m.open(archive)
	if mode&unixType == unixLink {
		if m.size > maxTarget {
			return refuse(BadName, m.name, "it is a link to a name that is too long")
		}
		target, err := io.ReadAll(content)
		if err != nil {
			return content.problem(err)
		}
		return to.symlink(m.name, string(target))
	}
	to.noteUnix(m.name, mode)
	if err := to.file(m.name, mode&0o100 != 0, content, m.size); err != nil {
		return content.problem(err)
	}
	return nil
}

func (s *sink) noteUnix(name string, mode uint32) {
	var bits fs.FileMode
	if mode&unixSetuid != 0 {
		bits |= fs.ModeSetuid
	}
	if mode&unixSetgid != 0 {
		bits |= fs.ModeSetgid
	}
	s.noteMode(name, bits)
}

// zipContent is what a member holds. At its end the checksum has to be right and
// the packed data used up.
type zipContent struct {
	member *zipMember
	packed *bufio.Reader
	r      io.Reader
	sum    hash.Hash32
	n      int64
}

func (m *zipMember) open(archive io.ReaderAt) *zipContent {
	c := &zipContent{member: m, packed: bufio.NewReader(io.NewSectionReader(archive, m.data, m.packed)), sum: crc32.NewIEEE()}
	c.r = c.packed
	if m.method == zipDeflated {
		c.r = flate.NewReader(c.packed) // reads no further than its end
	}
	return c
}

// Read gives at most as many bytes as are announced.
func (c *zipContent) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.sum.Write(p[:n])
	c.n += int64(n)
	switch {
	case c.n > c.member.size:
		return 0, refuse(Ambiguous, c.member.name, "it unpacks to more than the %d bytes that its header states", c.member.size)
	case errors.Is(err, io.EOF):
		if _, more := c.packed.ReadByte(); !errors.Is(more, io.EOF) {
			return 0, refuse(Ambiguous, c.member.name, "there is hidden data after its compressed data")
		}
		if c.n != c.member.size || c.sum.Sum32() != c.member.crc {
			return 0, refuse(Damaged, c.member.name, "its size or its checksum is wrong")
		}
	}
	return n, err
}

// problem makes what goes wrong with the data a refusal.
func (c *zipContent) problem(err error) error {
	var refused *RefusedError
	switch {
	case errors.As(err, &refused):
		return refused
	case isFileProblem(err):
		return err
	}
	return refuse(Damaged, c.member.name, "its data is damaged: %v", err)
}
