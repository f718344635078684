package shell

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// vectors reads a suite of conformance rows into T.
func vectors[T any](t testing.TB, suite string) []T {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "testdata", "conformance", suite+".jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var out []T
	s := bufio.NewScanner(z)
	s.Buffer(nil, 4<<20)
	for s.Scan() {
		var row T
		if err := json.Unmarshal(s.Bytes(), &row); err != nil {
			t.Fatalf("read %s: %v", suite, err)
		}
		out = append(out, row)
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		t.Fatalf("%s has no rows", suite)
	}
	return out
}

// commands are the inputs of every suite that has commands.
func commands(t testing.TB) []string {
	t.Helper()
	var out []string
	type row struct {
		Command string
		Input   struct {
			Command string
			Argv    []string
		}
		Op struct{ Code string }
	}
	for _, suite := range []string{"openclaw-exec", "zeroclaw-shell", "idioms", "bypass", "agentzero", "codeexec"} {
		for _, r := range vectors[row](t, suite) {
			for _, c := range []string{r.Command, r.Input.Command, r.Op.Code} {
				if c != "" {
					out = append(out, c)
				}
			}
		}
	}
	return out
}
