package script

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/skillctl/skillctl/engine/command"
)

// TestRecover takes out what no statement can hold and leaves the rest where it is.
func TestRecover(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a | b\nc":                      "a | b\nc",
		"a |\nb\nexit 0\n(":             "a |\nb\nexit 0\n ",
		"(\na |\nb":                     " \na |\nb",
		"fi\na | b\n}\n":                "  \na | b\n \n",
		"if x; then a | b":              "   x;      a | b",
		"a )) | b":                      "a    | b",
		"a <url> | b":                   "a <url  | b",
		"don't\na |\nb":                 "don t\na |\nb",
		"a \"b\nc | d":                  "a  b\nc | d",
		"((a x) | b)":                   "( a x) | b ",
		"(a) b | c":                     "(a)\nb | c",
		"x <<E\na | b\n":                "x   E\na | b\n",
		"case x in\na) b | c;;\nd) e\n": "     x in\na  b | c  \nd  e\n",
		"for x in a; do b | c\n":        "    x in a;    b | c\n",
		"f() {\na | b\n":                "f()  \na | b\n",
		"a ${x | b":                     "a   x | b",
		"a &&\n":                        "a   \n",
		"| | a | b":                     "    a | b",
		"\t\n":                          "\t\n",
		"":                              "",
	} {
		m := Recover(text)
		if diff := cmp.Diff(want, m.Text); diff != "" || m.Unread >= 0 {
			t.Errorf("%q, unread from %d: %s", text, m.Unread, diff)
		}
		if err := readable(m.Text); err != nil {
			t.Errorf("%q cannot be read after recovery: %v", m.Text, err)
		}
	}
	for text, want := range map[string]string{
		"x <<'E F' <<-G\na\n": "x <<'E F' <<-G\na\n\nE F\n\nG\n", "a \"$(b x": "a \"$(b x)\"", "a <(b `c": "a <(b `c`)", "a\nb \"c": "", "a )": "", "a <<E (\n": "",
		strings.Repeat("(", maxOpen+1) + "a": "", "a": "a",
	} {
		if got := Recover(text).Closed; got != want || got != "" && readable(got) != nil {
			t.Errorf("%q is closed as %q; wanted %q", text, got, want)
		}
	}
}

// readable is why a text cannot be parsed. One that is too large for the parser is not asked about.
func readable(text string) error {
	if limit, _ := Prescan(text); limit != "" {
		return nil
	}
	_, err := Parse(text, command.Bash, Deadline())
	return err
}

// TestRecoverBounds reads a text of nothing but mistakes in a time that grows with its
// length, and says where it stops.
func TestRecoverBounds(t *testing.T) {
	for name, c := range map[string]struct {
		line string
		all  bool
	}{
		"closed": {")\n", true}, "words": {"fi\n", true}, "open": {"(\n", false}, "quotes": {"\"$(\n", false}, "an if": {"if a; then b\n", false},
		"a function": {"f() {\na\n", false}, "a here-document": {"a <<E\n", false}, "signs": {") ", true}, "quoted": {"it's `a\n", true}, "a case": {"case a in\n", false},
	} {
		text := strings.Repeat(c.line, 64<<10/len(c.line))
		if limit, at := Prescan(text); limit != "" {
			text = text[:at]
		}
		begin := time.Now()
		m := Recover(text)
		t.Logf("%s: %d bytes, %d mistakes, %d bytes read, unread from %d, %v", name, len(text), m.Mistakes, m.Read, m.Unread, time.Since(begin))
		if m.Read > (recoverTimes+2)*len(text)+recoverLeast || len(m.Text) != len(text) || c.all && m.Unread >= 0 {
			t.Errorf("%s: %d bytes of %d were read, unread from %d", name, m.Read, len(text), m.Unread)
		}
	}
}

// FuzzRecover recovers texts of any kind: the result has the same length and lines, and is
// whole unless something was given up.
func FuzzRecover(f *testing.F) {
	for _, text := range []string{"a |\nb\n(", "don't\n\"$(", "case x in\nfi )", "x <<E <<'F'\n`", "((a b) | c)", "${a | b [[ ]] ;; &&", "a=(b (c) d) e=$'", "f() { $((1 + ))"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "")
		m := Recover(text)
		if len(m.Text) != len(text) || strings.Count(m.Text, "\n") < strings.Count(text, "\n") {
			t.Fatalf("%q became %q", text, m.Text)
		}
		if err := readable(m.Text); m.Unread < 0 && err != nil && !errors.Is(err, ErrSlow) {
			t.Fatalf("%q became %q: %v", text, m.Text, err)
		}
		if !strings.HasPrefix(m.Closed, text) && m.Closed != "" {
			t.Fatalf("%q is closed as %q", text, m.Closed)
		}
	})
}
