package stage

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// untar unpacks a tar archive.
func untar(ctx context.Context, archive io.Reader, to *sink) error {
	in := &tarStream{r: archive, left: to.streamLimit()}
	reader := tar.NewReader(in)
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return in.end()
		}
		if err != nil {
			return damagedTar(err)
		}
		in.left += tarOverhead
		if err := tarMember(header, reader, to); err != nil {
			return damagedTar(err)
		}
	}
}

// damagedTar makes what a reader finds wrong a refusal.
func damagedTar(err error) error {
	var refused *RefusedError
	if errors.As(err, &refused) {
		return refused
	}
	for _, broken := range []error{tar.ErrHeader, io.ErrUnexpectedEOF, tar.ErrFieldTooLong, tar.ErrInsecurePath} {
		if errors.Is(err, broken) {
			return refuse(Damaged, "", "it is not a complete tar archive: %v", broken)
		}
	}
	if isFileProblem(err) {
		return err
	}
	return refuse(Damaged, "", "it is not a complete tar archive: %v", err)
}

func tarMember(h *tar.Header, content io.Reader, to *sink) error {
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return refuse(Ambiguous, h.Name, "it is a sparse file, which programs unpack differently")
		}
	}
	switch h.Typeflag {
	case tar.TypeDir:
		_, err := to.claim(h.Name, isDir)
		return err
	case tar.TypeReg:
		to.noteMode(h.Name, h.FileInfo().Mode())
		return to.file(h.Name, h.Mode&0o100 != 0, content, h.Size)
	case tar.TypeSymlink:
		return to.symlink(h.Name, h.Linkname)
	case tar.TypeLink:
		return to.hardLink(h.Name, h.Linkname)
	case tar.TypeXGlobalHeader:
		for key := range h.PAXRecords {
			if key != "comment" {
				return refuse(Ambiguous, "", "it sets %q for all files, which programs handle differently", key)
			}
		}
		return nil
	case tar.TypeGNUSparse:
		return refuse(Ambiguous, h.Name, "it is a sparse file, which programs unpack differently")
	case tar.TypeChar, tar.TypeBlock:
		return refuse(Special, h.Name, "it is a device; files, folders and links can be installed")
	case tar.TypeFifo:
		return refuse(Special, h.Name, "it is a named pipe; files, folders and links can be installed")
	}
	return refuse(Special, h.Name, "it is of the unknown kind %q; files, folders and links can be installed", h.Typeflag)
}

// The bytes of a tar archive that are no content: headers and padding of an entry
// with a long name, and the blocks at the end.
const (
	tarBlock     = 512
	tarOverhead  = 16 * tarBlock
	tarEnd       = 2 * tarBlock
	maxTarPadded = 1 << 20
)

// streamLimit bounds how many bytes are unpacked from a tar archive, besides what
// each entry adds.
func (s *sink) streamLimit() int64 {
	return max(ratioGrace, min(s.limits.Bytes, s.packed*s.limits.Ratio)) + maxTarPadded
}

// tarStream counts what is read, and the zeros at its end.
type tarStream struct {
	r     io.Reader
	left  int64
	zeros int64
}

// Read reads on as long as the bound allows.
func (t *tarStream) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	if t.left -= int64(n); t.left < 0 {
		return 0, refuse(Bomb, "", "the archive unpacks to far more than its own size")
	}
	at := n
	for at > 0 && p[at-1] == 0 {
		at--
	}
	if at > 0 {
		t.zeros = 0
	}
	t.zeros += int64(n - at)
	return n, err
}

// end makes sure that the archive ends as one does, with two empty blocks and
// nothing but zeros behind them.
func (t *tarStream) end() error {
	var block [32 << 10]byte
	for {
		n, err := t.Read(block[:])
		if t.zeros < int64(n) {
			return refuse(Ambiguous, "", "there is data after the end of the archive, which some programs unpack, too")
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return damagedTar(fmt.Errorf("read the end: %w", err))
		}
	}
	if t.zeros < tarEnd {
		return refuse(Damaged, "", "the archive is incomplete: the two empty blocks at its end are missing")
	}
	return nil
}
