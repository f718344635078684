package analysis

import (
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
)

// TestVanishing: the places that a command writes to where words of it come to nothing.
func TestVanishing(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"cp a q $X":                           "$X q",
		"cp a q $X $Y":                        "$X $Y q",
		"cp a q \"$X\"":                       "\"$X\"",
		"cp a $X":                             "$X",
		"cp a q $X$Y":                         "$X$Y q",
		"cp a q ${X:-b}":                      "${X:-b}",
		"cp a q ${X:-$Y}":                     "${X:-$Y} q",
		"cp a q $HOME":                        "$HOME",
		"cp a q $#":                           "$#",
		"cp a q \"${Z[@]}\"":                  "\"${Z[@]}\" q",
		"X=b; cp a q $X":                      "$X",
		"X=; cp a q $X":                       "q",
		"f() { local X=b; cp a q $X; }; f":    "$X",
		"local X=b; cp a q $X":                "$X q",
		"if c; then X=b; fi; cp a q $X":       "$X q",
		"sort a -o $X q":                      "$X q",
		"cp $A $B $C $D $E a q $F":            "$F q",
		"cp $A q $B $C $D $E $F":              "$B $C $D $E $F q",
		"cp a q *.txt":                        "*.txt",
		"shopt -s nullglob; cp a q *.txt":     "*.txt q",
		"sort a -k $N q":                      "",
		"for d in a b; do cp x q $d; done":    "$d",
		"for d in $L; do cp x q $d; done":     "$d",
		"for d in \"$L\"; do cp x q $d; done": "$d q",
		"for d in; do cp x q $d; done":        "$d q",
		"cp -t $X a q":                        "$X a",
		"cp a q ${X:?}":                       "${X:?} q",
		"set -- b; cp a q $1":                 "$1",
		"set -- b; set --; cp a q $1":         "$1 q",
		"set -- b c; set -- b; cp a q $2":     "$2 q",
		"set -e -- b; cp a q $1":              "$1",
		"set -- $X b; cp a q $1":              "$1 q",
		"set -- b; set -e; cp a q $1":         "$1",
		"if c; then set -- b; fi; cp a q $1":  "$1 q",
		// The name behind -o is no argument, and +x is an option.
		"set -euo pipefail; if c; then set -- b; fi; cp a q $1": "$1 q",
		"set +x; cp a q $1":              "$1 q",
		"(set -- b); cp a q $1":          "$1 q",
		"(set -- b); env cp a q $1":      "$1 q",
		"set -- b; cp a q $@":            "$@",
		"set -- b; set --; cp a q $@":    "$@ q",
		"f() { cp a q $1; }; f b; f":     "$1 q",
		"f() { cp a q $2; }; f b c; f b": "$2 q",
		"sh -c 'cp a q $1' x b":          "$1",
		"sh -c 'cp a q $1' x":            "$1 q",
	} {
		facts := Text(text)
		var got []string
		for _, c := range facts.Commands {
			if c.Of != nil || c.Base != "cp" && c.Base != "sort" {
				continue
			}
			for _, w := range c.Writes {
				if !slices.Contains(got, w.Target.Text) {
					got = append(got, w.Target.Text)
				}
			}
		}
		slices.Sort(got)
		all := strings.Fields(want)
		slices.Sort(all)
		if !slices.Equal(got, all) {
			t.Errorf("%s: writes %q, want %q", text, got, all)
		}
	}
}

// TestVanishingByShell: what one shell sets itself is nothing in another one, and where a text
// takes it away.
func TestVanishingByShell(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dialect command.Dialect
		word    string
		before  string
		want    bool
	}{
		{command.Bash, "$RANDOM", "", false},
		{command.POSIX, "$RANDOM", "", true},
		{"mksh", "$RANDOM", "", true},
		{"zsh", "$RANDOM", "", false},
		{command.POSIX, "$HOME", "", true},
		{command.POSIX, "$EPOCHSECONDS", "", true},
		{"zsh", "$HOSTNAME", "", true},
		{command.POSIX, "$-", "", true},
		{command.POSIX, "$PPID", "", false},
		{command.POSIX, "$PWD", "", false},
		{command.POSIX, "$$", "", false},
		{command.Bash, "$RANDOM", "unset RANDOM; ", true},
		{command.Bash, "$PWD", "PWD=; ", true},
		{command.Bash, "$HOSTNAME", "read HOSTNAME; ", true},
		{command.Bash, "$HOME", "export HOME; ", false},
		{command.Bash, "$HOME", "HOME=/tmp; ", false},
	} {
		facts := Text(c.before+"cp a q "+c.word, WithDialect(c.dialect))
		last := facts.Commands[len(facts.Commands)-1]
		got := slices.ContainsFunc(last.Writes, func(w argv.Write) bool { return w.Target.Text == "q" })
		if got != c.want {
			t.Errorf("%s: %scp a q %s: q is written: %v, want %v", c.dialect, c.before, c.word, got, c.want)
		}
	}
}
