package scan

import (
	"context"
	"encoding/binary"
	"strings"
	"testing"
)

// pycBytes builds the bytecode of a module that calls the named functions, in
// the layout of CPython 3.11 and later.
func pycBytes(flags uint32, field1, field2 uint32, names ...string) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 3495|0x0a0d<<16)
	b = binary.LittleEndian.AppendUint32(b, flags)
	b = binary.LittleEndian.AppendUint32(b, field1)
	b = binary.LittleEndian.AppendUint32(b, field2)
	b = append(b, 'c')
	b = append(b, make([]byte, 20)...)
	b = append(b, 's', 0, 0, 0, 0) // code
	b = append(b, ')', 1, 'N')     // constants
	b = append(b, ')', byte(len(names)))
	for _, name := range names {
		b = append(append(b, 'Z', byte(len(name))), name...)
	}
	b = append(b, ')', 0)                // locals
	b = append(b, 's', 0, 0, 0, 0)       // kinds
	b = append(b, 'z', 4, 'x', '.', 'p') // file
	b = append(b, 'y', 'Z', 8)
	b = append(b, "<module>"...)
	b = append(b, 'Z', 8)
	b = append(b, "<module>"...)
	b = append(b, 1, 0, 0, 0)
	b = append(b, 's', 0, 0, 0, 0)
	return append(b, 's', 0, 0, 0, 0)
}

func TestPycSource(t *testing.T) {
	tests := map[string]string{
		"a/__pycache__/b.cpython-312.pyc":       "a/b.py",
		"a/__pycache__/b.cpython-312.opt-1.pyc": "a/b.py",
		"__pycache__/b.cpython-312.pyc":         "b.py",
		"a/b.pyc":                               "a/b.py",
		"b.PYO":                                 "b.py",
		"b.py":                                  "",
	}
	for name, want := range tests {
		if got := PycSource(name); got != want {
			t.Errorf("PycSource(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestInspectPyc(t *testing.T) {
	source := []byte("import os\nclass A:\n  def f(self): self.__x = print(os)\n")
	size := uint32(len(source))
	hash := siphash(3495|0x0a0d<<16, source, 1, 3)
	tests := []struct {
		what    string
		data    []byte
		source  []byte
		check   string
		same    string
		foreign string
	}{
		{"same", pycBytes(0, 1, size, "os", "print", "_A__x", "__name__"), source, "time", "yes", ""},
		{"other size", pycBytes(0, 1, size+1, "os"), source, "time", "no", ""},
		{"other names", pycBytes(0, 1, size, "os", "urlopen"), source, "time", "no", "urlopen"},
		{"same hash", pycBytes(1, uint32(hash), uint32(hash>>32), "os"), source, "hash", "yes", ""},
		{"other hash", pycBytes(1, 5, 6, "os"), source, "hash", "no", ""},
		{"no source", pycBytes(0, 1, size, "os"), nil, "time", "unknown", ""},
		{"damaged", pycBytes(0, 1, size, "os", "urlopen")[:40], source, "time", "yes", ""},
	}
	for _, tt := range tests {
		c := Inspect(context.Background(), "a.pyc", tt.data, int64(len(tt.data)), tt.source, Limits{})
		b := c.Bytecode
		if b == nil {
			t.Errorf("%s: no bytecode facts", tt.what)
			continue
		}
		if b.Check != tt.check || b.Same != tt.same || strings.Join(b.Foreign, " ") != tt.foreign {
			t.Errorf("%s: %+v, want %s, %s, foreign %q", tt.what, *b, tt.check, tt.same, tt.foreign)
		}
	}
}

// What importlib.util.source_hash of CPython 3.11.7 says.
func TestSiphash(t *testing.T) {
	if got, want := siphash(0x0a0d0da7, []byte("text"), 1, 3), uint64(0x751c29d1125915d6); got != want {
		t.Errorf("siphash = %x, want %x", got, want)
	}
}
