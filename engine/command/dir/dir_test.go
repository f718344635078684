package dir

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/internal/document"
)

// shown are the folders as one text: "?" where they are not known.
func shown(d Set) string {
	if d.Unknown {
		return "?"
	}
	return strings.Join(d.List, "|")
}

func TestChange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from       Set
		line, want string
	}{
		{Start(), "cd a", "a"}, {Start(), "cd", "~"}, {Start(), "cd a/../b", "b"}, {Start(), "cd -P a", "a"}, {Start(), "cd ..", ".."}, {Start(), "cd /etc", "/etc"},
		{Start(), "cd -", "?"}, {Start(), "cd a b", "?"}, {Start(), "popd", "?"}, {Start(), "pushd", "?"}, {Start(), "pushd a", "a"},
		{Set{Unknown: true}, "cd a", "?"}, {Set{Unknown: true}, "cd /a", "/a"}, {Set{List: []string{"a", "b"}}, "cd c", "a/c|b/c"},
	} {
		one := command.Command{}
		for _, text := range strings.Fields(c.line) {
			one.Args = append(one.Args, argv.Literal(text, text, document.Span{}))
		}
		one.Base = *one.Args[0].Value
		after := Change(c.from, one)
		if got := shown(after.OK); got != c.want || !after.Bad.Equal(c.from) {
			t.Errorf("%s from %s leads to %s, want %s; where it fails to %s", c.line, shown(c.from), got, c.want, shown(after.Bad))
		}
	}
}

func TestUnion(t *testing.T) {
	t.Parallel()
	one := Start()
	for i := range Max {
		one = one.Union(Set{List: []string{strings.Repeat("a", i+1)}})
	}
	if !one.Unknown {
		t.Errorf("%d folders are told apart", len(one.List))
	}
	if got := shown((Set{List: []string{"a"}}).Union(Set{List: []string{"a", "b"}})); got != "a|b" {
		t.Errorf("the union is %s", got)
	}
	if got := (Set{}).Fact(); got.Known {
		t.Errorf("what never runs is in %+v", got)
	}
}
