package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// headSize is the size of the head. It is less than a block of any disk and of
// the system's memory, and always written as one: a process that is killed leaves
// the old one or the new one.
const headSize = 512

// head says which record is the last, so that a tail that was cut off is missed.
type head struct {
	Seq  uint64 `json:"seq"`
	Hash string `json:"hash"`
	// File is the one that holds it, Size how long that file is with it, in bytes.
	File string `json:"file"`
	Size int64  `json:"size"`
	// Sum is the digest of the rest.
	Sum string `json:"sum"`
}

// isZero reports whether there is no head, or none that can be read.
func (h head) isZero() bool { return h.Seq == 0 }

func (h head) sum() string {
	return digest(fmt.Appendf(nil, "%d %s %q %d", h.Seq, h.Hash, h.File, h.Size))
}

// readHead reads the head. One that is empty (nothing was recorded yet) and one
// that is damaged are both zero.
func readHead(f *os.File) (head, error) {
	text := make([]byte, headSize+1)
	n, err := f.ReadAt(text, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return head{}, fmt.Errorf("read the head of the audit record: %w", err)
	}
	var h head
	if n > headSize || json.Unmarshal(text[:n], &h) != nil || h.Sum != h.sum() {
		return head{}, nil
	}
	return h, nil
}

func writeHead(f *os.File, h head) error {
	h.Sum = h.sum()
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if len(text) >= headSize {
		return fmt.Errorf("the head has %d bytes", len(text))
	}
	block := string(text) + strings.Repeat(" ", headSize-1-len(text)) + "\n"
	n, err := f.WriteAt([]byte(block), 0)
	if err == nil && n < headSize {
		err = io.ErrShortWrite
	}
	return err
}
