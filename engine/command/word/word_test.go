package word

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/script"
)

// parsed is the first word behind the name of a command, and the text that it stands in.
func parsed(t *testing.T, src string, d command.Dialect) (*script.Text, *syntax.Stmt, *syntax.Word) {
	t.Helper()
	file, err := script.Parse("x "+src, d, script.Deadline())
	if err != nil {
		t.Fatal(err)
	}
	s := file.Stmts[0]
	call := s.Cmd.(*syntax.CallExpr)
	return script.New("x " + src), s, call.Args[len(call.Args)-1]
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		`'a b'`: "a b", `"a\$b"`: "a$b", `a\ b`: "a b", `$'\x41'`: "A", `a"$b"c`: "aXc", `~/a`: "~/a", `$(id)`: "X", `a*`: "a*",
	} {
		text, _, w := parsed(t, src, command.Bash)
		one := Decode(text, w, command.Bash)
		if got := one.Shape(); got != want || one.Text != src {
			t.Errorf("%s is %q, want %q", src, got, want)
		}
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"a{b,c}": "ab ac", "{1..3}": "1 2 3", "{03..01}": "03 02 01", "{a..e..2}": "a c e", "{a,b}{1,2}": "a1 a2 b1 b2", "{a}": "{a}", "'{a,b}'": "{a,b}", "{,a}": "a",
		"{1..513}": "{1..513}",
	} {
		text, _, w := parsed(t, src, command.Bash)
		var got []string
		for _, one := range Fields(text, w, command.Bash, Decode(text, w, command.Bash)) {
			got = append(got, one.Shape())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s gives %q, want %s", src, got, want)
		}
	}
}

// What an older shell reads as a dollar sign and a quote is told beside the word.
func TestOddities(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]int{`$'a'`: 1, `a`: 0, `"$a"`: 0} {
		text, _, w := parsed(t, src, command.POSIX)
		if _, odd := Read(text, w, command.POSIX); len(odd) != want {
			t.Errorf("%s has %d oddities, want %d", src, len(odd), want)
		}
	}
}

func TestHeredoc(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{"<<E\na b\nE\n": "a b\n", "<<'E'\n$a\nE\n": "$a\n", "<<E\n$a\nE\n": "-"} {
		text, s, _ := parsed(t, src, command.Bash)
		got := "-"
		if body := Heredoc(text, s.Redirs[0], command.Bash); body != nil {
			got = *body
		}
		if got != want {
			t.Errorf("%q is fed %q, want %q", src, got, want)
		}
	}
}
