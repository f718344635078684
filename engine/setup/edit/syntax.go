package edit

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/skillctl/skillctl/internal/document"
)

// Syntax is how a program reads its configuration. What the program would not read is
// not written to: it passes over such a file, some in silence.
type Syntax string

// The syntaxes.
const (
	// JSON is that of RFC 8259, JSONC the same with comments, JSON5 that of json5.org.
	JSON  Syntax = "json"
	JSONC Syntax = "json with comments"
	JSON5 Syntax = "json5"
	TOML  Syntax = "toml"
	// MarkedJSON and MarkedJSONC may begin with a byte order mark, as JSON5 may.
	MarkedJSON  Syntax = "json with mark"
	MarkedJSONC Syntax = "json with comments and mark"
)

func (s Syntax) format() document.Format {
	if s == TOML {
		return document.TOML
	}
	return document.JSON5
}

func (s Syntax) marked() bool { return s == MarkedJSON || s == MarkedJSONC || s == JSON5 }

func (s Syntax) comments() bool { return s == JSONC || s == MarkedJSONC }

// mark refuses a byte order mark where the program does not read one.
func (s Syntax) mark(file string, content []byte) error {
	if s.marked() || !bytes.HasPrefix(content, []byte(bom)) {
		return nil
	}
	return refuse(file, content, 0, "the file begins with a byte order mark, and the program that reads it takes none", "save it as UTF-8 without one")
}

// check refuses what package document reads and the program does not.
func (s Syntax) check(file string, content []byte) error {
	if err := s.mark(file, content); err != nil || s == JSON5 || s == TOML {
		return err
	}
	start := 0
	if bytes.HasPrefix(content, []byte(bom)) {
		start = len(bom)
	}
	value, err := hujson.Parse(content[start:])
	if err != nil {
		at, message := place(content[start:], err)
		return refuse(file, content, start+at, "the program that reads this file takes plain JSON alone: "+message, "correct the file; nothing was changed in it")
	}
	if at := comma(&value); at >= 0 {
		return refuse(file, content, start+at, `there is no value behind this ",", and the program that reads this file wants one`, `remove the ","`)
	}
	if !s.comments() && !value.IsStandard() {
		plain, _ := hujson.Standardize(bytes.Clone(content[start:])) // it was parsed
		at := 0
		for at < len(plain) && plain[at] == content[start+at] {
			at++
		}
		return refuse(file, content, start+at, "this is a comment, and the program that reads this file takes none", "remove it")
	}
	return nil
}

// comma finds a comma behind which the object or list ends, -1 for none.
func comma(v *hujson.Value) int {
	for one := range v.All() {
		var last *hujson.Value
		switch c := one.Value.(type) {
		case *hujson.Object:
			if n := len(c.Members); n > 0 {
				last = &c.Members[n-1].Value
			}
		case *hujson.Array:
			if n := len(c.Elements); n > 0 {
				last = &c.Elements[n-1]
			}
		}
		if last != nil && last.AfterExtra != nil {
			return last.EndOffset + len(last.AfterExtra)
		}
	}
	return -1
}

// place reads the line and column, in bytes, that hujson puts into its messages.
func place(content []byte, err error) (at int, message string) {
	message = err.Error()
	m := regexp.MustCompile(`^hujson: line (\d+), column (\d+): `).FindStringSubmatch(message)
	if m == nil {
		return 0, message
	}
	message = message[len(m[0]):]
	line, _ := strconv.Atoi(m[1])
	column, _ := strconv.Atoi(m[2])
	for ; line > 1; line-- {
		i := bytes.IndexByte(content[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
	}
	return min(at+column-1, len(content)), message
}

// refuse is an error about the character at an offset.
func refuse(file string, content []byte, at int, message, hint string) error {
	before := strings.TrimPrefix(string(content[:at]), bom)
	line := strings.Count(before, "\n") + 1
	column := len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1
	p := document.Position{Line: line, Column: column, Offset: at}
	return &document.Error{Kind: document.Syntax, File: file, Span: document.Span{Start: p, End: p}, Message: fmt.Sprint(message), Hint: hint}
}
