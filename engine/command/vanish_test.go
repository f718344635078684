package command

import (
	"slices"
	"strings"
	"testing"
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
	} {
		facts := Analyze(text)
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
