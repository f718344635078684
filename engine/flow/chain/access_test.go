package chain_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine/flow/chain"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/document"
)

// TestAccesses: what is read, reached and paid is told, whatever becomes of it.
func TestAccesses(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		name, language, text string
		want                 []string
	}{
		{"a file that is printed", way.Python, "import pathlib\nprint((pathlib.Path.home() / '.aws' / 'credentials').read_text())\n", []string{"2 read login ~/.aws/credentials"}},
		{"a folder that is copied", way.Python, "import os, shutil\nshutil.copytree(os.path.expanduser('~/.gnupg'), 'data')\n", []string{"2 read key ~/.gnupg"}},
		{"a store that is asked", way.Python, "import pyperclip\nopen('x', 'w').write(pyperclip.paste())\n", []string{"2 read clipboard pyperclip.paste"}},
		{"a command that prints", way.Python, "import subprocess\nx = subprocess.check_output(['pbpaste'])\n", []string{"2 read clipboard pbpaste"}},
		{"the same place twice", way.Python, "def f():\n    return open('/etc/shadow').read()\nf()\nf()\n", []string{"2 read system /etc/shadow"}},
		{"a public key", way.Python, "print(open('/home/me/.ssh/id_rsa.pub').read())\n", nil},
		{"a host, with nothing sent", way.Python, "import requests\nrequests.get('https://a.example/x')\n", []string{"2 reach requests.get a.example"}},
		{"a host, with whose machine it is", way.JavaScript, "const os = require('os');\nfetch('https://a.example/x?h=' + os.hostname());\n", []string{"2 reach fetch a.example", "2 read machine os.hostname"}},
		{"a connection", way.Python, "import socket\ns = socket.create_connection(('a.example', 25))\n", []string{"2 reach socket.create_connection a.example"}},
		{"who listens", way.Python, "import socket\ns = socket.create_server(('', 25))\nc = s.accept()\n", nil},
		{"a transaction", way.JavaScript, "const w = new Wallet(key);\nw.sendTransaction({ to });\n", []string{"2 pay Wallet().sendTransaction"}},
	} {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			found := chain.Follow([]way.Text{{File: "a", Source: []byte(one.text), Language: one.language, Start: document.Position{Line: 1, Column: 1}}}, nil, chain.Options{
				Cut: func(file, why string) { t.Errorf("%s: %s", file, why) },
			})
			var got []string
			for _, a := range found.Accesses {
				got = append(got, strings.Join(strings.Fields(fmt.Sprintf("%d %s %s %s %s", a.Span.Start.Line, a.Kind, a.Store, a.Name, strings.Join(a.Hosts, " "))), " "))
			}
			slices.Sort(got)
			if diff := cmp.Diff(one.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestManyAccesses: what is not told of is said.
func TestManyAccesses(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("import requests\n")
	for i := range 250 {
		fmt.Fprintf(&text, "requests.get('https://a%d.example')\n", i)
	}
	cut := ""
	found := chain.Follow([]way.Text{{File: "a.py", Source: []byte(text.String()), Language: way.Python, Start: document.Position{Line: 1, Column: 1}}}, nil, chain.Options{
		Cut: func(file, why string) { cut = file + ": " + why },
	})
	if len(found.Accesses) != 200 || !strings.Contains(cut, "more places") {
		t.Errorf("%d are told, %q", len(found.Accesses), cut)
	}
}
