package edit

import (
	"bytes"
	"testing"
)

// TestCut: what stands behind the last value of a list or an object is nobody's to take
// away, in whatever try.
func TestCut(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"a": ["x" /* keep */]}`, `{"a": {"x": 1 /* keep */}}`} {
		read, err := read(t.Context(), "a.json", []byte(text), JSON5)
		if err != nil {
			t.Fatal(err)
		}
		s := &spot{in: read.doc.Root.At("a")}
		if len(s.in.Members) > 0 {
			s.key = "x"
		}
		for _, try := range read.cut(s) {
			if !bytes.Contains(try, []byte("keep")) {
				t.Errorf("%s: a try is %s", text, try)
			}
		}
	}
}
