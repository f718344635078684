package flow

import (
	"testing"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// TestExpressions compiles all expressions of the tables, which otherwise are compiled when a
// text is matched.
func TestExpressions(t *testing.T) {
	t.Parallel()
	list := []*lazydfa.Regexp{touched().disks, documents().places, documents().home}
	for _, kinds := range [][]placeKind{touched().starts, touched().wide} {
		for _, one := range kinds {
			list = append(list, one.pattern)
		}
	}
	if len(list) < 10 {
		t.Errorf("only %d expressions", len(list))
	}
	for _, one := range list {
		if one.MatchString("") {
			t.Errorf("%q matches nothing at all", one.Compiled())
		}
	}
	for i := range watched().Unpack {
		watched().Unpack[i].with.Compiled()
	}
}
