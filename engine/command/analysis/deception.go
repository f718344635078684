package analysis

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/deceptive"
	"github.com/skillctl/skillctl/engine/command/script"
)

// deceptions finds characters that make a text look like what it is not. A
// text of plain ASCII without control characters costs one pass.
func deceptions(t *script.Text) []command.Deception {
	out := []command.Deception{}
	plain := true
	for i := 0; i < len(t.Src); i++ {
		if c := t.Src[i]; c >= utf8.RuneSelf || c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
			plain = false
			break
		}
	}
	if plain {
		return out
	}
	quote, word := rune(0), wordScript{}
	escaped := false
	for i, r := range t.Src {
		kind := deceptive.Kind(r)
		if kind == "" {
			kind = word.confusable(r)
		}
		if kind == "control" && r == '\r' {
			kind = "carriage-return"
		}
		if kind == "control" && (r == 0x1b || r == 0x9b) {
			kind = "ansi"
		}
		if kind != "" && len(out) < command.MaxCommands {
			out = append(out, command.Deception{Kind: kind, Rune: fmt.Sprintf("U+%04X", r), Span: t.Span(i, i+utf8.RuneLen(r)), Quoted: quote != 0})
		}
		switch {
		case escaped:
			escaped = false
		case r == '\\' && quote != '\'':
			escaped = true
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case r == quote:
			quote = 0
		}
	}
	return out
}

// wordScript remembers whether the word so far has Latin letters.
type wordScript struct{ latin bool }

// confusable reports a letter of another script that stands in one word with
// Latin letters and looks like one.
func (w *wordScript) confusable(r rune) string {
	if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' && r != '/' && r != '.' {
		*w = wordScript{}
		return ""
	}
	if r < utf8.RuneSelf {
		w.latin = w.latin || unicode.IsLetter(r)
		return ""
	}
	if deceptive.Latin(r) != 0 {
		return "confusable"
	}
	return ""
}
