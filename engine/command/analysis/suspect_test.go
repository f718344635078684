package analysis

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/command"
)

// Shells end a comment and a line where the facts end it, or the text is not
// understood.
func TestShellsDisagreeAboutTheEndOfALine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		src        string
		understood bool
	}{
		{"echo a # \\\ntouch x\n", false},
		{"echo a #x\\\ntouch x", false},
		{"echo a | ls # \\\ntouch x", false},
		{"# \\\ntouch x", false},
		{"(echo a # \\\ntouch x)", false},
		{"echo $(echo a # \\\ntouch x)", false},
		{"if ls # \\\ntouch x\nthen ls; fi", false},
		{"ls &&# \\\ntouch x", false},
		{"bash -c 'echo a # \\\ntouch x'", false},
		{"echo # it's\necho a \\\r\ntouch x\n", false},
		{"echo a \\\r\ntouch x", false},
		{"echo \"a\\\r\nb\"", false},
		{"echo # it's\nls\r\n", false},
		{"cat <<E\nit's\nE\r\nls\nE\n", false},
		{"echo 'a\r\nb'", true},
		{"echo \"a\r\nb\"", true},
		{"echo $'a\r\nb'", true},
		{"echo \"$(ls \r)\"", false},
		{"echo `a # \\\\\nls`", false},
		{"echo a # \\\\\nls", true},
		{"echo a # \\\\\\\nls", false},
		{"echo a # x\nls", true},
		{"echo a \\\n  b # it's\nls", true},
		{"echo a#b \\\n  c", true},
		{"echo $# \\\n  c", true},
		{"echo ${#x} ${x#a} ${x##*/} \\\n  c", true},
		{"echo '# ' \\\n  c", true},
		{"echo \"# \" \\\n  c", true},
		{"cat <<'E'\n# a \\\nb\nE\n", true},
		{"cat <<E\n# a \\\nb\nE\n", true},
	} {
		for _, d := range []command.Dialect{command.Bash, command.POSIX} {
			if d == command.POSIX && strings.Contains(c.src, "$'") {
				continue
			}
			facts := Text(c.src, WithDialect(d))
			if understood := facts.Parse.OK && len(facts.Opaque) == 0; understood != c.understood {
				t.Errorf("%s %q: understood is %t: %+v", d, c.src, understood, facts.Opaque)
			}
		}
	}
}

// Whatever could swallow what is written after a text is not understood: a session
// judges its texts one after the other.
func TestTextsThatDoNotEndAreNotUnderstood(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		"echo a \\", "echo a\\", "echo a # \\", "# \\", "echo 'a", "echo \"a", "echo $(a", "echo `a", "cat <<E", "cat <<E\na", "cat <<'E'\na\nE ", "cat <<E | ls\n", "echo a |", "echo a &&",
		"if a", "if a; then b", "for x in", "while a; do", "case x in", "case x in a) b", "{ a", "(a", "f()", "f() {", "((a", "echo ${x", "echo $((1", "!", "a=(", "echo $'a", "echo a >", "until a", "x=$(a",
	} {
		for _, d := range []command.Dialect{command.Bash, command.POSIX} {
			facts := Text(src, WithDialect(d))
			if facts.Parse.OK && len(facts.Opaque) == 0 {
				t.Errorf("%s %q is understood", d, src)
			}
		}
	}
	for _, src := range []string{"echo a \\\\", "echo 'a\\'", "echo a # \\\\", "time", "coproc ls"} {
		if facts := Text(src); !facts.Parse.OK || len(facts.Opaque) > 0 {
			t.Errorf("%q is not understood: %+v", src, facts.Opaque)
		}
	}
}

// A carriage return in quotes is part of the value.
func TestQuotedCarriageReturnsStay(t *testing.T) {
	t.Parallel()
	for _, src := range []string{"echo 'a\r\nb'", "echo \"a\r\nb\"", "echo a'\r'$'\\n'b", "echo $'a\r\nb'"} {
		facts := Text(src)
		if got := facts.Commands[0].Args[1].Value; got == nil || *got != "a\r\nb" {
			t.Errorf("%q reads as %v", src, facts.Commands[0].Args[1])
		}
	}
}
