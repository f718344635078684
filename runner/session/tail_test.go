package session_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/runner/session"
)

func digest(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// TestTail writes outputs of several lengths in random parts, and wants the end
// back, and the whole in a file.
func TestTail(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, session.MaxReturned, session.MaxReturned + 1, 5 * session.MaxReturned, session.MaxSpill + 3*session.MaxReturned} {
		all := bytes.Repeat([]byte("abcdefghijklmnopqrstuvw"), size/23+1)[:size]
		tail := session.NewTail(t.TempDir(), "run")
		for rest := all; len(rest) > 0; {
			n := min(1+random.IntN(2*session.MaxReturned), len(rest))
			if _, err := tail.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		out := tail.Output()
		kept := min(size, session.MaxReturned)
		if out.Text != string(all[size-kept:]) || out.Total != int64(size) || out.Truncated != (size > session.MaxReturned) {
			t.Errorf("of %d bytes, %d are returned, truncated %v, in all %d", size, len(out.Text), out.Truncated, out.Total)
		}
		if err := tail.Close(); err != nil {
			t.Error(err)
		}
		if !out.Truncated {
			if out.File != "" || out.Notice() != "" {
				t.Errorf("%d bytes are in %q: %s", size, out.File, out.Notice())
			}
			continue
		}
		spilled, err := os.ReadFile(out.File)
		if err != nil || string(spilled) != string(all[:min(size, session.MaxSpill)]) || out.SHA256 != digest(t, out.File) {
			t.Errorf("of %d bytes, %d are in the file, %v", size, len(spilled), err)
		}
		if left := max(size-session.MaxSpill, 0); out.Left != int64(left) || strings.Contains(out.Notice(), "Full output") != (left == 0) {
			t.Errorf("of %d bytes, %d are left out: %s", size, out.Left, out.Notice())
		}
		if !strings.Contains(out.Notice(), out.File) {
			t.Errorf("the notice is %q", out.Notice())
		}
	}
}

// TestTailNoFile keeps the end where no file can be written.
func TestTailNoFile(t *testing.T) {
	t.Parallel()
	tail := session.NewTail("/no/such/folder", "run")
	if _, err := tail.Write(make([]byte, session.MaxReturned+1)); err != nil {
		t.Fatal(err)
	}
	out := tail.Output()
	if len(out.Text) != session.MaxReturned || out.File != "" || !strings.Contains(out.Notice(), "not kept") {
		t.Errorf("%d bytes, file %q, %s", len(out.Text), out.File, out.Notice())
	}
	if err := tail.Close(); err != nil {
		t.Error(err)
	}
}
