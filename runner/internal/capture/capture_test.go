package capture

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestWriter(t *testing.T) {
	t.Parallel()
	mark := func(n string) string { return "\n… [skillctl: output cut at 5 bytes, " + n + " left out]\n" }
	for _, tt := range []struct {
		name   string
		writes []string
		want   string
		cut    int64
	}{
		{"below", []string{"ab", "c"}, "abc", 0},
		{"exactly", []string{"abcde"}, "abcde", 0},
		{"above in one", []string{"abcdefg"}, "abcde" + mark("2"), 2},
		{"above in two", []string{"abcde", "fg", "h"}, "abcde" + mark("3"), 3},
		{"a character is not halved", []string{"abcdé"}, "abcd" + mark("2"), 2},
		{"nothing comes after a cut", []string{"abcdé", "x"}, "abcd" + mark("3"), 3},
		{"bytes that are no text", []string{"abc\xff\xff\xff\xff"}, "abc\xff\xff" + mark("2"), 2},
		{"nothing", []string{""}, "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			w := New(&out, "stdout", 5)
			for _, text := range tt.writes {
				if n, err := w.Write([]byte(text)); n != len(text) || err != nil {
					t.Fatalf("Write: %d, %v", n, err)
				}
			}
			w.End()
			if out.String() != tt.want || w.Cut() != tt.cut {
				t.Errorf("%q, %d cut; want %q, %d", out.String(), w.Cut(), tt.want, tt.cut)
			}
		})
	}
}

// TestResume cuts where one Writer would, whichever of two the bytes go to.
func TestResume(t *testing.T) {
	t.Parallel()
	for split := range 8 {
		var out bytes.Buffer
		first := New(&out, "stderr", 4)
		text := "abcdefgh"
		_, _ = first.Write([]byte(text[:split]))
		second := Resume(&out, "stderr", 4, first.State())
		_, _ = second.Write([]byte(text[split:]))
		second.End()
		if out.String() != "abcd\n… [skillctl: output cut at 4 bytes, 4 left out]\n" || second.Cut() != 4 {
			t.Errorf("split at %d: %q, %d cut", split, out.String(), second.Cut())
		}
	}
}

type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("broken")
	}
	return len(p), nil
}

func TestWriterBehindFails(t *testing.T) {
	t.Parallel()
	w := New(&failing{left: 1}, "stdout", 1<<20)
	for range 3 {
		if n, err := w.Write([]byte("abc")); n != 3 || err != nil {
			t.Fatalf("Write: %d, %v", n, err)
		}
	}
	if err := w.Err(); err == nil || !strings.Contains(err.Error(), "pass on stdout: broken") {
		t.Errorf("Err: %v", err)
	}
}
