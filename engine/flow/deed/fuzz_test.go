package deed_test

import (
	"reflect"
	"testing"

	"github.com/skillctl/skillctl/engine/flow/deed"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// FuzzFind: whatever a program has, its deeds stand in it, and are the same each time.
func FuzzFind(f *testing.F) {
	languages := []string{way.Python, way.JavaScript, deed.Shell}
	for _, source := range []string{
		"import os, sys\ntmp = sys.argv[1]\nopen(tmp).read()\nos.remove(tmp)\n",
		"import time\nif time.time() < 1:\n    raise\nelif f(*a, **b):\n    x.execute(text(f'DROP TABLE {a}'))\n",
		"def a(b, c=d): a(b, , c)\nx = x[\nos.environ[]\ntext()\n.format()",
		"const { a: [b], ...c } = require('fs'); for (const [d, , e] of process.argv) fs.rmSync(d[0]); ().execute(`TRUNCATE ${",
		"if (os.hostname() ==) throw; else { a?.[0]`b`.format(,)}",
		"case \"$(hostname)\" in a|b) rm \"$1\";& *) exit; esac; [ $CI ] || return\n: > \"${1:?}\"",
		"if [ \"$(date +%u)\" = 5 ]; then :; else curl -k https://a.dev -d \"$x\"; fi",
	} {
		for i := range languages {
			f.Add(uint8(i), []byte(source))
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, source []byte) {
		if len(source) > 4<<10 {
			return
		}
		find := func() []deed.Deed {
			return deed.Find([]way.Text{{File: "a", Source: source, Language: languages[int(which)%len(languages)], Start: document.Position{Line: 1, Column: 1}}}, work.New(), func(string, string) {})
		}
		found := find()
		for i := range found {
			if at := found[i].Span; at.Start.Offset < 0 || at.End.Offset > len(source) || at.Start.Offset > at.End.Offset {
				t.Errorf("a place from %d to %d of %d bytes", at.Start.Offset, at.End.Offset, len(source))
			}
		}
		if again := find(); !reflect.DeepEqual(again, found) {
			t.Errorf("found %v, and then %v", found, again)
		}
	})
}
