package analysis

import (
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/internal/test/vectors"
)

func TestHostileSizes(t *testing.T) {
	t.Parallel()
	for _, c := range vectors.Hostiles() {
		// The size is to be met before the time is over, on a busy machine as well.
		f := Text(c.Text, func(o *options) { o.time = time.Hour })
		check(t, f)
		if f.Parse.Limit != c.Limit || f.Parse.OK != (c.Limit == "") || c.Limit != "" && len(f.Opaque) == 0 {
			t.Errorf("%s: limit %q, ok %v, %d opaque; want %q", c.Name, f.Parse.Limit, f.Parse.OK, len(f.Opaque), c.Limit)
		}
	}
}

func TestOrdinaryTextsAreWithinBounds(t *testing.T) {
	t.Parallel()
	for name, src := range map[string]string{
		"a script":      strings.Repeat("if [ -f x ]; then echo \"$(cat x)\"; fi\n", 200),
		"a heredoc":     "cat <<'E'\n" + strings.Repeat("{ \"a\": [1, 2], \"b\": \"(x)\" }\n", 500) + "E",
		"a long prompt": "echo '" + strings.Repeat("for example if this, then (that) ", 500) + "'",
		"ruled lines":   "echo '" + strings.Repeat("-----", 200) + "'",
	} {
		if f := Text(src); !f.Parse.OK || len(f.Opaque) > 0 {
			t.Errorf("%s: %+v %+v", name, f.Parse, f.Opaque)
		}
	}
}

func TestBadEncoding(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]int{"ls \xff": 3, "ls \x00 a": 3, "\xc3": 0, "é\x00": 2} {
		f := Text(src)
		if f.Parse.OK || f.Source.Bad == nil || f.Source.Bad.Start.Offset != want || opaqueReasons(f) != command.OpaqueEncoding {
			t.Errorf("%q: %+v %+v", src, f.Source, f.Opaque)
		}
	}
	if f := Text("echo \uFFFD"); !f.Parse.OK {
		t.Error("a replacement character that is really there is no bad byte")
	}
	if f := Argv([]string{"ls", "a\x00b"}); f.Parse.OK || !f.Source.NUL {
		t.Errorf("an argument with NUL: %+v", f.Source)
	}
}

func TestBlank(t *testing.T) {
	t.Parallel()
	for _, src := range []string{"", " \n\t", "# only a comment"} {
		f := Text(src)
		if len(f.Commands) != 0 || f.Source.Blank != (strings.TrimSpace(src) == "") {
			t.Errorf("%q: %+v", src, f.Source)
		}
	}
	if f := Argv(nil); len(f.Commands) != 0 || !f.Source.Blank {
		t.Errorf("no arguments: %+v", f)
	}
}
