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
	Substitutes bool `json:"substitutes"`
	// Only is the pattern that the names fit which the word stands for: the files
	// that find puts in place of {}. "" for any.
	Only string `json:"only,omitempty"`
	// Names are patterns of which the name of each file fits one that the word stands for; none
	// where nothing is known of them.
	Names []string      `json:"-"`
	Span  document.Span `json:"span"`
	// Skeleton is the decoded text with X for every expansion.
	Skeleton string `json:"-"`
	// Expansions are what the X of the skeleton stand for, in order.
	Expansions []Expansion `json:"-"`
	// Vanishes: what is expanded is all of the word, and where it comes to nothing there
	// is no word.
	Vanishes bool `json:"-"`
	// Begins says how a word may begin that is not spelled out: see [Begins].
	Begins Begins `json:"-"`
}

// Begins is what a word of which nothing is known in front of its first expansion
// may begin with.
type Begins int

const (
	// BeginsUnsaid says that nobody found out.
	BeginsUnsaid Begins = iota
	// BeginsPlain is with no dash.
	BeginsPlain
	// BeginsNamed is like the name of a file, which may be an option.
	BeginsNamed
	// BeginsFree is with any text, as of a file or a program.
	BeginsFree
)

// Expansion is one place of a word whose text is known only when it runs.
type Expansion struct {
	// At is where its X stands in the skeleton.
	At int
	// Kind is "parameter" ($x), "part" (${x#…}, ${x%…}, ${x:1}: nothing that the
	// value does not have), "default" (${x:-word}), "other" (all other forms of
	// ${…}), "number" ($((…)), ${#x}), "output" (a substitution), "brace", "fed" (a
	// word of the input of xargs) or "found" (a file below one of the folders Output).
	Kind string
	// Name is the parameter.
	Name string
	// Else is the word of a default, and the text that cat hands on in an output; of a part the pattern that Cut ("#", "##",
	// "%", "%%") takes away.
	Else *Word
	Cut  string
	// Output are the words of a substitution that is one simple command.
	Output []Word
	// Through are the programs that its lines go through behind that, which take some of them away.
	Through []string
	// Names are patterns of which the name of each file fits one that is found.
	Names []string
	// Quoted: the value stays one word.
	Quoted bool
	// All: it stands for all arguments, or all elements of an array, one word each.
	All bool
	// Instead: the value of the parameter is not taken, but Else where it has one:
	// ${x:+word}.
	Instead bool
	// Filled: Else stands in for a value that is empty as well: ${x:-word}.
	Filled bool
	// Element is the index of the element that is taken, as it is written: ${x[1]}.
	Element string
	// Indirect: the value of the parameter names another one: ${!x}.
	Indirect bool
	// Apply is what the expansion makes of a value of the parameter, false when that
	// cannot be told; of says the values of other variables. It is nil for those that take
	// it as it is, or of which nothing is told.
	Apply func(value string, of func(name string) (string, bool)) (string, bool)
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

// After is what stands in a word behind its first n characters.
func After(w Word, n int) Word { return after(w, n) }

func after(w Word, n int) Word {
	n = min(n, len(w.Prefix))
	w.Prefix = w.Prefix[n:]
	if len(w.Skeleton) >= n {
		w.Skeleton = w.Skeleton[n:]
		w.Expansions = within(w.Expansions, n, n+len(w.Skeleton))
	}
	if w.Value != nil {
		v := (*w.Value)[n:]
		w.Value, w.Suffix = &v, v
	}
	return w
}

// Slice is a part of a word, from and to being offsets in its text with X for
// every expansion.
func Slice(w Word, from, to int) Word {
	text := w.Shape()[from:to]
	out := Word{Prefix: text, Skeleton: text, Params: w.Params, Span: w.Span, Substitutes: w.Substitutes, Expansions: within(w.Expansions, from, to)}
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

// within are the expansions between two offsets of a skeleton, counted from the
// first.
func within(list []Expansion, from, to int) []Expansion {
	var out []Expansion
	for _, e := range list {
		if e.At >= from && e.At < to {
			e.At -= from
			out = append(out, e)
		}
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
