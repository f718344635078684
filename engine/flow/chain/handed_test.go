package chain_test

import (
	"strings"
	"testing"
)

// What a program is given is code where it evaluates that itself, and none where it reads a
// file of that name or evaluates something else.
func TestHanded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, text, want string }{
		"eval":       {"a.py", "import sys\nprint(eval(sys.argv[1]))\n", "argument what sys.argv names part -> evaluate code "},
		"exec":       {"a.py", "import sys\ncode = sys.argv[1].strip()\nexec(code)\n", "argument what sys.argv names part -> evaluate code "},
		"argparse":   {"a.py", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--expr')\nargs = p.parse_args()\nprint(eval(args.expr))\n", "argument what argparse.ArgumentParser().parse_args names part -> evaluate code "},
		"function":   {"a.py", "import sys\ndef run(e):\n    return eval(e)\nprint(run(sys.argv[2]))\n", "argument what sys.argv names part -> evaluate code "},
		"javascript": {"a.js", "console.log(eval(process.argv[2]));\n", "argument what process.argv names part -> evaluate code "},
		"Function":   {"a.js", "const f = new Function('x', 'return ' + process.argv[2]);\nconsole.log(f(1));\n", "argument what process.argv names part -> evaluate code "},
		"literal":    {"a.py", "import ast, sys\nprint(ast.literal_eval(sys.argv[1]))\n", ""},
		"number":     {"a.py", "import sys\nprint(int(sys.argv[1]) + 1)\n", ""},
		"constant":   {"a.py", "import sys\nprint(eval('1 + 1'), sys.argv[1])\n", ""},
		"path":       {"a.py", "import sys\nsys.path.insert(0, sys.argv[1])\n", ""},
		"formula":    {"a.py", "import sys\nprint(eval(sys.argv[1], {'__builtins__': {}}, {}))\n", ""},
		"file":       {"a.py", "import sys\nexec(compile(open(sys.argv[1]).read(), sys.argv[1], 'exec'))\n", ""},
		"json":       {"a.js", "console.log(JSON.parse(process.argv[2]));\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := strings.TrimSpace(strings.Join(follow(t, "-- "+c.file+" --\n"+c.text), "\n")); got != strings.TrimSpace(c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
