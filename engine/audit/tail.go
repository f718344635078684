package audit

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"
)

// tail is what stands at the end of a log.
type tail struct {
	// seq and hash are those of the last whole record; 0 and [Origin] for none.
	seq  uint64
	hash string
	// file is the newest file, "" for none.
	file string
	// torn is the size of what stands behind the last whole record and is none,
	// sum its digest; open says that its last line does not end.
	torn int64
	sum  string
	open bool
}

// seal says what a writer must seal before it goes on, nil for nothing.
func (t *tail) seal(h head) *Seal {
	s := &Seal{Bytes: t.torn, Digest: t.sum, Found: t.seq}
	switch {
	case !h.isZero() && (t.seq < h.Seq || t.seq == h.Seq && t.hash != h.Hash):
		s.Why = Cut
	case h.isZero() && t.seq > 0:
		s.Why = NoHead
	case t.torn > 0:
		s.Why = Torn
	default:
		return nil
	}
	return s
}

// days lists the files of a log, the oldest first, and what else lies there.
func days(root *os.Root) (names, strange []string, err error) {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, nil, fmt.Errorf("list the audit record: %w", err)
	}
	for _, e := range entries {
		switch {
		case isDay(e.Name()) && e.Type().IsRegular():
			names = append(names, e.Name())
		case e.Name() != headName:
			strange = append(strange, e.Name())
		}
	}
	slices.Sort(names)
	return names, strange, nil
}

func isDay(name string) bool {
	day, ok := strings.CutSuffix(name, dayEnd)
	_, err := time.Parse(dayForm, day)
	return ok && err == nil && len(day) == len(dayForm)
}

// tail finds the end of the log. When it is where the head says, nothing is read.
func (l *Log) tail(root *os.Root, h head) (*tail, error) {
	names, _, err := days(root)
	if err != nil {
		return nil, err
	}
	t := &tail{hash: Origin}
	for i := len(names) - 1; i >= 0; i-- {
		last := i == len(names)-1
		if last {
			t.file = names[i]
		}
		from := int64(0)
		if names[i] == h.File {
			info, err := root.Lstat(h.File)
			if err != nil {
				return nil, err
			}
			if info.Size() >= h.Size {
				t.seq, t.hash, from = h.Seq, h.Hash, h.Size
			}
			if info.Size() == h.Size {
				return t, nil
			}
		}
		if err := l.scanTail(root, names[i], from, t, last); err != nil {
			return nil, err
		}
		if t.seq > 0 {
			break
		}
	}
	return t, nil
}

// scanTail reads a file from a place on for its last whole record. What stands
// behind that counts in the newest file only: no other goes on.
func (l *Log) scanTail(root *os.Root, name string, from int64, t *tail, newest bool) error {
	f, _, err := l.open(root, name, os.O_RDONLY)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Seek(from, io.SeekStart); err != nil {
		return err
	}
	torn, open := newRubble(), false
	for lines := newLines(f); ; {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("read %q: %w", name, err)
		}
		open = !line.whole
		if r, err := decode(line.text); err == nil {
			t.seq, t.hash = r.Seq, r.Hash
			torn = newRubble()
			continue
		}
		torn.add(line)
	}
	if !newest {
		return nil
	}
	t.open = open
	if torn.size > 0 {
		if open {
			// The writer ends the line before it seals it.
			torn.add(rawLine{whole: true, size: 1})
		}
		t.torn, t.sum = torn.size, torn.digest()
	}
	return nil
}

// rubble is what stands between two records and is none, or a part of one.
type rubble struct {
	size int64
	hash hash.Hash
}

func newRubble() *rubble { return &rubble{hash: sha256.New()} }

// add adds a line. Of one that is longer than any record only the beginning is at
// hand, and its size.
func (r *rubble) add(line rawLine) {
	r.size += line.size
	_, _ = r.hash.Write(line.text)
	if line.whole {
		_, _ = r.hash.Write([]byte("\n"))
	}
}

// sealedBy reports whether a seal is about exactly this.
func (r *rubble) sealedBy(s *Seal) bool {
	return s != nil && s.Bytes == r.size && s.Digest == r.digest()
}

func (r *rubble) digest() string { return "sha256:" + hex.EncodeToString(r.hash.Sum(nil)) }

// rawLine is one line as it is read.
type rawLine struct {
	// text is without its end, and cut short, with cut set, when it is longer than
	// any record.
	text []byte
	cut  bool
	// whole says that the line ends; size is that of all of it, end included.
	whole bool
	size  int64
}

// lines reads lines of any length in bounded memory.
type lines struct{ r *bufio.Reader }

func newLines(r io.Reader) *lines { return &lines{bufio.NewReaderSize(r, 64<<10)} }

// next reads a line; io.EOF means that there is none. The text is valid until
// the next call.
func (l *lines) next() (rawLine, error) {
	var line rawLine
	for {
		part, err := l.r.ReadSlice('\n')
		line.size += int64(len(part))
		line.whole = len(part) > 0 && part[len(part)-1] == '\n'
		if line.whole {
			part = part[:len(part)-1]
		}
		switch {
		case line.cut:
		case len(line.text)+len(part) > maxLine:
			line.cut = true
		case err == nil && line.text == nil:
			line.text = part
		default:
			line.text = append(line.text, part...)
		}
		switch {
		case err == nil:
			return line, nil
		case errors.Is(err, io.EOF) && line.size > 0:
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		}
	}
}
