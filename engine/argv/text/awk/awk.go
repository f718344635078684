// Package awk reads awk programs with the grammar of GoAWK, and lets pass what
// all awks (mawk, gawk, the one true awk, busybox) read in the same way.
package awk

import (
	"errors"
	"reflect"
	"strings"

	"github.com/benhoyt/goawk/parser"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// Read reads one program.
func Read(program string) reading.Reading {
	var r reading.Reading
	if !r.Bounds(program) {
		return r
	}
	if i := strings.IndexByte(program, '\''); i >= 0 {
		// A text in quotes to GoAWK, an error or a name to the others.
		r.Refuse(i, "a single quote")
		return r
	}
	tree, err := parse(program)
	if err != nil {
		r.Refuse(place(program, err), "what all awks do not read in the same way ("+message(err)+")")
		return r
	}
	w := walker{out: &r}
	w.walk(reflect.ValueOf(tree.Program), "")
	r.Comments(program)
	return r
}

// parse parses a program. The parser says errors of its own by a panic, and only
// some of them does it catch.
func parse(program string) (tree *parser.Program, err error) {
	defer func() {
		if recover() != nil {
			tree, err = nil, errors.New("the parser failed")
		}
	}()
	return parser.ParseProgram([]byte(program), &parser.ParserConfig{Funcs: functions()})
}

// functions are functions of gawk that compute something of their arguments.
func functions() map[string]any {
	out := map[string]any{}
	for _, name := range harmlessFunctions() {
		out[name] = func(...string) string { return "" }
	}
	return out
}

// harmlessFunctions are functions of gawk, beside those of POSIX, that compute
// something of their arguments.
func harmlessFunctions() []string {
	return []string{"and", "compl", "gensub", "lshift", "mktime", "or", "rshift", "strftime", "strtonum", "systime", "xor"}
}

// otherFunctions are all further functions of gawk: as a variable in front of a
// bracket, such a name would be a call there.
func otherFunctions() []string {
	return []string{
		"adump", "asort", "asorti", "bindtextdomain", "dcgettext", "dcngettext", "extension", "intdiv", "isarray", "mkbool",
		"patsplit", "stopme", "typeof", "toupper", "tolower",
	}
}

func message(err error) string {
	var p *parser.ParseError
	if errors.As(err, &p) {
		return p.Message
	}
	return err.Error()
}

// place is the offset of a parse error.
func place(program string, err error) int {
	var p *parser.ParseError
	if !errors.As(err, &p) {
		return 0
	}
	at, line := 0, 1
	for line < p.Position.Line {
		next := strings.IndexByte(program[at:], '\n')
		if next < 0 {
			return at
		}
		at, line = at+next+1, line+1
	}
	return min(at+max(p.Position.Column-1, 0), len(program))
}
