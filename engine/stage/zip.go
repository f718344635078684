package stage

import (
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"
)

// The systems that archives of today are made on, as they name them.
const (
	zipDOS   = 0
	zipUnix  = 3
	zipNTFS  = 10
	zipNTFS2 = 11 // as Info-ZIP counts
	zipVFAT  = 14
	zipMac   = 19
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

// Attributes of DOS, in the low byte.
const (
	dosVolume = 0x08
	dosFolder = 0x10
)

// mode is that of Unix, 0 when the archive has none. Some programs read it whoever
// made the archive.
func (m *zipMember) mode() uint32 { return m.attributes >> 16 }

// checkMode wants attributes that all programs read alike: which of them count
// depends on the program and on the system that the archive says it is from.
func (m *zipMember) checkMode() error {
	switch m.maker {
	case zipDOS, zipUnix, zipNTFS, zipNTFS2, zipVFAT, zipMac:
	default:
		return refuse(Ambiguous, m.name, "it is from a system (%d) whose attributes programs read differently", m.maker)
	}
	mode, folder := m.mode()&unixType, strings.HasSuffix(m.name, "/")
	switch {
	case mode == unixLink:
		return refuse(Ambiguous, m.name, "it is a link, which some programs unpack as a file; put a copy in its place, or use a tar archive")
	case mode != 0 && mode != unixRegular && mode != unixDir:
		return refuse(Special, m.name, "it is neither a file nor a folder nor a link")
	case mode != 0 && folder != (mode == unixDir), m.attributes&dosFolder != 0 && !folder:
		return refuse(Ambiguous, m.name, "its name and its mode disagree about whether it is a folder")
	case folder && m.size != 0:
		return refuse(Ambiguous, m.name, "it is a folder, but has content")
	case m.attributes&dosVolume != 0:
		return refuse(Ambiguous, m.name, "it is marked as the name of a disk, which some programs leave out")
	}
	return nil
}

func (m *zipMember) unpack(archive io.ReaderAt, to *sink) error {
	if err := m.checkMode(); err != nil {
		return err
	}
	if strings.HasSuffix(m.name, "/") {
		_, err := to.claim(m.name, isDir)
		return err
	}
	content := m.open(archive)
	to.noteUnix(m.name, m.mode())
	if err := to.file(m.name, m.mode()&0o100 != 0, content, m.size); err != nil {
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
	// tail are the last bytes of what is neither packed nor of a length that stands
	// before it: programs that read from the front look for its end in it.
	tail []byte
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
	case c.marked(p[:n]):
		return 0, refuse(Ambiguous, c.member.name, "its length follows it, and there is what looks like its end in it; pack it, or write its length before it")
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

// marked says whether content whose length is not known before its end holds a mark
// of what may follow it.
func (c *zipContent) marked(p []byte) bool {
	if c.member.flags&zipDescriptor == 0 || c.member.method != zipStored {
		return false
	}
	text := append(c.tail, p...)
	c.tail = append([]byte(nil), text[max(0, len(text)-3):]...)
	for _, mark := range []uint32{zipDescriptorMark, zipLocalMark, zipCentralMark} {
		if bytes.Contains(text, binary.LittleEndian.AppendUint32(nil, mark)) {
			return true
		}
	}
	return false
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
