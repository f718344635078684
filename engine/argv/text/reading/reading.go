// Package reading is what a text of a small language does when its program runs
// it, as far as that can be read from the text alone.
package reading

import "strings"

// Unknown stands in a text for a part that is known only when it runs. No
// argument of a program can hold this byte.
const Unknown = "\x00"

// MaxText is the length in bytes up to which a text is read.
const MaxText = 16 << 10

// MaxDepth is how deeply brackets may be nested in a text.
const MaxDepth = 100

// Reading is what a text does. A text that does anything which no field has, or
// that was not understood, is Opaque.
type Reading struct {
	// Reads and Writes are files that the text itself names.
	Reads, Writes []Place
	// Runs are command lines for a shell.
	Runs []Run
	// Variables are those of the environment whose values it takes.
	Variables []string
	// Opaque is the first thing that was not understood, nil for nothing. What
	// else is here was found before it.
	Opaque *Opaque
}

// Place is a file that a text names.
type Place struct {
	// What is the construct that names it: "print >", "w", "getline <".
	What string
	// Name is the file; Known is false when it is computed.
	Name  string
	Known bool
	// Append: what the file holds is kept.
	Append bool
}

// Run is a command line that a text gives to a shell.
type Run struct {
	// What is the construct that runs it: "system", "|", "e".
	What string
	// Text is the command line; Known is false when it is computed.
	Text  string
	Known bool
}

// Opaque is a construct that was not understood.
type Opaque struct {
	// Why says what it is, without a verb: "the function \"load\"".
	Why string
	// Offset is where it stands, in bytes of the text; 0 when that is not known.
	Offset int
}

// Harmless reports whether the text does nothing but compute and print.
func (r *Reading) Harmless() bool {
	return r.Opaque == nil && len(r.Reads)+len(r.Writes)+len(r.Runs) == 0
}

// Refuse notes the first thing that was not understood.
func (r *Reading) Refuse(offset int, why string) {
	if r.Opaque == nil {
		r.Opaque = &Opaque{Why: why, Offset: offset}
	}
}

// Read notes a file that is read.
func (r *Reading) Read(p Place) { r.Reads = append(r.Reads, p) }

// Write notes a file that is written.
func (r *Reading) Write(p Place) { r.Writes = append(r.Writes, p) }

// Take notes a variable of the environment whose value is taken.
func (r *Reading) Take(name string) { r.Variables = append(r.Variables, name) }

// Run notes a command line.
func (r *Reading) Run(c Run) { r.Runs = append(r.Runs, c) }

// Add puts the parts of another reading behind those of r.
func (r *Reading) Add(other *Reading) {
	r.Reads = append(r.Reads, other.Reads...)
	r.Writes = append(r.Writes, other.Writes...)
	r.Runs = append(r.Runs, other.Runs...)
	r.Variables = append(r.Variables, other.Variables...)
	if other.Opaque != nil {
		r.Refuse(other.Opaque.Offset, other.Opaque.Why)
	}
}

// Bounds refuses a text that is too long, too deeply nested, or of which a part
// is not known; it reports whether the text may be read.
func (r *Reading) Bounds(text string) bool {
	if i := strings.Index(text, Unknown); i >= 0 {
		r.Refuse(i, "a part that is known only when it runs")
		return false
	}
	if len(text) > MaxText {
		r.Refuse(MaxText, "a text of more than 16 KiB")
		return false
	}
	depth := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '(' || c == '[' || c == '{':
			if depth++; depth > MaxDepth {
				r.Refuse(i, "more than 100 nested brackets")
				return false
			}
		case (c == ')' || c == ']' || c == '}') && depth > 0:
			depth--
		case c < ' ' && c != '\n' && c != '\t' || c == 0x7f:
			r.Refuse(i, "a control character")
			return false
		}
	}
	return true
}

// Comments refuses a comment with "#" that a backslash may continue in the next
// line: programs disagree whether it does.
func (r *Reading) Comments(text string) {
	at := 0
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Contains(line, "#") && strings.HasSuffix(line, `\`) {
			r.Refuse(at, "a comment that may go on in the next line")
			return
		}
		at += len(line) + 1
	}
}
