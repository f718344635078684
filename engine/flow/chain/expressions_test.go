package chain

import (
	"testing"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// TestExpressions compiles all expressions of the tables, which otherwise are compiled when a
// text is matched.
func TestExpressions(t *testing.T) {
	t.Parallel()
	all := tables()
	d := &all.documents
	list := append([]*lazydfa.Regexp{d.home, d.lockCommand, d.general}, d.places...)
	if len(list) < 5 {
		t.Errorf("only %d expressions", len(list))
	}
	for _, one := range list {
		if one.MatchString("") {
			t.Errorf("%q matches nothing at all", one.Compiled())
		}
	}
}
