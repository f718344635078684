package argv

import (
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// Word is one word as the shell reads it, before expansion.
type Word struct {
	// Text is the source text, quotes included.
	Text string `json:"text"`
	// Value is the decoded value, quotes removed; nil when something is
	// expanded in it. Globs and tildes stand in it as they are written.
	Value *string `json:"value"`
	// Prefix and Suffix are the decoded static text before the first and after
	// the last expansion; for a static word Prefix is the value.
	Prefix string `json:"prefix"`
	Suffix string `json:"suffix"`
	// Quote is how the word is quoted: "none", "single", "double", "ansi"
	// ($'…'), "locale" ($"…"), "escaped", or "mixed".
	Quote string `json:"quote"`
	// Glob, Brace and Tilde say that the word has such an expansion, unquoted.
	Glob  bool `json:"glob"`
	Brace bool `json:"brace"`
	Tilde bool `json:"tilde"`
	// Splits is true when an unquoted expansion may turn the word into none or
	// several.
	Splits bool `json:"splits"`
	// Params are the names of the parameters that the word expands; "!" leads
	// an indirection.
	Params []string `json:"params"`
	// Substitutes is true when the word holds a command or process
	// substitution; the commands are in Facts.Commands.
	Substitutes bool          `json:"substitutes"`
	Span        document.Span `json:"span"`
	// Skeleton is the decoded text with X for every expansion.
	Skeleton string `json:"-"`
}

// Static reports whether the word's value is known and cannot change by
// globbing, brace or tilde expansion.
func (w Word) Static() bool { return w.Value != nil && !w.Glob && !w.Tilde && !w.Brace }

// Literal is a word that no shell reads.
func Literal(value, shown string, at document.Span) Word {
	return Word{Text: shown, Value: &value, Prefix: value, Suffix: value, Skeleton: value, Quote: "none", Params: []string{}, Span: at}
}

// Shape is the decoded text of a word with X for every expansion.
func (w Word) Shape() string {
	if w.Value != nil {
		return *w.Value
	}
	return w.Skeleton
}

// after is what stands in a word behind its first n characters.
func after(w Word, n int) Word {
	n = min(n, len(w.Prefix))
	w.Prefix = w.Prefix[n:]
	if len(w.Skeleton) >= n {
		w.Skeleton = w.Skeleton[n:]
	}
	if w.Value != nil {
		v := (*w.Value)[n:]
		w.Value, w.Suffix = &v, v
	}
	return w
}

// slice is a part of a word, from and to being offsets in its text with X for
// every expansion.
func slice(w Word, from, to int) Word {
	text := w.Shape()[from:to]
	out := Word{Prefix: text, Skeleton: text, Params: w.Params, Span: w.Span, Substitutes: w.Substitutes}
	if w.Value != nil {
		out.Value = &text
		return out
	}
	// What stands in front of the first expansion is known.
	out.Prefix = text[:max(0, min(len(text), len(w.Prefix)-from))]
	if len(out.Prefix) == len(text) {
		out.Value = &text
	}
	return out
}

// Join joins static words by spaces.
func Join(args []Word) (string, bool) {
	parts := make([]string, len(args))
	for i, w := range args {
		if w.Value == nil || w.Glob || w.Tilde {
			return "", false
		}
		parts[i] = *w.Value
	}
	return strings.Join(parts, " "), true
}

// IsProcess reports whether a word is a process substitution.
func IsProcess(w Word) bool {
	return strings.HasPrefix(w.Text, "<(") || strings.HasPrefix(w.Text, ">(")
}

func valueAt(args []Word, i int) *string {
	if i < len(args) {
		return args[i].Value
	}
	return nil
}
