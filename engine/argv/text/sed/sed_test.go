package sed_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/text/sed"
)

func scripts() map[string]string {
	return map[string]string{
		"": "harmless", "p": "harmless", "100,160p": "harmless", "s/a/b/g": "harmless", "s|http://|https://|": "harmless", "$!N;P;D": "harmless", "/x/,$ s|a|b|;p": "harmless",
		`:a;N;$!ba;s/\n/ /g`: "harmless", "/a/{p;d}": "harmless", "/a/I,/b/!d": "harmless", "0~4p": "harmless", "1,+3d": "harmless", "0,/x/s//y/": "harmless",
		"y/abc/xyz/;$d": "harmless", `1i\` + "\nhello; e id": "harmless", "a hello e id": "harmless", `a\  hello`: "harmless", "s/a/b\\\nc/": "harmless", "#n\np": "harmless",
		`s/^([a-z]+)=.*/\1=***/`: "harmless", `\|x|d`: "harmless", "q5": "harmless", "l 3": "harmless", "/a/ { s/x/y/ ; n }": "harmless", "s/[^/]*$//": "harmless", "s/[/]/x/": "harmless", "s/[/]e/x/": "harmless", `s/[^,]*$//`: "harmless",
		"/x/c\\\ntext\\\nmore\np": "harmless", "s/a/b/2gI": "harmless", "bend;p;:end": "harmless", "$!{$!N}": "harmless",

		"e id": "runs id", "1e": "runs", "s/a/b/e": "runs", "s/a/b/ge": "runs", "s/a/b/ e": "runs", "s/a/b/w out": "writes out", "w out": "writes out", "W out": "writes out", "r in": "reads in", "R in": "reads in",
		"R/etc/shadow": "reads /etc/shadow", "p;w /dev/stdout": "writes /dev/stdout", "1{p;e id\n}": "runs id", "a\\\nx\ne id": "runs id", "s/x/\\/e/\ne id": "runs id", ":a;e id": "runs id",

		"s/a/b": "opaque", "s/a\nb/c/": "opaque", "k": "opaque: the command \"k\"", "{p": "opaque", "p}": "opaque", "pp": "opaque", "a": "opaque", "a\\ \nx": "opaque", ": a b": "opaque", "b a;e": "runs",
		"s/a/b/k": "opaque", "s/[/]/x/e;": "runs", "s/[/]/e;#/": "runs", `s/[\]/x/`: "opaque", "s/[[:a/x/]/": "opaque", "s/[/x/;s/a]/b/e": "runs", "a x\\": "opaque: a text that ends with a backslash", "1,p": "opaque", "1~p": "opaque", "s\na\nb\n": "opaque", "s\x00a": "opaque", "!!p": "opaque", "1!!p": "opaque",
		"sea e": "opaque", strings.Repeat("{", 200): "opaque: more than 100 nested brackets",
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	for script, want := range scripts() {
		r := sed.Read(script)
		got := r.String()
		if got != want && (want == "harmless" || !strings.Contains(got, want)) {
			t.Errorf("%q: got %q, want %q", script, got, want)
		}
		if r.Harmless() != (want == "harmless") {
			t.Errorf("%q: harmless is %t", script, r.Harmless())
		}
	}
}

func FuzzRead(f *testing.F) {
	for script := range scripts() {
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, script string) {
		r := sed.Read(script)
		if strings.Contains(script, "\x00") && r.Opaque == nil {
			t.Errorf("%q has an unknown part and is not opaque", script)
		}
		if o := r.Opaque; o != nil && (o.Offset < 0 || o.Offset > len(script)) {
			t.Errorf("%q: opaque at %d", script, o.Offset)
		}
	})
}
