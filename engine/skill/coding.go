package skill

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// coding finds what a program says in its first or second line of how its text is to be
// read, as Python looks for it (PEP 263); Ruby and editors have the same.
var coding = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)`)
})

// plainCoding are encodings in which each byte of ASCII stands for itself and nothing else
// does: what is looked for in a program is ASCII.
var plainCoding = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(utf-?8(-sig)?|u8|(us-)?ascii|646|latin-?1?|l1|iso-?8859-\d{1,2}|(cp|windows-?)125\d|cp(437|85\d|86\d)|koi8-[rtu]|mac-?roman|mbcs|utf-?8-(unix|dos|mac)|binary|no-conversion)$`)
})

// turningCoding are those that Python has in which ASCII stands for something else, or is
// decoded: what is no program by its name may be run as one.
var turningCoding = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(utf-?(7|16|32)(-?[bl]e)?|u(7|16|32)|(raw-)?unicode-escape|string-escape|rot-?13|hex(-codec)?|base-?64(-codec)?|(bz2|zlib|zip|uu|quopri|quotetabs)(-codec)?|punycode|idna|hz(-gb(-2312)?)?|iso-?2022-.+|cp(037|273|424|500|875|1026|1140)|ibm\d+|undefined)$`)
})

// maxCoding is how much of a text is looked at for it, in bytes: two lines.
const maxCoding = 4 << 10

// strangeCoding is the encoding that a text says to be in, where it may say something else
// than what its bytes are: "" for all others. Of Python each that is not known counts.
func strangeCoding(text []byte, python bool) string {
	text = text[:min(len(text), maxCoding)]
	if !bytes.Contains(text, []byte("coding")) {
		return ""
	}
	found := coding().FindSubmatch(text)
	if found == nil {
		return ""
	}
	name := string(found[1])
	plain := strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	if python && !plainCoding().MatchString(plain) || turningCoding().MatchString(plain) {
		return name
	}
	return ""
}
