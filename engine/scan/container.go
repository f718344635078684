package scan

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"compress/bzip2"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// zipLocked is the bit of the general purpose flags that says "encrypted".
const zipLocked = 0x1

func (w *walker) zip(prefix string, r io.ReaderAt, size int64, depth int) {
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		w.fail("damaged zip: %v", err)
		return
	}
	for _, f := range z.File {
		mode := f.Mode()
		e := entry{
			name: f.Name, size: clamp(f.UncompressedSize64), dir: mode.IsDir(),
			device: mode&(fs.ModeDevice|fs.ModeNamedPipe|fs.ModeSocket) != 0,
			locked: f.Flags&zipLocked != 0,
		}
		if mode&fs.ModeSetuid != 0 {
			e.mode |= 0o4000
		}
		if mode&fs.ModeSetgid != 0 {
			e.mode |= 0o2000
		}
		w.zipContent(f, mode, &e)
		ok := w.visit(prefix, e, depth)
		if c, isCloser := e.content.(io.Closer); isCloser {
			_ = c.Close() // nothing was written
		}
		if !ok {
			return
		}
	}
}

func (w *walker) zipContent(f *zip.File, mode fs.FileMode, e *entry) {
	if e.locked || e.dir || e.device {
		return
	}
	rc, err := f.Open()
	if err != nil {
		w.fail("entry %s cannot be read: %v", strings.ToValidUTF8(f.Name, "\uFFFD"), err)
		return
	}
	if mode&fs.ModeSymlink == 0 {
		e.content = rc
		return
	}
	target, err := io.ReadAll(io.LimitReader(&meter{r: rc, w: w}, 4096))
	_ = rc.Close()
	if err != nil {
		w.fail("link %s cannot be read: %v", strings.ToValidUTF8(f.Name, "\uFFFD"), err)
	}
	e.link = cmp.Or(string(target), "?")
}

func clamp(n uint64) int64 {
	// A header may lie; beyond this the sum would overflow.
	return int64(min(n, 1<<50))
}

func (w *walker) tar(prefix string, r io.Reader, depth int) {
	t := tar.NewReader(r)
	for {
		h, err := t.Next()
		if err == io.EOF {
			return
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			w.fail("damaged tar: %v", err)
			return
		}
		e := entry{name: h.Name, size: clamp(uint64(max(h.Size, 0))), mode: uint32(h.Mode) & 0o7777}
		switch h.Typeflag {
		case tar.TypeDir:
			e.dir = true
		case tar.TypeSymlink, tar.TypeLink:
			e.link = cmp.Or(h.Linkname, "?")
			if h.Typeflag == tar.TypeLink && leaves(h.Linkname) {
				w.note(&w.a.LinksOut, prefix+h.Name+" -> "+h.Linkname)
			}
		case tar.TypeChar, tar.TypeBlock, tar.TypeFifo:
			e.device = true
		default:
			e.content = t
		}
		if !w.visit(prefix, e, depth) {
			return
		}
	}
}

// compressed unpacks a single stream; what it holds is most often a tar.
func (w *walker) compressed(kind, prefix string, r io.Reader, depth int) {
	inner, closer, err := decompressor(kind, r)
	if err != nil {
		w.fail("damaged %s: %v", kind, err)
		return
	}
	if inner == nil {
		w.fail("archives of type %s cannot be listed", kind)
		return
	}
	defer closer()
	buffered := bufio.NewReaderSize(&meter{r: inner, w: w}, HeadSize)
	head, err := buffered.Peek(HeadSize)
	if err != nil && !errors.Is(err, io.EOF) {
		w.fail("damaged %s: %v", kind, err)
		return
	}
	c := Classify(head, "")
	switch {
	case c.Type == "tar" || c.Type == "cpio":
		if depth == 1 {
			w.a.Format = c.Type + "+" + kind
		}
		w.stream(c.Type, prefix, buffered, depth)
	case c.Class == ClassArchive:
		w.nested(prefix, c.Type, buffered, depth)
	default:
		w.a.Entries++
		if c.Class == ClassExecutable {
			w.note(&w.a.Executables, prefix+"(content)")
		}
	}
	if w.stop {
		return
	}
	if _, err := io.Copy(io.Discard, buffered); err != nil {
		w.fail("damaged %s: %v", kind, err)
	}
}

// stream lists an archive whose bytes come out of a decompressor and have been
// counted there.
func (w *walker) stream(kind, prefix string, r io.Reader, depth int) {
	counted := w.counted
	w.counted = true
	if kind == "tar" {
		w.tar(prefix, r, depth)
	} else {
		w.cpio(prefix, r, depth)
	}
	w.counted = counted
}

func decompressor(kind string, r io.Reader) (io.Reader, func(), error) {
	none := func() {}
	switch kind {
	case "gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, none, err
		}
		return z, none, nil
	case "bzip2":
		return bzip2.NewReader(r), none, nil
	case "zstd":
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20), zstd.WithDecoderMaxWindow(32<<20))
		if err != nil {
			return nil, none, err
		}
		return z, z.Close, nil
	}
	return nil, none, nil
}

// ar lists Unix archives and Debian packages.
func (w *walker) ar(prefix string, r io.Reader, depth int) {
	b := bufio.NewReader(r)
	if _, err := b.Discard(8); err != nil {
		w.fail("damaged ar: %v", err)
		return
	}
	header := make([]byte, 60)
	for {
		if _, err := io.ReadFull(b, header); err != nil {
			if err != io.EOF {
				w.fail("damaged ar: %v", err)
			}
			return
		}
		size, err := strconv.ParseInt(strings.TrimSpace(string(header[48:58])), 10, 64)
		if err != nil || size < 0 || string(header[58:60]) != "`\n" {
			w.fail("damaged ar: bad entry header")
			return
		}
		body := io.LimitReader(b, size)
		name := strings.TrimSuffix(strings.TrimSpace(string(header[:16])), "/")
		if !w.visit(prefix, entry{name: name, size: size, content: body}, depth) {
			return
		}
		if _, err := io.Copy(io.Discard, io.MultiReader(body, io.LimitReader(b, size&1))); err != nil {
			w.fail("damaged ar: %v", err)
			return
		}
	}
}

// cpio lists the "new ASCII" format; the older ones cannot be listed.
func (w *walker) cpio(prefix string, r io.Reader, depth int) {
	b := bufio.NewReader(r)
	for {
		e, err := cpioEntry(b)
		if err != nil {
			w.fail("damaged or old cpio: %v", err)
			return
		}
		if e.name == "TRAILER!!!" {
			return
		}
		body := io.LimitReader(b, e.size)
		if e.mode&0o170000 == 0o120000 {
			target, _ := io.ReadAll(io.LimitReader(body, 4096))
			e.link = cmp.Or(string(target), "?")
		} else {
			e.content = body
		}
		padding := (4 - e.size%4) % 4
		if !w.visit(prefix, e, depth) {
			return
		}
		if _, err := io.Copy(io.Discard, io.MultiReader(body, io.LimitReader(b, padding))); err != nil {
			w.fail("damaged cpio: %v", err)
			return
		}
	}
}

func cpioEntry(b *bufio.Reader) (entry, error) {
	header := make([]byte, 110)
	if _, err := io.ReadFull(b, header); err != nil {
		return entry{}, err
	}
	if !bytes.HasPrefix(header, []byte("07070")) || header[5] != '1' && header[5] != '2' {
		return entry{}, errors.New("bad entry header")
	}
	field := func(i int) uint64 {
		n, err := strconv.ParseUint(string(header[6+8*i:14+8*i]), 16, 32)
		if err != nil {
			return 1 << 32
		}
		return n
	}
	mode, size, nameSize := field(1), field(6), field(11)
	if mode >= 1<<32 || size >= 1<<32 || nameSize == 0 || nameSize > 4096 {
		return entry{}, errors.New("bad entry header")
	}
	name := make([]byte, nameSize)
	if _, err := io.ReadFull(b, name); err != nil {
		return entry{}, err
	}
	if _, err := b.Discard(int((4 - (110+nameSize)%4) % 4)); err != nil {
		return entry{}, err
	}
	e := entry{name: strings.TrimRight(string(name), "\x00"), size: int64(size), mode: uint32(mode)}
	switch mode & 0o170000 {
	case 0o040000:
		e.dir = true
	case 0o020000, 0o060000, 0o010000:
		e.device = true
	}
	return e, nil
}

// opaque says what the headers of formats that cannot be listed give away:
// whether the list of names is encrypted.
func (w *walker) opaque(kind string, r io.ReaderAt, size int64) {
	head := make([]byte, min(size, 64))
	if n, err := r.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) || n < len(head) {
		w.fail("damaged %s", kind)
		return
	}
	w.fail("archives of type %s cannot be listed", kind)
	if kind != "rar" {
		return
	}
	switch {
	case len(head) > 12 && head[6] == 0x00: // RAR 4: flags of the archive header
		w.a.Encrypted = head[9] == 0x73 && binary.LittleEndian.Uint16(head[10:])&0x80 != 0
	case len(head) > 14 && head[6] == 0x01: // RAR 5: an encryption header stands first
		w.a.Encrypted = head[13] == 0x04
	}
}
