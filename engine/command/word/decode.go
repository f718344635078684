package word

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/script"
	"github.com/skillctl/skillctl/internal/document"
	"mvdan.cc/sh/v3/syntax"
)

// maxFields is how many words one brace expansion gives.
const maxFields = 512

// decoder reads the parts of one word.
type decoder struct {
	t       *script.Text
	dialect command.Dialect
	out     []byte
	word    argv.Word
	dynamic bool
	prefix  int // length of the prefix once dynamic
	suffix  int // start of the suffix in out
	skel    []byte
	copied  int // how much of out is in skel
	quotes  map[string]bool
	first   bool
	depth   int // of words inside expansions
	// oddities are texts that the parser took for literals but that a shell
	// would expand.
	oddities []span2
}

type span2 struct{ from, to int }

// Decode is a word as a shell of the dialect reads it.
func Decode(t *script.Text, w *syntax.Word, d command.Dialect) argv.Word {
	word, _ := Read(t, w, d)
	return word
}

// Read is a word as a shell of the dialect reads it, and the texts in it that the parser took
// for literals but that a shell would expand.
func Read(t *script.Text, w *syntax.Word, d command.Dialect) (argv.Word, []document.Span) {
	from, to := int(w.Pos().Offset()), int(w.End().Offset())
	to = min(to, len(t.Src))
	from = min(from, to)
	dec := decoder{t: t, dialect: d, first: true, quotes: map[string]bool{}}
	dec.word.Text = t.Src[from:to]
	dec.word.Params = []string{}
	dec.parts(w.Parts, false)
	dec.word.Span = t.Span(from, to)
	return dec.done(), dec.odd()
}

// odd are the places of what was noted.
func (d *decoder) odd() []document.Span {
	var out []document.Span
	for _, o := range d.oddities {
		out = append(out, d.t.Span(o.from, o.to))
	}
	return out
}

func (d *decoder) done() argv.Word {
	w := d.word
	w.Skeleton = string(append(d.skel, d.out[d.copied:]...))
	if d.dynamic {
		w.Prefix, w.Suffix = string(d.out[:d.prefix]), string(d.out[d.suffix:])
	} else {
		v := string(d.out)
		w.Value, w.Prefix, w.Suffix = &v, v, v
	}
	switch len(d.quotes) {
	case 0:
		w.Quote = "none"
	case 1:
		for q := range d.quotes {
			w.Quote = q
		}
	default:
		w.Quote = "mixed"
	}
	return w
}

func (d *decoder) expansion(e argv.Expansion) {
	if !d.dynamic {
		d.dynamic = true
		d.prefix = len(d.out)
	}
	d.suffix = len(d.out)
	d.skel = append(d.skel, d.out[d.copied:]...)
	e.At = len(d.skel)
	d.word.Expansions = append(d.word.Expansions, e)
	d.skel = append(d.skel, 'X')
	d.copied = len(d.out)
}

func (d *decoder) parts(parts []syntax.WordPart, quoted bool) {
	for i, p := range parts {
		if d.dialect == command.POSIX && !quoted && i+1 < len(parts) {
			d.dollarQuote(p, parts[i+1])
		}
		d.part(p, quoted)
		d.first = false
	}
}

// dollarQuote finds $'…' and $"…", about which shells of the POSIX dialect
// disagree: a dollar sign and a quote to some, one quote to others.
func (d *decoder) dollarQuote(p, next syntax.WordPart) {
	l, ok := p.(*syntax.Lit)
	if !ok || !strings.HasSuffix(l.Value, "$") || strings.HasSuffix(l.Value, `\$`) {
		return
	}
	switch next.(type) {
	case *syntax.SglQuoted, *syntax.DblQuoted:
		d.oddities = append(d.oddities, span2{int(l.End().Offset()) - 1, int(next.End().Offset())})
	}
}

func (d *decoder) part(p syntax.WordPart, quoted bool) {
	switch p := p.(type) {
	case *syntax.Lit:
		d.lit(p, quoted)
	case *syntax.SglQuoted:
		if !p.Dollar {
			d.quotes["single"] = true
			d.out = append(d.out, p.Value...)
			return
		}
		d.quotes["ansi"] = true
		d.out = append(d.out, argv.DecodeANSI(p.Value)...)
	case *syntax.DblQuoted:
		if p.Dollar {
			d.quotes["locale"] = true
		} else {
			d.quotes["double"] = true
		}
		d.parts(p.Parts, true)
	case *syntax.ParamExp:
		d.param(p, quoted)
	case *syntax.CmdSubst:
		d.word.Substitutes = true
		d.word.Splits = d.word.Splits || !quoted
		d.expansion(d.output(p, quoted))
	case *syntax.ProcSubst:
		d.word.Substitutes = true
		d.expansion(argv.Expansion{Kind: "other"})
	case *syntax.ArithmExp:
		d.expansion(argv.Expansion{Kind: "number"})
	case *syntax.ExtGlob:
		d.word.Glob = true
		from, to := int(p.Pos().Offset()), int(p.End().Offset())
		raw := d.t.Src[from:min(to, len(d.t.Src))]
		if strings.ContainsAny(raw, "$`") {
			d.oddities = append(d.oddities, span2{from, to})
		}
		d.out = append(d.out, raw...)
	case *syntax.BraceExp:
		d.word.Brace = true
		d.expansion(argv.Expansion{Kind: "brace"})
	default:
		d.expansion(argv.Expansion{Kind: "other"})
		d.oddities = append(d.oddities, span2{int(p.Pos().Offset()), int(p.End().Offset())})
	}
}

func (d *decoder) param(p *syntax.ParamExp, quoted bool) {
	name := ""
	if p.Param != nil {
		name = p.Param.Value
	}
	if p.Excl {
		name = "!" + name
	}
	d.word.Params = append(d.word.Params, name)
	if !quoted || name == "@" || IsAll(p.Index) {
		d.word.Splits = true
	}
	d.expansion(d.parameter(p, quoted))
}

// IsAll reports whether an index is [@] or [*].
func IsAll(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	return ok && (w.Lit() == "@" || w.Lit() == "*")
}

// lit decodes a literal part, backslashes included.
func (d *decoder) lit(p *syntax.Lit, quoted bool) {
	s := p.Value
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			next := s[i+1]
			switch {
			case next == '\n':
			case !quoted:
				d.quotes["escaped"] = true
				d.out = append(d.out, next)
			case strings.IndexByte("$`\"\\", next) >= 0:
				d.out = append(d.out, next)
			default:
				d.out = append(d.out, c, next)
			}
			i++
			continue
		}
		d.out = append(d.out, c)
		if !quoted {
			d.unquoted(p, s, i)
		} else if c == '`' {
			d.oddity(p, i)
		}
	}
}

// unquoted notes what the unquoted character s[i] means.
func (d *decoder) unquoted(p *syntax.Lit, s string, i int) {
	switch s[i] {
	case '*', '?':
		d.word.Glob = true
	case '[':
		if i+1 < len(s) && strings.IndexByte(d.word.Text, ']') > 0 {
			d.word.Glob = true
		}
	case '~':
		if i == 0 && d.first && len(d.out) == 1 {
			d.word.Tilde = true
		} else if i > 0 && (s[i-1] == '=' || s[i-1] == ':') && strings.IndexByte(s, '=') > 0 {
			d.word.Tilde = true
		}
	case '`':
		d.oddity(p, i)
	case '$':
		if i+1 < len(s) && strings.IndexByte("({[", s[i+1]) >= 0 {
			d.oddity(p, i)
		}
	}
}

func (d *decoder) oddity(p *syntax.Lit, i int) {
	at := int(p.Pos().Offset())
	d.oddities = append(d.oddities, span2{at + i, at + min(i+2, len(p.Value))})
}

// Fields are the words that brace expansion makes of one that has been decoded; that word
// where there are too many. Only bash expands braces.
func Fields(t *script.Text, w *syntax.Word, d command.Dialect, plain argv.Word) []argv.Word {
	out, _ := fields(t, w, d, plain, false)
	return out
}

// Each are these words where one stands for all numbers of a sequence that has too many. It is said
// whether these are all.
func Each(t *script.Text, w *syntax.Word, d command.Dialect, plain argv.Word) (list []argv.Word, all bool) {
	return fields(t, w, d, plain, true)
}

func fields(t *script.Text, w *syntax.Word, d command.Dialect, plain argv.Word, numbers bool) (list []argv.Word, all bool) {
	if d != command.Bash || !HasBrace(w) {
		return []argv.Word{plain}, true
	}
	split := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	if !syntax.SplitBraces(split) {
		return []argv.Word{plain}, true
	}
	parts := split.Parts
	if numbers {
		parts = withoutNumbers(parts, maxFields)
	}
	expanded := expandBraces(parts, maxFields)
	if expanded == nil {
		plain.Brace, plain.Value = true, nil
		return []argv.Word{plain}, false
	}
	out := make([]argv.Word, 0, len(expanded))
	for _, parts := range expanded {
		dec := decoder{t: t, dialect: d, first: true, quotes: map[string]bool{}}
		dec.word.Text, dec.word.Params, dec.word.Span = plain.Text, []string{}, plain.Span
		dec.parts(parts, false)
		one := dec.done()
		one.Brace = true
		// An empty field without quotes is no field at all.
		if one.Value != nil && *one.Value == "" && one.Quote == "none" {
			continue
		}
		out = append(out, one)
	}
	return out, true
}

// HasBrace reports whether a word may have a brace that is expanded.
func HasBrace(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok && strings.IndexByte(l.Value, '{') >= 0 {
			return true
		}
	}
	return false
}
