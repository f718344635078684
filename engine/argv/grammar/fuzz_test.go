package grammar

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/internal/document"
)

func tree(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

// FuzzParse reads any text as an entry, and words by it: never a crash, and every
// word that is not an option of the entry is a place, an operand or not understood.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"search", "pack", "tool"} {
		text, err := os.ReadFile("testdata/" + name + ".json")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), name+" --foo=1 -x a")
	}
	for _, text := range written(f, os.DirFS("../../../policies")) {
		f.Add(string(text), "x -a --b c")
	}
	f.Fuzz(func(t *testing.T, text, line string) {
		e, err := Parse([]byte(text))
		if err != nil || strings.TrimSpace(line) == "" {
			return
		}
		r := e.Read(call(line))
		if !r.Entry || len(r.Places) > 2*maxFound || len(r.Unclassed) > maxFound {
			t.Errorf("%q: %d places, %d words not understood", line, len(r.Places), len(r.Unclassed))
		}
	})
}

// FuzzRead reads any words by the entries: an option that begins like none of the
// entry's is never understood.
func FuzzRead(f *testing.F) {
	f.Add("search -r --max-count=3 x", "--unheard-of")
	f.Add("pack xf a", "-Q")
	f.Add("search -5 x", "--5")
	f.Add("tool remote add", "--x=y")
	f.Add("tool each . -exec rm ;", "-zzz")
	list := []*Entry{entry(f, "search"), entry(f, "pack"), entry(f, "tool")}
	f.Fuzz(func(t *testing.T, line, option string) {
		if strings.TrimSpace(line) == "" {
			return
		}
		c := call(line)
		for _, e := range list {
			e.Read(c)
		}
		if len(option) < 3 || !strings.HasPrefix(option, "--") || strings.HasPrefix("--", option) {
			return
		}
		name, _, _ := strings.Cut(option, "=")
		if list[0].spelled(name) != nil {
			return
		}
		words := []argv.Word{argv.Literal("search", "search", document.Span{}), argv.Literal(option, option, document.Span{})}
		r := list[0].Read(argv.Call{Name: "search", Base: "search", Args: words})
		if !slices.ContainsFunc(r.Unclassed, func(u Unclassed) bool { return u.Word == option }) {
			t.Errorf("%q is understood", option)
		}
	})
}
