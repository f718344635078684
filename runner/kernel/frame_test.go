package kernel

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/runner/early"
)

// taken are the frames of a stream whose parts have a length.
func taken(stream []byte, part int) ([]frame, error) {
	var s splitter
	var out []frame
	for len(stream) > 0 {
		n := min(part, len(stream))
		err := s.feed(stream[:n], func(f frame) error {
			out = append(out, frame{f.kind, bytes.Clone(f.data)})
			return nil
		})
		if err != nil {
			return out, err
		}
		stream = stream[n:]
	}
	return out, nil
}

func TestFrames(t *testing.T) {
	t.Parallel()
	whole := append(append(encode(early.TenderOut, []byte("hello")), encode(early.TenderReply, nil)...), encode(early.TenderEnded, []byte{3})...)
	for part := 1; part <= len(whole); part++ {
		got, err := taken(whole, part)
		if err != nil || len(got) != 3 || string(got[0].data) != "hello" || got[0].kind != early.TenderOut || len(got[1].data) != 0 || got[2].data[0] != 3 {
			t.Fatalf("in parts of %d: %v, %v", part, got, err)
		}
	}
	for name, stream := range map[string][]byte{
		"an unknown kind":    encode('Z', []byte("x")),
		"what goes to it":    encode(early.TenderCode, []byte("x")),
		"a frame too large":  {early.TenderOut, 0xff, 0xff, 0xff, 0xff},
		"an end that is not": encode(early.TenderEnded, []byte{1, 2}),
		"text":               []byte("hello, world\n"),
	} {
		if got, err := taken(stream, 3); err == nil {
			t.Errorf("%s is taken: %v", name, got)
		}
	}
}

func TestReplies(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]*reply{
		"a 0 -":                          {id: "a"},
		"a 255 -":                        {id: "a", code: 255},
		"a 1 NDI=":                       {id: "a", code: 1, value: "42", valued: true},
		"a 0 ":                           {id: "a", valued: true},
		"":                               nil,
		"a":                              nil,
		"a 0":                            nil,
		"a 256 -":                        nil,
		"a -1 -":                         nil,
		"a x -":                          nil,
		"a 0 - -":                        nil,
		"a 0 !":                          nil,
		"a 0 /w==":                       nil, // no UTF-8
		strings.Repeat("a", 65) + " 0 -": nil,
		" 0 -":                           nil,
	} {
		got, ok := readReply(line)
		if ok != (want != nil) || want != nil && got != *want {
			t.Errorf("%q is %+v, %v", line, got, ok)
		}
	}
	var r replies
	if err := r.feed(bytes.Repeat([]byte("x"), maxReply+1), func(reply) error { return nil }); !errors.Is(err, errForeign) {
		t.Errorf("a reply without an end: %v", err)
	}
}

// FuzzFrames takes whatever a boundary may send, in parts of any length: it is
// understood the same way, held within its bounds, and never a panic.
func FuzzFrames(f *testing.F) {
	for _, seed := range [][]byte{
		nil, []byte("text"), encode(early.TenderOut, []byte("hello")), encode(early.TenderReply, []byte("ready 0 -\nx 1 NDI=\n")), encode(early.TenderEnded, []byte{9}),
		append(encode(early.TenderErr, bytes.Repeat([]byte("e"), early.TenderFrame)), encode(early.TenderReply, nil)...), {early.TenderOut, 0, 1, 0, 1}, encode(early.TenderReply, []byte("a 0")),
	} {
		f.Add(seed, 1)
		f.Add(seed, 7)
	}
	f.Fuzz(func(t *testing.T, stream []byte, part int) {
		one, err := taken(stream, len(stream)+1)
		if part < 1 {
			part = 1
		}
		parts, again := taken(stream, part)
		if (err == nil) != (again == nil) || len(one) != len(parts) {
			t.Fatalf("whole %d frames, %v; in parts of %d %d frames, %v", len(one), err, part, len(parts), again)
		}
		var r replies
		for i, f := range one {
			if f.kind != parts[i].kind || !bytes.Equal(f.data, parts[i].data) || len(f.data) > early.TenderFrame {
				t.Fatalf("frame %d is %v and %v", i, f, parts[i])
			}
			if f.kind != early.TenderReply {
				continue
			}
			if r.feed(f.data, func(one reply) error {
				if one.code < 0 || one.code > 255 || len(one.value) > maxValue || len(one.id) > 64 {
					t.Fatalf("a reply out of its bounds: %+v", one)
				}
				return nil
			}) != nil {
				return
			}
			if len(r.have) > maxReply {
				t.Fatalf("%d bytes of a reply are kept", len(r.have))
			}
		}
	})
}
