package clause

import (
	"strconv"
	"strings"
	"testing"
)

// A text is looked at once as long as it is not forgotten; those that come up stay.
func TestMemory(t *testing.T) {
	t.Parallel()
	var m memory[int]
	worked := 0
	ask := func(text string) {
		t.Helper()
		if got := m.of(text, func(text string) int { worked++; return len(text) }); got != len(text) {
			t.Errorf("%q has %d bytes, and not %d", text, len(text), got)
		}
	}
	ask("often")
	for i := range 5 * maxKept {
		ask(strconv.Itoa(i))
		if i%100 == 0 {
			ask("often")
		}
	}
	if worked != 5*maxKept+1 {
		t.Errorf("%d texts are looked at %d times", 5*maxKept+1, worked)
	}
	if n := len(m.late) + len(m.early); n > 2*maxKept {
		t.Errorf("%d texts are kept", n)
	}
	long := strings.Repeat("a", longestKept+1)
	ask(long)
	if ask(long); worked != 5*maxKept+3 {
		t.Error("a long text is kept")
	}
}
