package value_test

import (
	"slices"
	"testing"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
)

// What the shell evaluates is known only where nothing in it is data.
func TestWhatIsEvaluatedIsKnown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		src   string
		known bool
	}{
		{"i=0; i=$((i+1)); echo $((i*2))", true},
		{"for ((i=0;i<10;i++)); do echo $i; done", true},
		{"for i in 1 2 3; do echo $((i*2)); done", true},
		{"for i in $(seq 1 9); do echo $((i*2)); done", true},
		{"n=$(wc -l < f); echo $((n+1))", true},
		{"s=$(date +%s); e=$(date +%s); echo $((e-s))", true},
		{"x=abc; n=${#x}; echo $((n+1))", true},
		{"echo $((N+1))", true},
		{"x=0x1f; y=16#ff; echo $((x+y))", true},
		{"a=1; b=a; echo $((b))", true},
		{"for v in A B; do echo ${!v}; done", true},
		{"a=(1 2); echo ${a[1]} $((a[0]))", true},
		{"SECONDS=0; make; echo $SECONDS", true},
		{"OPTIND=1; RANDOM=$$", true},
		{"RANDOM=$(cat f)", false},
		{"read -r SECONDS < f", false},
		{"for SECONDS in $(cat f); do :; done", false},
		{"mapfile -t OPTIND < f", false},
		{"for n in 1 2; do ((t+=n)); done", true},
		{"for n in *; do ((t+=n)); done", false},
		{"n=${1:-3}; echo $((n))", false},
		{"n=$(cat f); echo $((n))", false},
		{"n=$(cat f); m=$n; ((m++))", false},
		{"b=$a; a=$b; a=$(cat f); echo $((b))", false},
		{"n=$(jq -r .n f); [[ $n -gt 0 ]]", false},
		{"read -r n < f; let m=n+1", false},
		{"while read -r k; do a[k]=1; done", false},
		{"n=$(cat f); echo ${s:n}", false},
		{"n=$(cat f); echo ${a[n]}", false},
		{"x='a[@(id)]'; y=${x/@/$}; ((y))", false},
		{"x='a[_(id)]'; ((${x/_/\\$}))", false},
		{"x='a[$'; x+='(id)]'; ((x))", false},
		{"declare -i n; n=$(cat f)", false},
		{"w=$(cat f); echo ${!w}", false},
		{"w=$(cat f); [[ -v $w ]]", false},
		{"w=$(cat f); test -v \"$w\"", false},
		{"w=$(cat f); [ $w -gt 0 ]", false},
		{"wc() { cat f; }; n=$(wc -l); echo $((n))", false},
		{"echo $(( $(cat f) ))", false},
	} {
		facts := analysis.Text(c.src)
		known := !slices.ContainsFunc(facts.Hidden, func(h command.Hidden) bool { return !h.Known })
		if known != c.known {
			t.Errorf("%s: known is %t", c.src, known)
		}
	}
}

// Arithmetic sets variables as well as a statement does.
func TestArithmeticAssigns(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		"((PATH=1))", "let PATH=1", "let 'PATH = 1'", ": $((PATH=1))", "[[ PATH=1 -eq 1 ]]", "for ((PATH=1;PATH<2;PATH++)); do :; done",
		": ${x:PATH=1}", "a[PATH=1]=x", "{ :; } {PATH}</dev/null", "((PATH++))", "(( --PATH ))", "((PATH[0]=1))", "((PATH<<=1))", "let PATH+=1", "read 'a[PATH=1]'",
	} {
		if !slices.ContainsFunc(analysis.Text(src).Assignments, func(v argv.Assignment) bool { return v.Name != nil && *v.Name == "PATH" && v.Op == "=" }) {
			t.Errorf("%s: PATH is not set", src)
		}
	}
	for _, src := range []string{"((PATH==1))", "((PATH<=1))", "echo $((PATH+1))", "((x=PATH))"} {
		if slices.ContainsFunc(analysis.Text(src).Assignments, func(v argv.Assignment) bool { return v.Name != nil && *v.Name == "PATH" }) {
			t.Errorf("%s: PATH is set", src)
		}
	}
}
