package scan

import (
	"bytes"
	"encoding/binary"
	"io"
)

// Bounds of a marshal stream: real code nests a few functions deep.
const (
	marshalDepth   = 64
	marshalObjects = 200_000
)

// First magic numbers of the versions that changed the layout of code objects.
const (
	magicPosOnly = 3400 // 3.8: a count of positional-only arguments
	magicLocals  = 3450 // 3.11: one table of locals, no count of them
)

// marshal walks a stream of Python objects and keeps the names of its code
// objects.
type marshal struct {
	r       *bytes.Reader
	magic   int
	names   map[string]bool
	refs    []string
	objects int
	bad     bool
}

func (m *marshal) fail() string { m.bad = true; return "" }

func (m *marshal) byte() byte {
	b, err := m.r.ReadByte()
	if err != nil {
		m.bad = true
	}
	return b
}

func (m *marshal) uint32() int64 {
	var b [4]byte
	if _, err := io.ReadFull(m.r, b[:]); err != nil {
		m.bad = true
	}
	return int64(binary.LittleEndian.Uint32(b[:]))
}

func (m *marshal) bytes(n int64) string {
	if n < 0 || n > int64(m.r.Len()) {
		return m.fail()
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(m.r, b); err != nil {
		return m.fail()
	}
	return string(b)
}

// object reads one object and returns its text when it is a string.
func (m *marshal) object(depth int) string {
	m.objects++
	if m.bad || depth > marshalDepth || m.objects > marshalObjects {
		return m.fail()
	}
	code := m.byte()
	kind, flagged := code&0x7f, code&0x80 != 0
	slot := -1
	if flagged {
		slot = len(m.refs)
		m.refs = append(m.refs, "")
	}
	text := m.body(kind, depth)
	if slot >= 0 {
		m.refs[slot] = text
	}
	return text
}

func (m *marshal) body(kind byte, depth int) string {
	switch kind {
	case '0', 'N', 'F', 'T', 'S', '.':
	case 'i':
		m.bytes(4)
	case 'I', 'g':
		m.bytes(8)
	case 'y':
		m.bytes(16)
	case 'f':
		m.bytes(int64(m.byte()))
	case 'x':
		m.bytes(int64(m.byte()))
		m.bytes(int64(m.byte()))
	case 'l':
		n := int64(int32(m.uint32()))
		m.bytes(2 * max(n, -n))
	case 's':
		m.bytes(m.uint32())
	case 't', 'u', 'a', 'A':
		return m.bytes(m.uint32())
	case 'z', 'Z':
		return m.bytes(int64(m.byte()))
	case '(', '[', '<', '>':
		m.list(m.uint32(), depth, false)
	case ')':
		m.list(int64(m.byte()), depth, false)
	case '{':
		m.dict(depth)
	case ':':
		m.list(3, depth, false)
	case 'r':
		if i := m.uint32(); i < int64(len(m.refs)) {
			return m.refs[i]
		}
		return m.fail()
	case 'c':
		m.code(depth)
	default:
		return m.fail()
	}
	return ""
}

func (m *marshal) list(n int64, depth int, names bool) {
	for ; n > 0 && !m.bad; n-- {
		if text := m.object(depth + 1); names && text != "" {
			m.names[text] = true
		}
	}
}

func (m *marshal) dict(depth int) {
	for !m.bad {
		b, err := m.r.ReadByte()
		if err != nil {
			m.bad = true
			return
		}
		if b == '0' {
			return
		}
		_ = m.r.UnreadByte()
		m.object(depth + 1)
		m.object(depth + 1)
	}
}

// namesTuple reads a tuple of strings and keeps them.
func (m *marshal) namesTuple(depth int) {
	code := m.byte()
	if code&0x80 != 0 {
		m.refs = append(m.refs, "")
	}
	switch code & 0x7f {
	case ')':
		m.list(int64(m.byte()), depth, true)
	case '(':
		m.list(m.uint32(), depth, true)
	case 'r':
		m.uint32()
	default:
		m.fail()
	}
}

// code reads a code object, whose layout depends on the version.
func (m *marshal) code(depth int) {
	locals := m.magic >= magicLocals
	counts := 5
	if m.magic >= magicPosOnly && !locals {
		counts = 6
	}
	m.bytes(int64(4 * counts))
	m.object(depth + 1) // code
	m.object(depth + 1) // constants
	m.namesTuple(depth + 1)
	m.namesTuple(depth + 1) // variables, or all locals
	if locals {
		m.object(depth + 1) // kinds of locals
	} else {
		m.namesTuple(depth + 1) // free
		m.namesTuple(depth + 1) // cells
	}
	m.object(depth + 1) // file
	m.object(depth + 1) // name
	if locals {
		m.object(depth + 1) // qualified name
	}
	m.bytes(4)          // first line
	m.object(depth + 1) // lines
	if locals {
		m.object(depth + 1) // exceptions
	}
}
