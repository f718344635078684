package stage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// untar unpacks a tar archive.
func untar(ctx context.Context, archive io.Reader, to *sink) error {
	in := &tarStream{r: archive, left: to.streamLimit()}
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		member, err := nextTarMember(in)
		if err != nil {
			return damagedTar(err)
		}
		if member == nil {
			return in.end()
		}
		in.left += tarOverhead
		content := &io.LimitedReader{R: in, N: member.size}
		if err := member.unpack(content, to); err != nil {
			return damagedTar(err)
		}
		if err := in.skip(content.N + padding(member.size)); err != nil {
			return damagedTar(err)
		}
	}
}

// damagedTar makes what a reader finds wrong a refusal.
func damagedTar(err error) error {
	var refused *RefusedError
	switch {
	case errors.As(err, &refused):
		return refused
	case isFileProblem(err):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return refuse(Damaged, "", "it is not a complete tar archive: it is cut off")
	}
	return refuse(Damaged, "", "it is not a complete tar archive: %v", err)
}

func (m *tarMember) unpack(content io.Reader, to *sink) error {
	switch m.kind {
	case tarFolder:
		_, err := to.claim(m.name, isDir)
		return err
	case tarRegular:
		to.noteUnix(m.name, uint32(m.mode))
		return to.file(m.name, m.mode&0o100 != 0, content, m.size)
	case tarSymlink:
		return to.symlink(m.name, m.target)
	case tarHardLink:
		return to.hardLink(m.name, m.target)
	case tarCharDevice, tarBlockDevice:
		return refuse(Special, m.name, "it is a device; files, folders and links can be installed")
	case tarPipe:
		return refuse(Special, m.name, "it is %s; files, folders and links can be installed", special(fs.ModeNamedPipe))
	case tarSparse:
		return refuse(Ambiguous, m.name, "it is a sparse file, which programs unpack differently")
	}
	return refuse(Special, m.name, "it is of the unknown kind %q; files, folders and links can be installed", m.kind)
}

// The bytes of a tar archive that are no content: headers and padding of an entry
// with a long name, and the blocks at the end.
const (
	tarBlock     = 512
	tarOverhead  = 16 * tarBlock
	tarEnd       = 2 * tarBlock
	maxTarPadded = 1 << 20
)

// padding is what fills the last block of so many bytes.
func padding(size int64) int64 { return -size & (tarBlock - 1) }

// streamLimit bounds how many bytes are unpacked from a tar archive, besides what
// each entry adds.
func (s *sink) streamLimit() int64 {
	return max(ratioGrace, min(s.limits.Bytes, s.packed*s.limits.Ratio)) + maxTarPadded
}

// tarStream bounds what is read of an archive.
type tarStream struct {
	r    io.Reader
	left int64
}

// Read reads on as long as the bound allows.
func (t *tarStream) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	if t.left -= int64(n); t.left < 0 {
		return 0, refuse(Bomb, "", "the archive unpacks to far more than its own size")
	}
	return n, err
}

// skip reads over bytes, all of which have to be there.
func (t *tarStream) skip(n int64) error {
	_, err := io.CopyN(io.Discard, t, n)
	return err
}

// end makes sure that the archive ends as one does, with two empty blocks, of which
// the first was read, and nothing but zeros behind them.
func (t *tarStream) end() error {
	var block [32 << 10]byte
	zeros := int64(tarBlock)
	for {
		n, err := t.Read(block[:])
		if !isZero(block[:n]) {
			return refuse(Ambiguous, "", "there is data after the end of the archive, which some programs unpack, too")
		}
		zeros += int64(n)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return damagedTar(fmt.Errorf("read the end: %w", err))
		}
	}
	if zeros < tarEnd {
		return refuse(Damaged, "", "the archive is incomplete: the two empty blocks at its end are missing")
	}
	return nil
}

func isZero(text []byte) bool {
	for _, b := range text {
		if b != 0 {
			return false
		}
	}
	return true
}
