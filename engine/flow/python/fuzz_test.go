package python_test

import (
	"testing"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/python"
)

// FuzzRead reads any text without a panic, into nodes that stand in it.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"import os\nx = os.environ['A']\n", "def f(a, *b, c=1, **d) -> int:\n  return lambda x: f'{a!r:>{c}}{{'\n",
		"with open(a) as b, c() as (d, e):\n\tfor i, j in x: yield [k for k in i if j]\n", "x = [1, (2\ndef g(: pass", "if a:\n  b\n elif c:\n d\nelse: e; f = g = {**h, 'i': j}",
		"print 'x' % y\nexec code in z", "'''\\N{x}", "a[::-1][b:c, d].e(*f, **g, h=i for i in j)", "match x:\n case {'a': b}: c", "@d\nasync def f(): await g()\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) { check(t, python.Read(text).Body, len(text)) })
}

func check(t *testing.T, list []*code.Node, size int) {
	for _, n := range list {
		if n == nil {
			continue
		}
		if n.Pos < 0 || n.Pos > size || n.End > size {
			t.Fatalf("a node stands at %d to %d in a text of %d bytes", n.Pos, n.End, size)
		}
		check(t, n.List, size)
		check(t, []*code.Node{n.X}, size)
		check(t, n.Keys, size)
		if n.Func != nil {
			check(t, n.Func.Body, size)
		}
	}
}
