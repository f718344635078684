package audit

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// FuzzVerify gives the reader, the verifier and the next writer a folder with
// anything in it: none panics, and once the verifier objects it goes on doing so.
func FuzzVerify(f *testing.F) {
	l, one, two := sixRecords(f)
	first, second, head := []byte(read(f, one)), []byte(read(f, two)), []byte(read(f, filepath.Join(l.path, "head")))
	f.Add(first, second, head)
	f.Add(first, second[:len(second)-20], head)
	f.Add(first[:100], second, []byte{})
	f.Add([]byte{}, []byte("{}\n{\"seq\":1}\n"), []byte("{\"seq\":99}"))
	f.Add(bytes.Repeat(first, 2), []byte("\x00\n\n\n"), head)
	f.Add([]byte(`{"seq":1,"kind":"start","hash":"sha256:`+Origin[7:]+"\"}\n"), second, head)
	f.Fuzz(func(t *testing.T, first, second, head []byte) {
		if len(first)+len(second) > 1<<20 {
			return
		}
		path := filepath.Join(t.TempDir(), "audit")
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(path, "2026-03-01.jsonl"), string(first))
		write(t, filepath.Join(path, "2026-03-02.jsonl"), string(second))
		write(t, filepath.Join(path, "head"), string(head))
		l, err := Open(path, WithClock(newClock("2026-03-02T12:00:00Z").now), WithoutSync())
		if err != nil {
			t.Fatal(err)
		}
		before, err := l.Verify(context.Background(), Anchor{})
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range l.Entries(context.Background(), time.Time{}) {
			var damaged *DamagedError
			if err != nil && !errors.As(err, &damaged) {
				t.Fatal(err)
			}
			if err == nil && (e.Record == nil || len(e.Text) == 0) {
				t.Fatal("an entry without a record")
			}
		}
		if _, err := l.Append(context.Background(), nil, Record{Kind: Start, Run: "r"}); err != nil {
			return // such as for a number that is too large
		}
		after, err := l.Verify(context.Background(), Anchor{})
		if err != nil {
			t.Fatal(err)
		}
		if before.OK() != after.OK() {
			t.Errorf("before %v %v\nafter %v %v", before.Problems, before.Notes, after.Problems, after.Notes)
		}
	})
}

// FuzzHide: masking twice is masking once, and the text stays valid JSON.
func FuzzHide(f *testing.F) {
	for _, text := range []string{"TOKEN=abcdefgh1", "://a:b@c", "--password 'x y'", "-----BEGIN PRIVATE KEY-----", "Authorization: Bearer abcdefgh", "\xff\xfe"} {
		f.Add(text)
	}
	m := NewMask([]string{"A_TOKEN=abcdefgh", "B_SECRET=[masked:"}, nil)
	f.Fuzz(func(t *testing.T, text string) {
		got := m.clean(Record{Kind: Start, Run: "r", Request: &Request{Command: &text, Argv: []string{text, text}}, Output: &Output{Stdout: Text{Head: text, Tail: text, Cut: 5, Bytes: 99}}})
		line, err := encode(&got)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decode(bytes.TrimSuffix(line, []byte("\n"))); err == nil {
			t.Fatal("a record without a number was read") // seq is 0
		}
		got.Seq = 1
		if line, err = encode(&got); err != nil {
			t.Fatal(err)
		}
		back, err := decode(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil || *back.Request.Command != *got.Request.Command {
			t.Fatalf("read back %v: %v", back, err)
		}
	})
}
