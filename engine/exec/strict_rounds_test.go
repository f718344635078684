package exec_test

import (
	"strings"
	"testing"
)

// What a loop, a function or a trap gives a variable each time anew may be anything, unless
// it gives the same after a few rounds, or one loop over words that are spelled out gives it.
func TestDecideStrictRounds(t *testing.T) {
	t.Parallel()
	const grown = `D="$D/.."`
	var denied []string
	for _, body := range []string{
		grown, "D+=/..", `D="${D:-a}/.."`, `E="$D/.."; D="$E"`, `E="$D/.."; F="$E"; D="$F"`, `for D in "$D/.."; do :; done`,
		`read -r D <<< "$D/.."`, `printf -v D %s "$D/.."`, `export D="$D/.."`, `eval 'D="$D/.."'`, `D="$(echo "$D/..")"`,
		`case x in x) D="$D/..";; esac`, `if true; then D="$D/.."; fi`, `: "${E:=$D/..}"; D="$E"; unset E`, `D="${D%}/.."`,
	} {
		for _, around := range []string{
			"for i in 1 2; do @; done", "while true; do @; done", "until false; do @; done", "for ((i=0;i<3;i++)); do @; done",
			"up() { @; }; up; up", "up() { @; up; }; up", "select i in a; do @; done",
		} {
			denied = append(denied, "D=a; "+strings.Replace(around, "@", body, 1)+`; cp x "$D"`)
		}
	}
	denied = append(denied,
		`D=a; trap 'D="$D/.."' DEBUG; cp b c; cp x "$D"`,
		`D=a; for i in 1 2; do D="$D/.."; cp x "$D"; done`,
		`: a; for i in 1 2; do : "$_/.."; done; cp x "$_"`,
		`D=; for p in . .; do D="$D$p"; cp x "a/$D/../y"; done`,
		`D=a/b/c; for i in 1 2 3 4; do D="$D/.."; done; cp x "$D/y"`,
		`D=a/b/c; for i in 1 2; do for j in 1; do D="$D/.."; done; done; cp x "$D/y"`,
		`D=a/b/c; while true; do for i in 1; do D="$D/.."; done; done; cp x "$D/y"`,
		`D=a/b/c; up() { for i in 1; do D="$D/.."; done; }; up; cp x "$D/y"`,
		`D=a/b/c; for i in 1; do up() { D="$D/.."; }; done; up; up; cp x "$D/y"`,
		`D=a/b/c; for i in 1; do trap 'D="$D/.."' DEBUG; done; cp x "$D/y"`,
		`D=a/b/c; for i in 1 *; do D="$D/.."; done; cp x "$D/y"`,
		`D=a/b/c; for i in $L; do D="$D/.."; done; cp x "$D/y"`,
		`D=a/b/c; for i; do D="$D/.."; done; cp x "$D/y"`,
		`sh -c 'D=a; while :; do for D in "$D/.."; do :; done; done; cp x "$D"'`,
		`set -- a; for i in 1 2; do set -- "$1/.."; done; cp x "$1"`,
		`f() { cp x "$1"; f "$1/.."; }; f a`,
	)
	strictDecides(t, map[string][]string{"cp sh true false": denied}, map[string][]string{
		"mkdir": {
			`for d in a b; do p=build/$d; mkdir -p "$p"; done`, `D=build; for d in a b; do D=$D; mkdir -p "$D"; done`,
			`n=1; while [ -e "out$n" ]; do n=$((n+1)); done; mkdir "out$n"`,
		},
		"git":   {`args=""; for a in x y; do args="$args $a"; done; git add $args`},
		"cp":    {`D=a/b/c; for i in 1 2; do D="$D/.."; done; cp x "$D/y"`, `D=a/b/c; for i in 1 2; do E="$D/.."; D="$E"; done; cp x "$D/y"`},
		"touch": {`f=a; i=0; while [ -e "$f" ]; do i=$((i+1)); f="a.$i"; done; touch "$f"`, `for f in a b; do out="${f%.c}.o"; touch "$out"; done`},
		"cat":   {`d=src/x/y; while [ ! -f "$d/go.mod" ]; do d=${d%/*}; done; cat "$d/go.mod"`, `list=; for i in a b; do list="$list,$i"; done; echo "$list"`},
		"rm":    {`D=out; D="$D/tmp"; rm -r "$D"`, `D=a/b/c; for i in 1 2; do D="${D%/*}"; done; rm -r "$D"`},
	})
}
