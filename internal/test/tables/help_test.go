package tables

import (
	"fmt"
	"strings"
	"testing"
)

// TestRead wants of each line of a help text the options in it, with how many words
// they take; lines are those of real programs.
func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, want string }{
		{"  -E, --extended-regexp     PATTERNS are extended", "-E:no value --extended-regexp:no value"},
		{"  -m, --max-count=NUM       stop after NUM", "-m:a value --max-count:a value"},
		{"      --color[=WHEN],", "--color:an optional value"},
		{"  -F, --classify[=WHEN]      append indicator", "-F:unknown --classify:an optional value"},
		{"  -i[SUFFIX], --in-place[=SUFFIX]", "-i:an optional value --in-place:an optional value"},
		{"  -n, --lines=[-]NUM       print the first", "-n:a value --lines:a value"},
		{"  -p, --indicator-style=slash", "-p:unknown --indicator-style:unknown"},
		{"  -nH, --no-host-directories  don't create", "-n:unknown --no-host-directories:unknown"},
		{"  -A NUM                    lines", "-A:a value"},
		{" -d, --data <data>          HTTP POST data", "-d:a value --data:a value"},
		{"     --data-binary <data> HTTP POST binary data", "--data-binary:a value"},
		{"     --http2-prior-knowledge Use HTTP 2", "--http2-prior-knowledge:unknown"},
		{"--block-size=SIZE, -B    force a fixed checksum", "--block-size:a value -B:a value"},
		{"  -V STYLE  --version-control=STYLE  Use STYLE", "-V:a value --version-control:a value"},
		{"  -l  --ignore-whitespace  Ignore", "-l:no value --ignore-whitespace:no value"},
		{"  -j[N], --jobs[=N]", "-j:an optional value --jobs:an optional value"},
		{"  -M  from first to M'th", "-M:no value"},
		{"  -NUM  number of lines", ""},
		{"  -name PATTERN", ""},
		{"usage: x [-a] [-b]", ""},
		{"N\bNA\bAM\bME\n  -\b-q\bq  quiet", "-q:no value"},
		{"\x1b[1m  -q\x1b[0m  quiet", "-q:no value"},
		{"  -x  one\n  -x VALUE  another", "-x:unknown"},
		{"  -- ends options", ""},
		{"", ""},
	} {
		if got := shown(Read(c.line, false)); got != c.want {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
	for _, c := range []struct{ line, want string }{
		{" -in infile          Input file", "-in:a value"},
		{" -text               Print the text", "-text:no value"},
		{"-CAfile file  trusted", "-CAfile:a value"},
		{"  -depth -maxdepth LEVELS", "-depth:no value -maxdepth:a value"},
		{"  --eval-command=COMMAND, -ex", "--eval-command:a value -ex:a value"},
		{"  -h[uman-readable] | -iec |", "-h:unknown"},
	} {
		if got := shown(Read(c.line, true)); got != c.want {
			t.Errorf("long options of one dash: %q: %q, want %q", c.line, got, c.want)
		}
	}
}

func shown(options []Option) string {
	var out []string
	for _, o := range options {
		out = append(out, fmt.Sprintf("%s:%s", o.Name, o.Arity))
	}
	return strings.Join(out, " ")
}
