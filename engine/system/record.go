package system

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"
)

// Record is what a system was asked, in order, with all that it answered. It never changes.
type Record struct {
	notes []note
	bytes int
}

// Bytes is about how much memory the record takes.
func (r *Record) Bytes() int { return r.bytes }

// Holds asks a system all questions again; it is true when every answer is the same. Who asked
// them first would then ask the same ones and find the same: each question follows from the
// answers before it. A nil record never holds.
func (r *Record) Holds(s System) bool {
	if r == nil {
		return false
	}
	s = Or(s)
	for i := range r.notes {
		n := &r.notes[i]
		if got := ask(s, n.question); got.short() != n.answer {
			return false
		}
	}
	return true
}

// Equal reports whether both have the same questions and answers. Nil equals nothing.
func (r *Record) Equal(o *Record) bool {
	return r != nil && o != nil && slices.Equal(r.notes, o.notes)
}

// ask has a system answer a question.
func ask(s System, q question) given {
	var (
		out given
		err error
	)
	switch q.kind {
	case lstat:
		out.info, err = s.Lstat(q.name)
	case stat:
		out.info, err = s.Stat(q.name)
	case readlink:
		out.text, err = s.Readlink(q.name)
	case evalSymlinks:
		out.text, err = s.EvalSymlinks(q.name)
	case readDir:
		out.list, err = s.ReadDir(q.name)
	case readFile:
		out.text, err = s.ReadFile(q.name, q.most)
	case readWithin:
		out.text, err = s.ReadWithin(q.dir, q.name, q.most)
	case head:
		out.text, err = s.Head(q.name, q.most)
	case digest:
		out.text, err = s.Digest(q.name, q.most)
	case mayExecute:
		out.yes = s.MayExecute(q.name)
	case userID:
		out.number = s.UserID()
	}
	out.err = codeOf(err)
	return out
}

// The errors of a [System], as answers hold them.
const (
	noError uint8 = iota
	missing
	unreadable
)

func codeOf(err error) uint8 {
	switch {
	case err == nil:
		return noError
	case errors.Is(err, ErrMissing):
		return missing
	}
	return unreadable
}

func errorOf(code uint8) error {
	switch code {
	case noError:
		return nil
	case missing:
		return ErrMissing
	}
	return ErrUnreadable
}

// longText is how long a text of an answer may be that is kept as it is.
const longText = 128

// short is an answer with the digest of what is long. No two answers have one short form.
func (g *given) short() answer {
	out := g.answer
	if len(out.text) > longText {
		out.sum, out.text = sha256.Sum256([]byte(out.text)), ""
	}
	if g.list != nil {
		sum, size := sha256.New(), [8]byte{}
		for _, e := range g.list {
			n := uint64(len(e.Name)) << 1
			if e.Folder {
				n |= 1
			}
			binary.LittleEndian.PutUint64(size[:], n)
			sum.Write(size[:])
			sum.Write([]byte(e.Name))
		}
		sum.Sum(out.sum[:0])
	}
	return out
}

// size is about how much memory a note takes.
func (n *note) size() int {
	const fixed = 136
	return fixed + len(n.name) + len(n.dir) + len(n.text)
}
