package awk_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/text/awk"
)

func programs() map[string]string {
	return map[string]string{
		`{print $1}`: "harmless", `NR>1 {sum+=$3} END {printf "%.2f\n", sum/(NR-1)}`: "harmless", `length > 120 {print FILENAME":"FNR}`: "harmless",
		`!seen[$0]++`: "harmless", `/start/,/end/`: "harmless", `BEGIN{FS=","}{$1=$1}1`: "harmless", `NR==FNR{a[$1]=$2;next}{print a[$1]}`: "harmless",
		`function f(a){return a*2} {print f($1)}`: "harmless", `{print strftime("%Y", systime())}`: "harmless", `{print gensub(/a/,"b","g",$1)}`: "harmless",
		`{gsub(/[[:alpha:]]/,""); print ($1 > 5)}`: "harmless", `BEGIN{system("")}`: "harmless", `FILENAME==ARGV[1]{a[$1];next} $1 in a`: "harmless",
		`BEGIN{print ENVIRON["HOME"]}`: "harmless", "{\n  a = 1 # c\n}\nEND { print a }": "harmless", `BEGIN{PROCINFO["sorted_in"]="@ind_str_asc"}`: "harmless",
		`{print toupper(substr($1,1,1)) substr($1,2); close("x"); fflush()}`: "harmless", `{if ($1 ~ /a\/b/) n++} END{print n+0}`: "harmless",

		`BEGIN{system("id")}`: "runs id", `{print | "cat"}`: "runs cat", `{print | $1}`: "runs", `BEGIN{"date"|getline x; print x}`: "runs", `BEGIN{x="id"; x|getline}`: "runs",
		`BEGIN{if(1)/"/;system("id")}#"`: "runs id", `BEGIN{for(;i++<1;)/"/;system("id")}#"`: "runs id", `BEGIN{if(1)/#/;system("id")}`: "runs id",
		`function f(a){if(a)/"/;return system("id")}BEGIN{f(1)}#"`: "runs id",
		`{print > "/dev/stderr"}`:                                  "writes /dev/stderr", `{print >> "a"}`: "writes a", `{print > $1".txt"}`: "writes something", `BEGIN{print > "a" "b"}`: "writes something",
		`BEGIN{while((getline l < "f")>0) print l}`: "reads f", `BEGIN{while((getline l < f)>0) print l}`: "reads something",

		`@include "x"`: "opaque: @, which loads code", `@load "x"`: "opaque: @, which loads code", `BEGIN{f="system"; @f("id")}`: "opaque",
		`BEGIN{print "x" |& "cat"}`: "opaque", `BEGIN{print > "/inet/tcp/0/h/80"}`: "opaque", `BEGIN{extension ("x")}`: "opaque: the name \"extension\", which is a function of gawk",
		`BEGIN{ARGV[1]="x"}`: "opaque", `BEGIN{ARGV[ARGC++]="x"}`: "opaque", `BEGIN{split("a b",ARGV)}`: "opaque", `BEGIN{sub(/a/,"b",ARGV[1])}`: "opaque", `function f(a){a[1]="x"} BEGIN{f(ARGV)}`: "opaque",
		`BEGIN{getline ARGV[1]}`: "opaque", `BEGIN{ARGC=5}`: "opaque", `BEGIN{ARGC++}`: "opaque", `BEGIN{for(ARGC in a);}`: "opaque",
		`BEGIN{for(k in ENVIRON)print k}`: "opaque", `BEGIN{print ENVIRON[k]}`: "opaque", `BEGIN{SYMTAB["x"]=1}`: "opaque", `BEGIN{getline x < "a" "b"}`: "opaque",
		`{gsub(/[/]/,"")}`: "opaque", `BEGIN{print 'x'}`: "opaque: a single quote", `{print`: "opaque", `BEGIN{f("x")}`: "opaque", "{print} # a\\\n": "opaque",
		"{print \x00}":           "opaque: a part that is known only when it runs",
		strings.Repeat("(", 200): "opaque: more than 100 nested brackets",
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	for program, want := range programs() {
		r := awk.Read(program)
		got := r.String()
		if got != want && (want == "harmless" || !strings.Contains(got, want)) {
			t.Errorf("%q: got %q, want %q", program, got, want)
		}
		if r.Harmless() != (want == "harmless") {
			t.Errorf("%q: harmless is %t", program, r.Harmless())
		}
	}
}

func FuzzRead(f *testing.F) {
	for program := range programs() {
		f.Add(program)
	}
	f.Fuzz(func(t *testing.T, program string) {
		r := awk.Read(program)
		if r.Harmless() && strings.ContainsAny(program, "@'\x00\r") && !strings.ContainsAny(program, `"/#`) {
			t.Errorf("%q is read as harmless", program)
		}
		if o := r.Opaque; o != nil && (o.Offset < 0 || o.Offset > len(program)) {
			t.Errorf("%q: opaque at %d", program, o.Offset)
		}
	})
}
