// Package sed reads sed scripts with the grammar of GNU sed, as far as the other
// seds read the same in it.
package sed

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// Read reads one script; scripts of several options are joined by line breaks.
//
// To some seds the delimiter of a pattern is a letter within square brackets, to
// others it ends the pattern there: a script with such a place is read in both
// ways, and does what either reading says.
func Read(script string) reading.Reading {
	var bounds reading.Reading
	if !bounds.Bounds(script) {
		return bounds
	}
	one := scanner{src: script, brackets: true}
	one.run()
	if !one.twofold {
		return one.out
	}
	other := scanner{src: script}
	other.run()
	return both(&one, &other)
}

// both joins two readings. One that ends in an error of every sed runs nothing.
func both(one, other *scanner) reading.Reading {
	out := reading.Reading{}
	for _, s := range []*scanner{one, other} {
		found := s.out
		if s.broken {
			found.Opaque = nil
		}
		out.Add(&found)
	}
	if one.broken && other.broken {
		out.Opaque = one.out.Opaque
	}
	return out
}

func (s *scanner) run() {
	s.script()
	if s.out.Opaque == nil && s.open != 0 {
		s.refuse("a brace without its partner")
	}
}

// scanner reads a script command by command.
type scanner struct {
	src string
	i   int
	// open counts the braces that are not closed.
	open int
	out  reading.Reading
	// brackets: a delimiter within square brackets is a letter. twofold says that
	// there is one, broken that the reading ended in an error of every sed.
	brackets, twofold, broken bool
}

// fail ends the reading with an error of every sed.
func (s *scanner) fail(why string) {
	s.broken = s.broken || s.out.Opaque == nil
	s.refuse(why)
}

// refuse ends the reading.
func (s *scanner) refuse(why string) {
	s.out.Refuse(min(s.i, len(s.src)), why)
	s.i = len(s.src) + 1
}

// peek is the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.i < len(s.src) {
		return s.src[s.i]
	}
	return 0
}

func (s *scanner) skip(set string) {
	for s.i < len(s.src) && strings.IndexByte(set, s.src[s.i]) >= 0 {
		s.i++
	}
}

const digits = "0123456789"

// script reads commands until the end or the first that is not understood.
func (s *scanner) script() {
	for {
		s.skip(" \t\n;")
		if s.i >= len(s.src) {
			return
		}
		s.addresses()
		if s.i <= len(s.src) {
			s.command()
		}
	}
}

// addresses skips "1,$!" and its like.
func (s *scanner) addresses() {
	if s.address(false) {
		s.skip(" \t")
		if s.peek() == ',' {
			s.i++
			s.skip(" \t")
			if !s.address(true) {
				s.refuse("an address that is missing behind a comma")
				return
			}
		}
	}
	s.skip(" \t")
	if s.peek() == '!' {
		s.i++
		s.skip(" \t")
	}
}

// address skips one address, and reports whether there is one.
func (s *scanner) address(second bool) bool {
	switch c := s.peek(); {
	case c >= '0' && c <= '9':
		s.skip(digits)
		if s.peek() == '~' {
			s.i++
			s.number()
		}
	case c == '$':
		s.i++
	case second && (c == '+' || c == '~'):
		s.i++
		s.number()
	case c == '/' || c == '\\':
		if c == '\\' {
			s.i++
		}
		if !s.part(s.peek(), true) {
			return true
		}
		s.skip("IM")
	default:
		return false
	}
	return true
}

// number skips a number that has to be there.
func (s *scanner) number() {
	if c := s.peek(); c < '0' || c > '9' {
		s.refuse("a number that is missing")
		return
	}
	s.skip(digits)
}

// rest is the text up to the end of the line.
func (s *scanner) rest() string {
	from := s.i
	for s.i < len(s.src) && s.src[s.i] != '\n' {
		s.i++
	}
	return strings.TrimLeft(s.src[from:s.i], " \t")
}

// command reads one command behind its addresses.
func (s *scanner) command() {
	c := s.peek()
	s.i++
	switch c {
	case '#':
		s.rest()
	case '{':
		s.open++
	case '}':
		if s.open--; s.open < 0 {
			s.refuse("a brace without its partner")
			return
		}
		s.end()
	case '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z', 'F':
		s.end()
	case 'q', 'Q', 'l', 'L':
		s.skip(" \t")
		s.skip(digits)
		s.end()
	case 'b', 't', 'T', ':', 'v':
		s.label()
	case 'a', 'i', 'c':
		s.text()
	case 's':
		s.substitute()
	case 'y':
		s.transliterate()
	case 'r', 'R', 'w', 'W', 'e':
		s.outside(c)
	default:
		s.i--
		s.refuse(fmt.Sprintf("the command %q", string(c)))
	}
}

// outside reads the commands that reach a file or a program.
func (s *scanner) outside(c byte) {
	rest := s.rest()
	p := reading.Place{What: string(c), Name: rest, Known: true}
	switch c {
	case 'r', 'R':
		s.out.Read(p)
	case 'w', 'W':
		s.out.Write(p)
	case 'e':
		s.out.Run(reading.Run{What: "e", Text: rest, Known: rest != ""})
	}
}

// end is what has to stand behind a command.
func (s *scanner) end() {
	s.skip(" \t")
	switch s.peek() {
	case 0, '\n', ';', '}', '#':
	default:
		s.refuse(fmt.Sprintf("%q behind a command", string(s.peek())))
	}
}

// label skips a name: only what no sed reads as anything else.
func (s *scanner) label() {
	s.skip(" \t")
	for s.i < len(s.src) && (s.src[s.i] >= '0' && s.src[s.i] <= '9' || s.src[s.i]|0x20 >= 'a' && s.src[s.i]|0x20 <= 'z' || strings.IndexByte("_-.", s.src[s.i]) >= 0) {
		s.i++
	}
	s.end()
}

// text skips the text of a, i and c: up to a line break that no backslash escapes.
func (s *scanner) text() {
	s.skip(" \t")
	if s.peek() == '\\' {
		s.i++
		at := s.i
		s.skip(" \t")
		if s.peek() == '\n' {
			if s.i != at {
				s.refuse("blanks between a backslash and the end of its line")
				return
			}
			s.i++
		}
	} else if c := s.peek(); c == 0 || c == '\n' {
		s.refuse("a text that is missing")
		return
	}
	for ; s.i < len(s.src) && s.src[s.i] != '\n'; s.i++ {
		if s.src[s.i] == '\\' {
			s.i++
		}
	}
	if s.i > len(s.src) {
		s.refuse("a text that ends with a backslash")
	}
}

// substitute reads s/a/b/flags.
func (s *scanner) substitute() {
	delim := s.peek()
	if !s.part(delim, true) {
		return
	}
	s.i--
	if !s.part(delim, false) {
		return
	}
	for {
		c := s.peek()
		s.i++
		switch {
		case c == 'g' || c == 'p' || c == 'i' || c == 'I' || c == 'm' || c == 'M' || c >= '0' && c <= '9' || c == ' ' || c == '\t':
		case c == 'e':
			s.out.Run(reading.Run{What: "s///e"})
		case c == 'w':
			s.out.Write(reading.Place{What: "s///w", Name: s.rest(), Known: true})
			return
		case c == 0 || strings.IndexByte("\n;}#", c) >= 0:
			s.i--
			return
		default:
			s.i--
			s.fail(fmt.Sprintf("the option %q of s", string(c)))
			return
		}
	}
}

// transliterate reads y/abc/xyz/.
func (s *scanner) transliterate() {
	delim := s.peek()
	if !s.part(delim, false) {
		return
	}
	s.i--
	if s.part(delim, false) {
		s.end()
	}
}
