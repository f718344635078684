package session

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"sync"
)

// The bounds of what a command may write, in bytes.
const (
	// MaxReturned is how much of an output is returned: its end.
	MaxReturned = 256 << 10
	// MaxSpill is how much is kept in a file.
	MaxSpill = 64 << 20
)

// Output is what a command wrote. The names in JSON are those of a0-connector.
type Output struct {
	// Text is the end of it, with a notice before it when there was more.
	Text      string `json:"output"`
	Truncated bool   `json:"output_truncated,omitempty"`
	// Total is how much there was, in bytes. File holds the first of them, at most
	// [MaxSpill], and SHA256 is the digest of that file; Left is how many of them it
	// does not hold.
	Total  int64  `json:"output_total_bytes,omitempty"`
	File   string `json:"output_file,omitempty"`
	SHA256 string `json:"output_sha256,omitempty"`
	Left   int64  `json:"output_left_out_bytes,omitempty"`
}

// Tail keeps the end of an output in memory, and all of it, up to a bound, in a
// file once it is longer. It is safe for concurrent use.
type Tail struct {
	dir, name string
	mu        sync.Mutex
	kept      []byte
	total     int64
	file      *os.File
	written   int64
	sum       hash.Hash
	fault     error
}

// NewTail returns a tail whose file, when one is needed, is made in a folder; its
// name begins with name.
func NewTail(dir, name string) *Tail { return &Tail{dir: dir, name: name} }

// Write keeps what it is given. That the file cannot be written does not stop the
// command: [Tail.Output] then has no file.
func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.file == nil && t.fault == nil && t.total+int64(len(p)) > MaxReturned {
		t.open()
	}
	t.spill(p)
	t.total += int64(len(p))
	t.kept = append(t.kept, p...)
	// Kept is cut seldom, so that bytes are moved once each on the whole.
	if len(t.kept) > 4*MaxReturned {
		t.kept = append([]byte(nil), t.kept[len(t.kept)-MaxReturned:]...)
	}
	return len(p), nil
}

// open begins the file with what there was until now.
func (t *Tail) open() {
	t.file, t.fault = os.CreateTemp(t.dir, t.name+"-*.log")
	t.sum = sha256.New()
	if t.fault == nil {
		t.spill(t.kept)
	}
}

func (t *Tail) spill(p []byte) {
	if t.file == nil || t.fault != nil {
		return
	}
	p = p[:min(int64(len(p)), MaxSpill-t.written)]
	n, err := t.file.Write(p)
	t.written += int64(n)
	_, _ = t.sum.Write(p[:n])
	t.fault = err
}

// Output is what there is by now.
func (t *Tail) Output() Output {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.total <= MaxReturned {
		return Output{Text: string(t.kept), Total: t.total}
	}
	out := Output{Text: string(t.kept[len(t.kept)-MaxReturned:]), Truncated: true, Total: t.total}
	if t.file != nil && t.fault == nil {
		out.File, out.SHA256, out.Left = t.file.Name(), hex.EncodeToString(t.sum.Sum(nil)), t.total-t.written
	}
	return out
}

// Close closes the file, which stays.
func (t *Tail) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.file == nil {
		return nil
	}
	return t.file.Close()
}

// Notice says where the whole of an output is that was cut, "" for one that was
// not.
func (o Output) Notice() string {
	switch {
	case !o.Truncated:
		return ""
	case o.File == "":
		return fmt.Sprintf("[Output truncated to the final bytes. Full output: not kept, of %d bytes]", o.Total)
	case o.Left > 0:
		return fmt.Sprintf("[Output truncated to the final bytes. The first %d of %d bytes: %s (sha256 %s)]", o.Total-o.Left, o.Total, o.File, o.SHA256)
	}
	return fmt.Sprintf("[Output truncated to the final bytes. Full output: %s (%d bytes, sha256 %s)]", o.File, o.Total, o.SHA256)
}

// limited writes to a file up to a bound and counts the rest.
type limited struct {
	mu      sync.Mutex
	w       io.Writer
	left    int64
	written int64
	cut     int64
	sum     hash.Hash
	fault   error
}

func newLimited(w io.Writer, most int64) *limited {
	return &limited{w: w, left: most, sum: sha256.New()}
}

// resumed goes on behind what is in a file already.
func resumed(f *os.File) (*limited, error) {
	l := newLimited(f, MaxStream)
	n, err := io.Copy(l.sum, f)
	l.written, l.left = n, max(l.left-n, 0)
	return l, err
}

// Write never fails: a full disk must not end the run that is followed; what was
// not written is counted.
func (l *limited) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	keep := p[:min(int64(len(p)), l.left)]
	if l.fault == nil && len(keep) > 0 {
		var n int
		n, l.fault = l.w.Write(keep)
		_, _ = l.sum.Write(keep[:n])
		l.written += int64(n)
		l.left -= int64(n)
		l.cut -= int64(n)
	}
	l.cut += int64(len(p))
	return len(p), nil
}

// stream is what became of it.
func (l *limited) stream() Stream {
	l.mu.Lock()
	defer l.mu.Unlock()
	return Stream{Bytes: l.written, Cut: l.cut, SHA256: hex.EncodeToString(l.sum.Sum(nil))}
}
