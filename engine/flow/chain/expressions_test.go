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
	list := append([]*lazydfa.Regexp{all.names, d.home, d.lockCommand, d.general}, d.places...)
	for _, p := range all.places {
		list = append(list, p.paths...)
	}
	for i := range all.Commands {
		if one := all.Commands[i].match; one.MatchString("") {
			t.Errorf("%q matches nothing at all", one.Compiled())
		}
	}
	if len(list) < 30 {
		t.Errorf("only %d expressions", len(list))
	}
	for _, one := range list {
		if one.MatchString("") {
			t.Errorf("%q matches nothing at all", one.Compiled())
		}
	}
}
