package format

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/secret"
)

// What a person agrees to is what the person was shown. So of a text that somebody is to
// agree to two things hold: two different texts are never shown alike, and nothing in it is
// left out. [Whole] and what is built on it keep both. They mask no secret: a mask goes by
// the form of a text, and whoever writes the text chooses that, so that a mask hides
// whatever its writer wants hidden. There is nobody to keep it from, either: an agent that
// has typed a secret knows it, and so does the server that tells one.
//
// [Told] is for what stands around such a text: reasons, and lines of the person's own
// files. There a secret is masked, but neither that there is one nor which is hidden.

// The signs around what stands in the place of a character or a secret. A text that has
// the first of them shows that, too, as a character that is not shown.
const (
	signBegin = '⟨'
	signEnd   = '⟩'
)

// manyBlanks is how many blanks in a row are counted and not shown: they push what
// follows out of sight.
const manyBlanks = 32

// Whole is a text that a person is to agree to, in its lines. Every character that
// could act on a terminal or a dialog, reorder text or hide in it is shown between ⟨ and
// ⟩: ⟨tab⟩, ⟨U+202E⟩, ⟨byte FF⟩, ⟨40 blanks⟩.
func Whole(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = WholeLine(line)
	}
	return strings.Join(lines, "\n")
}

// WholeBlock is [Whole] with four blanks before each line: what stands around it begins
// its lines with none, so no text ends the block, and a dialog that reads Markdown shows it as it is.
func WholeBlock(text string) string {
	return "    " + strings.ReplaceAll(Whole(text), "\n", "\n    ")
}

// WholeLine is [Whole] for what has to stay in one line: an end of a line is ⟨newline⟩.
func WholeLine(text string) string {
	if plain(text) && !strings.Contains(text, strings.Repeat(" ", manyBlanks)) {
		return text
	}
	var b strings.Builder
	e := escaper{}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == ' ' {
			if n = len(text[i:]) - len(strings.TrimLeft(text[i:], " ")); n >= manyBlanks {
				e = escaper{}
				sign(&b, fmt.Sprintf("%d blanks", n))
				i += n
				continue
			}
			n = 1
		}
		after, _ := utf8.DecodeRuneInString(text[i+n:])
		shown := e.next(r, n, text[i], after)
		switch {
		case r == utf8.RuneError && n == 1:
			sign(&b, fmt.Sprintf("byte %02X", text[i]))
		case r == '\n':
			sign(&b, "newline")
		case r == '\r':
			sign(&b, "return")
		case r == '\t':
			sign(&b, "tab")
		case r == signBegin || r == signEnd || shown != string(r):
			sign(&b, fmt.Sprintf("U+%04X", r))
		default:
			b.WriteString(shown)
		}
		i += n
	}
	return b.String()
}

func sign(b *strings.Builder, what string) {
	b.WriteRune(signBegin)
	b.WriteString(what)
	b.WriteRune(signEnd)
}

// Told is a text as [WholeLine], with ⟨masked: 40 characters, sha256 0123456789abcdef⟩ in
// the place of a secret.
func Told(text string) string { return told(text, secret.Known().Find(text)) }

// ToldEntry is [Told] for a line of a configuration, whose names say what is secret.
func ToldEntry(line string) string { return told(line, secret.Known().FindEntries(line)) }

// DiffLine is a line of a diff of one of the person's own files as show has it, with four
// blanks for each tab that it is indented with.
func DiffLine(line string, show func(string) string) string {
	if line == "" {
		return ""
	}
	text := strings.TrimLeft(line[1:], "\t")
	return show(line[:1]) + strings.Repeat("    ", len(line)-1-len(text)) + show(text)
}

func told(text string, found []secret.Found) string {
	var b strings.Builder
	at := 0
	for _, one := range found {
		b.WriteString(WholeLine(text[at:one.From]))
		b.WriteString(masked(text[one.From:one.To]))
		at = one.To
	}
	b.WriteString(WholeLine(text[at:]))
	return b.String()
}

// masked stands for a secret. The digest says that two of them are the same, or not.
func masked(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	var b strings.Builder
	sign(&b, fmt.Sprintf("masked: %d characters, sha256 %s", utf8.RuneCountInString(secret), hex.EncodeToString(sum[:8])))
	return b.String()
}
