package lock

import (
	"os"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// TestVerifyCapability finds a program that gives who runs it capabilities.
func TestVerifyCapability(t *testing.T) {
	s := newScene(t)
	s.must(os.Chmod(s.at("sea/d/0"), 0o755))
	r := opened(t, s.path)
	l, err := r.Lock()
	s.must(err)
	read, err := Read(t.Context(), r.Dir(), "sea")
	s.must(err)
	l.Skills["sea"].Digest = read.Digest
	l.Skills["sea"].Files, err = Files(read)
	s.must(err, r.Write(l))
	if got := s.verify(); len(got) > 0 {
		t.Fatalf("before: %q", got)
	}
	// cap_net_raw, permitted and effective, in the second form.
	value := []byte{1, 0, 0, 2, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	if err := unix.Setxattr(s.at("sea/d/0"), "security.capability", value, 0); err != nil {
		t.Skipf("no capabilities can be given here: %v", err)
	}
	if got := s.verify(); !slices.Equal(got, []string{"sea changed"}) {
		t.Errorf("found %q", got)
	}
}
