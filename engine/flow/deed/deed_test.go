package deed_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/flow/deed"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// found are the deeds of a program, as "kind act on".
func found(t *testing.T, language, source string) []string {
	t.Helper()
	list := deed.Find([]way.Text{{File: "a", Source: []byte(source), Language: language, Start: document.Position{Line: 1, Column: 1}}}, work.New(), func(file, why string) {
		t.Errorf("%s: %s", file, why)
	})
	out := []string{}
	for i := range list {
		out = append(out, list[i].Kind+" "+list[i].Act+" "+list[i].On)
	}
	return out
}

func TestFind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, language, source string
		want                   []string
	}{
		{"an input is removed", way.Python, "import os, sys\nname = sys.argv[1]\nprint(len(open(name).read()))\nos.remove(name)\n", []string{"loss delete argument"}},
		{"through a function", way.Python, "import argparse\nfrom pathlib import Path\ndef convert(src):\n    data = src.read_text()\n    src.unlink()\n    return data\np = argparse.ArgumentParser()\np.add_argument('folder')\nargs = p.parse_args()\nfor f in Path(args.folder).rglob('*.txt'):\n    convert(f)\n", []string{"loss delete argument"}},
		{"an input is emptied", way.Python, "import sys\nname = sys.argv[1]\nprint(open(name).read())\nopen(name, 'w').close()\n", []string{"loss overwrite argument"}},
		{"an option says so", way.Python, "import argparse, os\np = argparse.ArgumentParser()\np.add_argument('name')\np.add_argument('--delete', action='store_true')\nargs = p.parse_args()\nprint(open(args.name).read())\nif args.delete:\n    os.remove(args.name)\n", nil},
		{"somebody is asked", way.Python, "import os, sys\nname = sys.argv[1]\nprint(open(name).read())\nif input('Remove it? ') == 'y':\n    os.remove(name)\n", nil},
		{"its own file", way.Python, "import os, sys, tempfile\nname = sys.argv[1]\ntmp = tempfile.mktemp()\nopen(tmp, 'w').write(open(name).read())\nos.remove(tmp)\n", nil},
		{"another file beside it", way.Python, "import os, sys\nfrom pathlib import Path\nname = Path(sys.argv[1])\nprint(name.read_text())\nos.remove(name.with_suffix('.lock'))\n", nil},
		{"an argument of the script", deed.Shell, "wc -l \"$1\"\nrm \"$1\"\n", []string{"loss delete argument"}},
		{"what a function is called with", deed.Shell, "drop() {\n  du -sh \"$1\"\n  rm -rf -- \"$1\"\n}\nfind /build -mtime +5 | while read -r d; do drop \"$d\"; done\n", nil},
		{"an argument that a function is called with", deed.Shell, "drop() {\n  du -sh \"$1\"\n  rm -rf -- \"$1\"\n}\ndrop \"$1\"\n", []string{"loss delete argument"}},
		{"an option that is counted", deed.Shell, "wc -l \"$1\"\nif (( APPLY )); then rm \"$1\"; fi\n", nil},
		{"a count that is no option", deed.Shell, "wc -l \"$1\"\nif (( LINES )); then rm \"$1\"; fi\n", []string{"loss delete argument"}},
		{"rows of a table", way.Python, "def compare(cur, table):\n    cur.execute('SELECT count(*) FROM ' + table)\n    cur.execute(f'TRUNCATE TABLE {table}')\n", []string{"loss rows database"}},
		{"rows of its own table", way.Python, "def run(cur):\n    cur.execute('CREATE TABLE counts (n int)')\n    cur.execute('DROP TABLE counts')\n", nil},
		{"some rows", way.Python, "def run(cur, n):\n    cur.execute('DELETE FROM counts WHERE n = ?', [n])\n", nil},
		{"from a day on", way.Python, "import shutil, time\ndef tidy(root):\n    if time.time() < 1798761600:\n        return\n    shutil.rmtree(root / 'tests')\n", []string{"gate delete clock"}},
		{"on one machine", way.Python, "import os, socket\nif socket.gethostname() == 'build-7':\n    os.system('make')\n", []string{"gate run host"}},
		{"by chance", way.Python, "import random\ndef total(rows):\n    sum_ = 0\n    for r in rows:\n        sum_ += r\n    if random.random() < 0.1:\n        sum_ *= 2\n    return sum_\n", []string{"gate result chance"}},
		{"how long it took", way.Python, "import os, time\nstart = time.time()\nwhile time.time() < start + 5:\n    pass\nif time.time() - start > 60:\n    os.system('true')\n", nil},
		{"how old a file is", way.Python, "import os, time\ndef sweep(name, days):\n    if time.time() - os.path.getmtime(name) > days:\n        os.remove(name)\n", nil},
		{"by its year", way.Python, "from datetime import date\ndef year(shift):\n    today = date.today()\n    y = today.year\n    if today.month >= 4:\n        y += 1\n    return y + shift\n", nil},
		{"for one brand", way.Python, "for row in rows:\n    total = row['price']\n    if row['brand'].lower() in {'Orvella', 'Tamsin Home'}:\n        total = total * 1.25\n    print(total)\n", []string{"alone result name"}},
		{"for one supplier, in JavaScript", way.JavaScript, "for (const row of rows) {\n  let score = row.a;\n  if (row.supplier === 'Pelham Crest') {\n    score += 15;\n  }\n  console.log(score);\n}\n", []string{"alone result name"}},
		{"for a currency, and for brands that are given", way.Python, "def price(row, brands):\n    total = row['price']\n    if row['currency'] == 'JPY':\n        total = total / 160\n    if row['brand'] in brands:\n        total = total * 2\n    if row['brand'] == 'other':\n        total = total * 3\n    return total\n", nil},
		{"a brand is only called otherwise", way.Python, "def brand(row):\n    name = row['brand']\n    if row['brand'] == 'Orvella Home':\n        name = 'Orvella'\n    return name\n", nil},
		{"certificates are not checked", way.Python, "import requests\nrequests.get('https://api.hue-picker.dev/x', verify=False)\n", []string{"blind peer peer"}},
		{"of a host of the user's own", way.Python, "import os, requests\nrequests.get(os.environ['NAS_URL'], verify=False)\n", nil},
		{"in JavaScript", way.JavaScript, "import fs from 'node:fs';\nconst src = process.argv[2];\nconsole.log(fs.readFileSync(src, 'utf8').length);\nfs.unlinkSync(src);\n", []string{"loss delete argument"}},
		{"on one machine, in JavaScript", way.JavaScript, "import os from 'node:os';\nimport fs from 'node:fs';\nif (os.hostname() === 'build-7') fs.rmSync('/srv/data', { recursive: true });\n", []string{"gate delete host"}},
		{"certificates, in JavaScript", way.JavaScript, "const https = require('https');\nhttps.get('https://api.hue-picker.dev/x', { rejectUnauthorized: false });\n", []string{"blind peer peer"}},
		{"its own file, in JavaScript", way.JavaScript, "const fs = require('fs');\nconst tmp = fs.mkdtempSync('x');\nfs.readFileSync(tmp);\nfs.rmSync(tmp);\n", nil},
		{"in a shell", deed.Shell, "#!/bin/sh\nlog=\"$1\"\ngrep ERROR \"$log\" | sort\n: > \"$log\"\n", []string{"loss overwrite argument"}},
		{"of each that it is given", deed.Shell, "for f in \"$@\"; do\n  wc -l \"$f\"\n  rm -f \"$f\"\ndone\n", []string{"loss delete argument"}},
		{"on Fridays", deed.Shell, "if [ \"$(date +%u)\" = \"5\" ]; then\n  rm -rf build notes\nfi\n", []string{"gate delete clock"}},
		{"an option of a shell", deed.Shell, "f=\"$1\"\nwc -l \"$f\"\nif [ -n \"$DELETE\" ]; then rm \"$f\"; fi\n", nil},
		{"its own, in a shell", deed.Shell, "f=\"$1\"\ntmp=$(mktemp)\nsort \"$f\" > \"$tmp\"\nrm \"$tmp\"\n", nil},
		{"a temporary name for an input", way.Python, "import os, sys\ntmp = sys.argv[1]\nprint(open(tmp).read())\nos.remove(tmp)\n", []string{"loss delete argument"}},
		{"a temporary name, in a shell", deed.Shell, "tmp=\"$1\"\nwc -l \"$tmp\"\nrm \"$tmp\"\n", []string{"loss delete argument"}},
		{"an option for a temporary file", way.Python, "import argparse, os\np = argparse.ArgumentParser()\np.add_argument('--tmp')\nargs = p.parse_args()\nname = args.tmp\nprint(open(name).read())\nos.remove(name)\n", nil},
		{"where its results go", way.Python, "import os, sys\nout = sys.argv[2]\nprint(open(out).read())\nos.remove(out)\n", nil},
		{"where its results go, in a shell", deed.Shell, "out=\"$2\"\nconvert \"$1\" \"$out\"\nrm \"$out\"\n", nil},
		{"all rows are changed", way.Python, "def run(cur):\n    cur.execute('UPDATE orders SET paid = 0')\n    print(0)\n", []string{"loss rows database"}},
		{"a text about creating", way.Python, "def run(cur):\n    \"\"\"Create the sum of the orders\"\"\"\n    print('Create the sum of the orders')\n    cur.execute('TRUNCATE orders')\n", []string{"loss rows database"}},
		{"a condition that all rows meet", way.Python, "def run(cur):\n    cur.execute('DELETE FROM orders WHERE 1 = 1')\n", []string{"loss rows database"}},
		{"if the table is there", way.Python, "def run(cur):\n    cur.execute('DROP TABLE IF EXISTS orders')\n", []string{"loss rows database"}},
		{"if its own table is there", way.Python, "def run(cur):\n    cur.execute('DROP TABLE IF EXISTS \"sums\"')\n    cur.execute('create temporary table if not exists Sums (n int)')\n", nil},
		{"its own table by a variable", way.Python, "def run(cur, name):\n    cur.execute(f'CREATE TABLE {name} (n int)')\n    cur.execute(f'DROP TABLE {name}')\n", nil},
		{"another table by a variable", way.Python, "def run(cur, name, old):\n    cur.execute(f'CREATE TABLE {name} (n int)')\n    cur.execute(f'DROP TABLE {old}')\n", []string{"loss rows database"}},
		{"an update of its own table", way.Python, "def run(cur):\n    cur.execute('CREATE VIEW sums AS SELECT 1')\n    cur.execute('UPDATE sums SET n = 0')\n", nil},
		{"the program ends before a day", way.Python, "import shutil, sys, time\nif time.time() < 1798761600:\n    sys.exit(0)\nshutil.rmtree('orders')\n", []string{"gate delete clock"}},
		{"it says so and ends", way.Python, "import shutil, time\ndef tidy():\n    if time.time() < 1798761600:\n        print('not yet')\n        return\n    shutil.rmtree('orders')\n", []string{"gate delete clock"}},
		{"it raises", way.Python, "import shutil, time\nif time.time() < 1798761600:\n    raise SystemExit(0)\nshutil.rmtree('orders')\n", []string{"gate delete clock"}},
		{"the next round", way.Python, "import shutil, socket\nfor f in ['a']:\n    if socket.gethostname() != 'till-7':\n        continue\n    shutil.rmtree('orders')\n", []string{"gate delete host"}},
		{"else", way.Python, "import shutil, time\nif time.time() < 1798761600:\n    print(1)\nelse:\n    shutil.rmtree('orders')\n", []string{"gate delete clock"}},
		{"nothing is done there", way.Python, "import shutil, time\nif time.time() < 1798761600:\n    pass\nshutil.rmtree('orders')\n", nil},
		{"who administers", way.Python, "import getpass, os, sys\nif getpass.getuser() != 'root':\n    sys.exit('run it as root')\nos.remove('orders')\n", nil},
		{"else, in JavaScript", way.JavaScript, "import fs from 'node:fs';\nif (Date.now() < 1798761600000) { console.log(1); } else { fs.rmSync('orders', { recursive: true }); }\n", []string{"gate delete clock"}},
		{"it ends, in JavaScript", way.JavaScript, "import fs from 'node:fs';\nif (Date.now() < 1798761600000) process.exit(0);\nfs.rmSync('orders', { recursive: true });\n", []string{"gate delete clock"}},
		{"a second value", way.Python, "import shutil\nfrom datetime import date\nnow = None\nnow = date.today()\nif now > date(2027, 1, 1):\n    shutil.rmtree('orders')\n", []string{"gate delete clock"}},
		{"a value of its own", way.Python, "import shutil\nfrom datetime import datetime\nnow = datetime.now()\nnow = now.replace(tzinfo=None)\nif now > datetime(2027, 1, 1):\n    shutil.rmtree('orders')\n", []string{"gate delete clock"}},
		{"a day that may be given", way.Python, "import shutil, sys\nfrom datetime import date\nnow = date.today()\nnow = parse(sys.argv[1])\nif now > date(2027, 1, 1):\n    shutil.rmtree('orders')\n", nil},
		{"or, in a shell", deed.Shell, "[ \"$(hostname)\" = till-7 ] || rm -rf orders\n", []string{"gate delete host"}},
		{"a command that fails", deed.Shell, "ps -u $USER | grep till || rm -f orders\n", nil},
		{"case, in a shell", deed.Shell, "case \"$(hostname)\" in\n  till-7) rm -rf orders ;;\nesac\n", []string{"gate delete host"}},
		{"case of an account that administers", deed.Shell, "case \"$(whoami)\" in\n  root) rm -rf orders ;;\nesac\n", nil},
		{"else, in a shell", deed.Shell, "if [ \"$(date +%u)\" = 5 ]; then\n  echo 1\nelse\n  rm -rf orders\nfi\n", []string{"gate delete clock"}},
		{"it ends, in a shell", deed.Shell, "[ \"$(date +%Y)\" -lt 2027 ] && exit 0\nrm -rf orders\n", []string{"gate delete clock"}},
		{"it says so and ends, in a shell", deed.Shell, "if [ \"$(date +%Y)\" -lt 2027 ]; then\n  echo not yet\n  exit 0\nfi\nrm -rf orders\n", []string{"gate delete clock"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := found(t, c.language, c.source); !slices.Equal(got, append([]string{}, c.want...)) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestFindStops: what does not suffice is said, and nothing is told twice.
func TestFindStops(t *testing.T) {
	t.Parallel()
	left := work.New()
	left.End()
	told := ""
	deed.Find([]way.Text{{File: "a.py", Source: []byte("import os, sys\nos.remove(sys.argv[1])\n"), Language: way.Python}}, left, func(file, _ string) { told += file })
	if told != "a.py" {
		t.Errorf("told %q", told)
	}
}

// TestFindTellsWhatItLeaves: a program that is too large, and deeds beyond what is told, are gaps.
func TestFindTellsWhatItLeaves(t *testing.T) {
	t.Parallel()
	var many, steps strings.Builder
	many.WriteString("import os, sys\n")
	for i := range 80 {
		fmt.Fprintf(&many, "open(sys.argv[%d]).read()\nos.remove(sys.argv[%d])\n", i, i)
	}
	steps.WriteString("import os\n")
	for i := range 12 {
		fmt.Fprintf(&steps, "x%d = [%s]\n", i, strings.Repeat(fmt.Sprintf("x%d, ", i+1), 40))
	}
	steps.WriteString("os.remove(x0)\n")
	for _, c := range []struct {
		name, language, source, why string
		deeds                       int
	}{
		{"large", way.Python, "import os, sys\n#" + strings.Repeat("a", 512<<10) + "\nos.remove(sys.argv[1])\n", "524288 bytes", 0},
		{"large, without a word", way.Python, "#" + strings.Repeat("a", 512<<10), "", 0},
		{"many", way.Python, many.String(), "more than 60 things", 60},
		{"many, in a shell", deed.Shell, "f=\"$1\"\nwc \"$f\"\n" + strings.Repeat("rm \"$f\"\n", 61), "more than 60 things", 60},
		{"as many as are told", deed.Shell, "f=\"$1\"\nwc \"$f\"\n" + strings.Repeat("rm \"$f\"\n", 60), "", 60},
		{"steps", way.Python, steps.String(), "more steps", 0},
	} {
		told := ""
		list := deed.Find([]way.Text{{File: "a", Source: []byte(c.source), Language: c.language}}, work.New(), func(_, why string) { told += why })
		if len(list) != c.deeds || c.why == "" && told != "" || !strings.Contains(told, c.why) {
			t.Errorf("%s: %d deeds, told %q", c.name, len(list), told)
		}
	}
}
