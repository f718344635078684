package approval

import (
	"slices"
	"testing"
)

// TestOtherForms wants the words of a request in the other form, where there is
// just one reading of them.
func TestOtherForms(t *testing.T) {
	for _, c := range []struct {
		subject Subject
		want    []Subject
	}{
		{Subject{Command: "git status"}, []Subject{{Argv: []string{"git", "status"}}}},
		{Subject{Command: `git log "a b"`}, []Subject{{Argv: []string{"git", "log", "a b"}}}},
		{Subject{Command: "git log $X"}, nil},
		{Subject{Command: "ls *.go"}, nil},
		{Subject{Command: "git log | head"}, nil},
		{Subject{Command: "git log > x"}, nil},
		{Subject{Command: "X=1 git log"}, nil},
		{Subject{Command: "a; b"}, nil},
		{Subject{Argv: []string{"git", "status"}}, []Subject{{Command: "git status"}}},
		{Subject{Argv: []string{"git", "log", "a b"}}, []Subject{{Command: "git log 'a b'"}}},
	} {
		got := otherForms(c.subject)
		same := func(a, b Subject) bool { return a.Command == b.Command && slices.Equal(a.Argv, b.Argv) }
		if !slices.EqualFunc(got, c.want, same) {
			t.Errorf("%v: got %v, want %v", c.subject, got, c.want)
		}
	}
}
