package lazyregexp_test

import (
	"sync"
	"testing"

	"github.com/skillctl/skillctl/internal/lazyregexp"
)

func TestRegexp(t *testing.T) {
	t.Parallel()
	r := lazyregexp.New(`^a+$`)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if !r.MatchString("aa") || r.MatchString("ab") {
				t.Error("the expression matches something else")
			}
		})
	}
	all.Wait()
	if first, again := r.Compiled(), r.Compiled(); first != again {
		t.Error("it is compiled twice")
	}
	broken := lazyregexp.New(`(`) // nobody has used it yet
	defer func() {
		if recover() == nil {
			t.Error("an expression that cannot be compiled is used")
		}
	}()
	broken.MatchString("a")
}
