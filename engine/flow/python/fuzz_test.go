package python_test

import (
	"testing"

	"github.com/skillctl/skillctl/engine/flow/python"
	"github.com/skillctl/skillctl/internal/test/program"
)

// FuzzRead reads any text without a panic, into nodes that stand in it.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"import os\nx = os.environ['A']\n", "def f(a, *b, c=1, **d) -> int:\n  return lambda x: f'{a!r:>{c}}{{'\n",
		"with open(a) as b, c() as (d, e):\n\tfor i, j in x: yield [k for k in i if j]\n", "x = [1, (2\ndef g(: pass", "if a:\n  b\n elif c:\n d\nelse: e; f = g = {**h, 'i': j}",
		"print 'x' % y\nexec code in z", "'''\\N{x}", "a[::-1][b:c, d].e(*f, **g, h=i for i in j)", "match x:\n case {'a': b}: c", "a = f'' + f'{}'", "@d\nasync def f(): await g()\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) { program.Check(t, python.Read(text).Body, len(text)) })
}
