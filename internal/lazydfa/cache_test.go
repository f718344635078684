package lazydfa_test

import (
	"strconv"
	"testing"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

func TestCache(t *testing.T) {
	t.Parallel()
	get := func(c *lazydfa.Cache, text string) *lazydfa.Regexp {
		t.Helper()
		re, err := c.Get(text)
		if err != nil {
			t.Fatalf("get %q: %v", text, err)
		}
		return re
	}
	some := &lazydfa.Cache{Limit: 4}
	first := get(some, "^a+$")
	if !first.MatchString("aa") || first.MatchString("ab") {
		t.Error("the expression matches something else")
	}
	if again := get(some, "^a+$"); again != first {
		t.Error("it is compiled twice")
	}
	for i := range some.Limit {
		get(some, strconv.Itoa(i))
	}
	if again := get(some, "^a+$"); again == first {
		t.Error("more are kept than the limit says")
	}
	if _, err := some.Get("("); err == nil {
		t.Error("nothing is said of an expression that cannot be compiled")
	}
	none := new(lazydfa.Cache)
	if one, other := get(none, "a"), get(none, "a"); one == other {
		t.Error("the zero value keeps one")
	}
}
