package analysis

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/command"
)

// readingsOf are the readings of the commands of a text, as texts, and whether these are all.
func readingsOf(text string) (lines []string, all bool) {
	f := Text(text, WithArguments(), WithPlaces())
	all = true
	for _, c := range f.Commands {
		all = all && !c.Unspelled
		if c.Of == nil || c.Parent >= 0 && f.Commands[c.Parent].Of != nil {
			continue
		}
		words := make([]string, len(c.Args))
		for i, w := range c.Args {
			words[i] = w.Shape()
		}
		lines = append(lines, strings.Join(words, "|"))
	}
	slices.Sort(lines)
	return slices.Compact(lines), all
}

// spelledForms are texts with what their commands are read as besides. What is not known of
// a word is an X.
func spelledForms() []struct{ src, want string } {
	return []struct{ src, want string }{
		// Where the text gives no value there is nothing to read.
		{`cat a`, ""},
		{`cat "$X" "$HOME/a" "$(date)" "$1"`, ""},
		{`cd build && cat "$PWD/a" "$(pwd)/b"`, ""},
		{`f=$(find . -name '*.go'); cat $f`, ""},
		{`for f in *.go; do cat "$f"; done`, ""},
		{`X=/a; echo "$X"`, ""},
		{`ssh h cat "${X:-/a}"`, "ssh|h|cat|/a"},
		// Values.
		{`X=/a; cat "$X"`, "cat|/a"},
		{`cat ${X:-/a}`, "cat|/a"},
		{`cat ${X:=/a} b`, "cat|/a|b"},
		{`cat ${X:+/a}`, "cat|/a"},
		{`cat "${X:-$Y/a}"`, "cat|X/a"},
		{`cat "${X:-${Y:-/a}}"`, "cat|/a"},
		{`D=/a; cat "$D/$F"`, "cat|/a/X"},
		{`cat --file=${X:-/a}`, "cat|--file=/a"},
		{`X='a b'; cat $X`, "cat|a|b"},
		{`X='a b'; cat "$X"`, "cat|a b"},
		{`X='/*'; cat $X`, "cat|/*"},
		{`X=; cat $X a`, "cat|a"},
		{`A=x; B=y; cat "$A$B"`, "cat|xy"},
		{`X=a; X=b; cat "$X"`, "cat|a; cat|b"},
		{`X=a; X+=b; cat "$X"`, "cat|a; cat|ab"},
		{`for i in 1 2; do X+=b; done; cat "$X"`, ""},
		{`A=(a b); cat "${A[0]}"`, "cat|a"},
		{`A=(a b); cat "${A[@]}"`, "cat|a|b"},
		{`A=(a); A+=(b); cat "${A[@]}"`, "cat|a; cat|a|b; cat|b"},
		{`Y=/a; X=Y; cat "${!X}"`, "cat|/a"},
		// A variable has one value at a time.
		{`for f in a b; do cp $f $f.bak; done`, "cp|a|a.bak; cp|b|b.bak"},
		// Operators.
		{`X=Q/a; cat "${X#Q}"`, "cat|/a"},
		{`X=/a/b; cat "${X%/*}"`, "cat|/a"},
		{`X=/Qa; cat "${X/Q/}"`, "cat|/a"},
		{`X=/QaQ; cat "${X//[Q]/}"`, "cat|/a"},
		{`P=Q; X=/Qa; cat "${X/$P/b}"`, "cat|/ba"},
		{`X=Q/a; cat "${X:1}"`, "cat|/a"},
		{`i=1; X=Q/a; cat "${X:i}"`, "cat|/a"},
		{`X=/A; cat "${X,,}"`, "cat|/a"},
		{`X='\x2fa'; cat "${X@E}"`, "cat|/a"},
		// Arguments.
		{`set -- /a b; cat "$1"`, "cat|/a"},
		{`set -- /a b; shift; cat "$1"`, "cat|/a; cat|b"},
		{`set -eu; set -- /a; cat "$@"`, "cat|/a"},
		{`set -- a b; cat "$@"`, "cat|a|b"},
		{`set -- a b; for x; do cat $x; done`, "cat|a; cat|b"},
		{`set -- a b; cat "${!#}"`, "cat|a; cat|b"},
		{`set -- -f /a; while getopts f: o; do cat "$OPTARG"; done`, "cat|-f; cat|/a"},
		{`f() { cat "$2"; }; f a b`, "cat|b"},
		{`f() { local x=$1; cat "$x"; }; f a`, "cat|a"},
		{`g() { cat "$1"; }; f() { g "$1"; }; f /a`, "cat|/a"},
		{`cat /a; cat $_`, "cat|/a"},
		// What is read and printed.
		{`read -r x <<< /a; cat "$x"`, "cat|/a"},
		{`read <<< /a; cat "$REPLY"`, "cat|/a"},
		{`IFS=, read -r a b <<< 'x,/a'; cat "$b"`, "cat|/a; cat|x; cat|x,/a"},
		{`echo /a | while read -r x; do cat "$x"; done`, "cat|/a"},
		{`printf '/%s\n' a b | while read -r x; do cat "$x"; done`, "cat|/a; cat|/b"},
		{`mapfile -t A < <(echo /a); cat "${A[0]}"`, "cat|/a"},
		{`while read -r x; do cat "$x"; done <<< /a`, "cat|/a"},
		{`printf -v x '\x2f%s' a; cat "$x"`, "cat|/a"},
		{`cat "$(echo /a)"`, "cat|/a"},
		{`x=$(cat <<< /a); cat "$x"`, "cat|/a"},
		{"x=$(cat <<E\n/${Y:-a}\nE\n); cat \"$x\"", "cat|/a"},
		// Programs that run others, and builtins.
		{`env A=1 cat "${X:-/a}"`, "cat|/a; env|A=1|cat|/a"},
		{`command cat "${X:-/a}"`, "cat|/a; command|cat|/a"},
		{`. "${X:-/a}"`, ".|/a"},
	}
}

// TestCommandsAreSpelledOut: a command is read with the values that the text gives its words.
func TestCommandsAreSpelledOut(t *testing.T) {
	t.Parallel()
	for _, c := range spelledForms() {
		got, all := readingsOf(c.src)
		want := []string{}
		if c.want != "" {
			want = strings.Split(c.want, "; ")
		}
		slices.Sort(want)
		if !slices.Equal(got, want) || !all {
			t.Errorf("%s: %q (all: %t), want %q", c.src, got, all, want)
		}
	}
}

// TestReadingsAreBounded: of too many values, and of what the text gives and is not looked
// through, the command says so.
func TestReadingsAreBounded(t *testing.T) {
	t.Parallel()
	loop := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " f%d", i)
		}
		return b.String()
	}
	for src, want := range map[string]bool{
		"for f in" + loop(128) + "; do cat $f; done":                                      true,
		"for f in" + loop(129) + "; do cat $f; done":                                      false,
		"for f in {1..100}; do cat x/$f $f; done":                                         true,
		"for a in" + loop(20) + "; do for b in" + loop(20) + "; do cat $a $b; done; done": false,
		"for a in" + loop(100) + "; do cat $a; rm $a; ls $a; done":                        false,
		"for a in" + loop(200) + "; do echo $a; done":                                     true,
		`[[ /a =~ (.*) ]]; cat "${BASH_REMATCH[1]}"`:                                      false,
		`[[ $x =~ (.*) ]]; cat "${BASH_REMATCH[1]}"`:                                      true,
		`cd /a; cd /; cat "$OLDPWD"`:                                                      false,
		`X=/a; cat "${X@P}"`:                                                              false,
		`X=Qa; cat "${X/Q/~root/}"`:                                                       false,
		`X=/a; cat "${X/$(date)/}"`:                                                       false,
		`cat "${X/$(date)/}"`:                                                             true,
		`read -u 3 x 3<<< /a; cat "$x"`:                                                   true,
		`read -n 2 x <<< /ab; cat "$x"`:                                                   false,
	} {
		f := Text(src, WithArguments())
		if !f.Parse.OK {
			t.Errorf("%.60s: %+v", src, f.Parse)
		}
		if all := !slices.ContainsFunc(f.Commands, func(c command.Command) bool { return c.Unspelled }); all != want {
			t.Errorf("%.60s: all is %t, want %t", src, all, want)
		}
		if len(f.Commands) > command.MaxCommands/2 {
			t.Errorf("%.60s: %d commands", src, len(f.Commands))
		}
	}
}

// TestReadingsBelongToACommand: a reading stands behind what it is one of, with its place,
// and profiles that do not ask for arguments get none.
func TestReadingsBelongToACommand(t *testing.T) {
	t.Parallel()
	f := Text(`for f in a b; do sudo cat $f | wc -l > o; done`, WithArguments())
	readings := 0
	for i, c := range f.Commands {
		if c.Of == nil {
			continue
		}
		readings++
		if own := f.Commands[*c.Of]; *c.Of >= i || own.Of != nil || c.Span != own.Span && own.Base == c.Base || c.Context != own.Context {
			t.Errorf("%s at %v is no reading of %s at %v", c.Text, c.Span, own.Text, own.Span)
		}
	}
	if readings != 6 { // two of sudo, with a cat each, and two of the cat
		t.Errorf("%d readings", readings)
	}
	for _, c := range Text(`X=/a; cat "$X"`).Commands {
		if c.Of != nil {
			t.Errorf("%s is a reading", c.Text)
		}
	}
}

// TestFunctionsRunWhereTheyAreCalled: a body is in the folders of the calls when all are known.
func TestFunctionsRunWhereTheyAreCalled(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		`f() { cat "$1"; }; f a`:                          ".",
		`f() { cat "$1"; }; cd b; f a`:                    "b .",
		`f() { cat "$1"; }; f a; cd b; f a`:               ". b",
		`g() { cat "$1"; }; f() { g "$1"; }; cd b && f a`: "b",
		`f() { cat "$1"; }; cd "$B"; f a`:                 "?",
		`f() { cat "$1"; }; trap 'f a' EXIT; f a`:         "?",
		`f() { cat "$1"; }; . ./x; f a`:                   "?",
		`f() { cd x; cat "$1"; }; f a`:                    "?",
		`f() { cat "$1"; f a; }; f a`:                     "?",
		`f() { cat "$1"; }; find . -exec bash -c 'f a'`:   "?",
	} {
		f := Text(src, WithArguments())
		at := slices.IndexFunc(f.Commands, func(c command.Command) bool { return c.Base == "cat" })
		got := "?"
		if d := f.Commands[at].Dir; d.Known {
			list := append([]string{d.Path}, d.Or...)
			for i := range list {
				if list[i] == "" {
					list[i] = "."
				}
			}
			got = strings.Join(list, " ")
		}
		if got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
}

// Characters that stand for what is kept in a value may be in the text itself.
func TestSpellingEnds(t *testing.T) {
	for _, text := range []string{"f=\x05\x07zz; cat $f a$f; f=\x05; cat $f", "f=\x05\x079\x06; g=\x05\x07; cat $f$g $g", "f='\x05\x07-1\x06'; cat $f"} {
		f := Text(text)
		if f.Parse.Error != nil || len(f.Commands) == 0 || f.Commands[len(f.Commands)-1].Args[0].Text != "cat" {
			t.Errorf("%q: %v, %+v", text, f.Parse.Error, f.Commands)
		}
	}
}
