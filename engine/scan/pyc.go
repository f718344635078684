package scan

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Bytecode says what a compiled Python file was made from, by its header, and
// how that compares with the source in the package.
type Bytecode struct {
	// Magic is the version number of the interpreter that compiled it.
	Magic int `json:"magic"`
	// Check is "time" (source time and size in the header) or "hash".
	Check string `json:"check"`
	// SourceSize is the size of the source that was compiled, modulo 2^32;
	// only with Check "time".
	SourceSize int64 `json:"sourceSize,omitempty"`
	// Source says whether the package has the source.
	Source bool `json:"source"`
	// Same compares header and source: "yes", "no", or "unknown" where there
	// is no source or no header.
	Same string `json:"same"`
	// Foreign are names that the bytecode uses and the source does not have.
	Foreign []string `json:"foreign,omitempty"`
}

// PycSource returns the path of the source that a bytecode file of this path
// belongs to: "a/__pycache__/b.cpython-312.opt-1.pyc" to "a/b.py". It returns
// "" for other files.
func PycSource(name string) string {
	ext := extension(name)
	if ext != ".pyc" && ext != ".pyo" {
		return ""
	}
	dir, base := path.Split(name)
	base = base[:len(base)-len(ext)]
	dir = strings.TrimSuffix(dir, "/")
	if path.Base(dir) == "__pycache__" {
		dir = path.Dir(dir)
		base, _, _ = strings.Cut(base, ".")
	}
	return path.Join(dir, base+".py")
}

func inspectPyc(data, source []byte) *Bytecode {
	b := &Bytecode{Same: "unknown", Source: source != nil}
	if len(data) < 16 {
		return b
	}
	b.Magic = int(binary.LittleEndian.Uint16(data))
	flags := binary.LittleEndian.Uint32(data[4:])
	switch {
	case flags&1 == 0:
		b.Check = "time"
		b.SourceSize = int64(binary.LittleEndian.Uint32(data[12:]))
		if source != nil {
			b.Same = yesNo(b.SourceSize == int64(uint32(len(source))))
		}
	default:
		b.Check = "hash"
		if source != nil {
			want := binary.LittleEndian.Uint64(data[8:])
			key := uint64(binary.LittleEndian.Uint32(data))
			// CPython 3.7 to 3.10 hash with two rounds, later ones with one.
			b.Same = yesNo(want == siphash(key, source, 1, 3) || want == siphash(key, source, 2, 4))
		}
	}
	if source != nil {
		b.Foreign = foreignNames(b.Magic, data[16:], source)
		if len(b.Foreign) > 0 {
			b.Same = "no"
		}
	}
	return b
}

func yesNo(ok bool) string {
	if ok {
		return "yes"
	}
	return "no"
}

// siphash is SipHash with a second key of zero and the given rounds.
func siphash(key uint64, data []byte, compress, finish int) uint64 {
	v0, v1 := key^0x736f6d6570736575, uint64(0x646f72616e646f6d)
	v2, v3 := key^0x6c7967656e657261, uint64(0x7465646279746573)
	round := func(n int) {
		for range n {
			v0 += v1
			v1 = bits.RotateLeft64(v1, 13) ^ v0
			v0 = bits.RotateLeft64(v0, 32)
			v2 += v3
			v3 = bits.RotateLeft64(v3, 16) ^ v2
			v0 += v3
			v3 = bits.RotateLeft64(v3, 21) ^ v0
			v2 += v1
			v1 = bits.RotateLeft64(v1, 17) ^ v2
			v2 = bits.RotateLeft64(v2, 32)
		}
	}
	length := uint64(len(data)) << 56
	for ; len(data) >= 8; data = data[8:] {
		m := binary.LittleEndian.Uint64(data)
		v3 ^= m
		round(compress)
		v0 ^= m
	}
	var last [8]byte
	copy(last[:], data)
	m := binary.LittleEndian.Uint64(last[:]) | length
	v3 ^= m
	round(compress)
	v0 ^= m
	v2 ^= 0xff
	round(finish)
	return v0 ^ v1 ^ v2 ^ v3
}

var identifiers = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`) })

// foreignNames returns the names of the bytecode that the source does not
// have, sorted, at most 20. Names that the compiler makes up are left out.
func foreignNames(magic int, code, source []byte) []string {
	names, ok := marshalNames(magic, code)
	if !ok {
		return nil
	}
	known := map[string]bool{}
	for _, word := range identifiers().FindAll(source, -1) {
		known[string(word)] = true
	}
	var foreign []string
	for name := range names {
		if !known[name] && !madeUp(name, known) {
			foreign = append(foreign, name)
		}
	}
	slices.Sort(foreign)
	if len(foreign) > 20 {
		foreign = foreign[:20]
	}
	return foreign
}

// madeUp knows what the compiler adds: dunders, "<lambda>", ".0", dotted
// imports and private names with their class before them.
func madeUp(name string, known map[string]bool) bool {
	switch {
	case strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__"),
		strings.HasPrefix(name, "<"), strings.HasPrefix(name, "."), !isASCII(name):
		return true
	}
	for _, part := range strings.Split(name, ".") {
		if !known[part] && !mangled(part, known) {
			return false
		}
	}
	return true
}

func mangled(name string, known map[string]bool) bool {
	if rest, ok := strings.CutPrefix(name, "_"); ok {
		if class, private, ok := strings.Cut(rest, "__"); ok {
			return known[class] && known["__"+private] || known["_"+class] && known["__"+private]
		}
	}
	return false
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// marshalNames reads the names out of the code objects of CPython 3.3 to 3.14.
// It returns false when the stream is not what it should be.
func marshalNames(magic int, data []byte) (map[string]bool, bool) {
	m := &marshal{r: bytes.NewReader(data), magic: magic, names: map[string]bool{}}
	m.object(0)
	return m.names, !m.bad
}
