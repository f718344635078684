package analysis

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/script"
	"github.com/skillctl/skillctl/internal/test/fixture"
	"mvdan.cc/sh/v3/syntax"
)

// shown is a use in short: the name, "?" where it is not known, and what else is so.
func shown(u command.Use) string {
	name := "?"
	if u.Name != nil {
		name = *u.Name
	}
	if u.Set {
		name += " set"
	}
	if u.Tested {
		name += " tested"
	}
	if u.How != "expansion" {
		name += " " + u.How
	}
	return name
}

func TestUses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"echo $A":                                "A",
		`printf %s "a${A:0:2}b"`:                 "A",
		"echo ${!A} ${!A[@]} ${!A*} ${!A@}":      "?",
		"echo ${#A} ${A+x} ${A:+x}":              "",
		"echo ${A:-$B} ${A:+$B}":                 "A, B, B",
		"echo x > $A; cat <<< $B":                "A, B",
		"cat <<E\n$A ${B}\nE":                    "A, B",
		"cat <<'E'\n$A\nE":                       "",
		"X=$A; Y=($B) Z[$C]=1":                   "A, B, C",
		"echo $((A + $B)) ${X:C}":                "A arithmetic, B, X, C arithmetic",
		"((A++)); let B=C":                       "A arithmetic, B arithmetic, C arithmetic",
		"[[ $A == $B ]]":                         "A, B",
		"[[ A -eq 1 ]]":                          "A arithmetic",
		"case $A in $B) echo $C;; esac":          "A, B, C",
		"for i in $A; do echo $i; done; echo $i": "A, i set, i",
		"for ((i = A; ; )); do :; done":          "i arithmetic, A arithmetic",
		"sh -c 'echo $A'":                        "A",
		"eval 'echo $A'":                         "A",
		"trap 'echo $A' EXIT":                    "A",
		"echo $(echo $A) <(echo $B) `echo $C`":   "A, B, C",
		"f() { echo $A; }; f":                    "A",
		"echo 'x $A' \\$A":                       "",
		`[ -n "$A" ] && [ ! -z "${B}" ]; test "$C"; [[ -n $D ]]; : "${E:?}" $F`:      "A tested, B tested, C tested, D tested, E tested, F tested",
		`[ -n $A ]; [ "$B" = x ]; [[ $C ]]; [ -n "${D:-$E}" ]`:                       "A, B, C, D tested, E",
		"test() { echo $1; }; test \"$A\"":                                           "1, A",
		"A=1; echo $A; unset A; echo $A":                                             "A set, A set",
		"A=1 echo $A; echo $A":                                                       "A, A",
		"A+=1; B=2 & (C=3); D=4 | cat; E[0]=5; false || F=6; echo $A $B $C $D $E $F": "A, B, C, D, E, F",
		"A=1 && echo $A; echo $A":                                                    "A set, A set",
		"if A=1; then echo $A; B=2; fi; echo $A $B":                                  "A set, A set, B",
		"{ A=1; }; export B=2; export C; echo $A $B $C":                              "A set, B set, C",
		"A=1 > /x/y; echo $A":                                                        "A",
		"while read -r A B; do echo $A $B; done; echo $A":                            "A set, B set, A",
		"read -d x A; read -r B < f; echo $A $B":                                     "A, B",
		"read() { :; }; read A; echo $A":                                             "A",
		"A=1; sh -c 'echo $A'; echo $(echo $A)":                                      "A set, A set",
		`awk 'BEGIN { print ENVIRON["A"], "B" in ENVIRON }'`:                         "A text",
		`jq -n 'env.A, $ENV.B, $ENV["C"] | length'`:                                  "A text, B text, C text",
		"shopt -s expand_aliases; set -- $A; echo $1 $@ $# $?":                       "A, 1, @, #, ?",
	} {
		var got []string
		for _, u := range Text(text, WithArguments()).Uses {
			got = append(got, shown(u))
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%q: got %q, want %q", text, s, want)
		}
	}
}

// TestUsesDrawn: in texts of all kinds of syntax every expansion that the tree has is
// told, under its name.
func TestUsesDrawn(t *testing.T) {
	t.Parallel()
	for seed := range fixture.Size(400, 20000) {
		d := &drawnUses{Rand: rand.New(rand.NewPCG(uint64(seed), 5))}
		text := d.text(3)
		file, err := script.Parse(text, command.Bash, script.Deadline())
		if err != nil {
			t.Fatalf("seed %d: %q: %v", seed, text, err)
		}
		want := map[string]int{}
		syntax.Walk(file, func(n syntax.Node) bool {
			if p, ok := n.(*syntax.ParamExp); ok {
				want[p.Param.Value]++
			}
			return true
		})
		for _, u := range Text(text).Uses {
			if u.Name != nil && u.How == "expansion" {
				want[*u.Name]--
			}
		}
		for name, n := range want {
			if n != 0 {
				t.Errorf("seed %d: %q: %s is told %d times too few", seed, text, name, n)
			}
		}
	}
}

// drawnUses draws texts in which each variable has a name of its own.
type drawnUses struct {
	*rand.Rand
	names int
}

func (d *drawnUses) one(of ...string) string { return of[d.IntN(len(of))] }

func (d *drawnUses) name() string {
	d.names++
	return fmt.Sprintf("V%d", d.names)
}

func (d *drawnUses) expansion(depth int) string {
	name := d.name()
	if depth == 0 {
		return "$" + name
	}
	switch d.IntN(8) {
	case 0:
		return "${" + name + d.one(":-", "-", ":=", ":?", "##", "%") + d.word(depth-1) + "}"
	case 1:
		return "${" + name + "/" + d.word(depth-1) + "/x}"
	case 2:
		return "${" + name + ":1:" + "$" + d.name() + "}"
	case 3:
		return "${" + name + d.one("@Q", "^^", ",", "[0]") + "}"
	case 4:
		return "$( " + d.text(depth-1) + "\n)"
	case 5:
		return "$((1 + $" + name + "))"
	}
	return "${" + name + "}"
}

func (d *drawnUses) word(depth int) string {
	return d.one("a", "", "-x") + strings.ReplaceAll(d.one(`"@"`, "@", `x"@"y`), "@", d.expansion(depth))
}

func (d *drawnUses) text(depth int) string {
	w := func() string { return d.word(max(depth-1, 0)) }
	if depth == 0 {
		return "echo " + w()
	}
	switch in := func() string { return d.text(depth - 1) }; d.IntN(16) {
	case 0:
		return in() + d.one("; ", " && ", " || ", " | ", "\n") + in()
	case 1:
		return "if " + in() + "; then " + in() + "; else " + in() + "; fi"
	case 2:
		return "for i in " + w() + " " + w() + "; do " + in() + "; done"
	case 3:
		return "while " + in() + "; do " + in() + "; done"
	case 4:
		return "case " + w() + " in " + w() + ") " + in() + ";; esac"
	case 5:
		return "f() { " + in() + "; }"
	case 6:
		return "(\n" + in() + " ) > " + w()
	case 7:
		return "cat <<E\n" + d.expansion(0) + "\nE\n" + in()
	case 8:
		return "cat <<< " + w() + d.one("", " > "+w(), " 2>> "+w())
	case 9:
		return "X=" + w() + d.one(" Y=("+w()+" "+w()+")", " Z["+d.expansion(0)+"]="+w(), " echo "+w())
	case 10:
		return d.one("export", "declare", "local", "readonly") + " X=" + w()
	case 11:
		return "[[ " + w() + d.one(" == ", " < ", " =~ ") + w() + " ]]"
	case 12:
		return "(( " + "$" + d.name() + " > 1 ))"
	case 13:
		return d.one("test", "[", ":", "printf", "read -r", "set --") + " " + w() + " " + w()
	case 14:
		return "diff <( " + in() + "\n) " + w()
	}
	return d.one("echo", "ls", "$"+d.name()) + " " + w() + " {a," + d.expansion(0) + "}"
}
