package flow

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/flow/chain"
	"github.com/skillctl/skillctl/engine/flow/loose"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// maxPrograms is how many programs of one package are followed.
const maxPrograms = 3000

// programLanguage is how package chain calls a language that it reads, by the names that
// fences, first lines and policies/tables/interpreters.json have for it; "" for another.
func programLanguage(name string) string {
	name = strings.ToLower(name)
	switch name = strings.TrimRight(name, ".0123456789"); name {
	case "python", "py", "pycon", "ipython", "python-repl":
		return way.Python
	case "javascript", "typescript", "js", "jsx", "ts", "tsx", "mjs", "cjs", "node", "nodejs", "bun", "deno", "ecmascript":
		return way.JavaScript
	}
	return ""
}

// Program keeps a file, or a part of one, to follow its values when all are known. move
// gives a span in the text its place in the file; nil where that is the same.
func (w *Finder) Program(file string, text []byte, language string, move func(*document.Span)) {
	if programLanguage(language) == "" && (language == "" || language == "document") && len(text) <= loose.MaxSource {
		language = loose.Language(text)
	}
	w.alongside(way.Text{File: file, Source: text, Start: document.Position{Line: 1, Column: 1}, Move: move}, language)
	w.loads(file, text, language, document.Position{Line: 1, Column: 1}, move)
	if loose.Follows(language) {
		if key := language + "\x00" + file; move == nil {
			if w.chained[file] || w.loosely[key] {
				return // it was followed already
			}
			w.loosely = added(w.loosely, key)
		}
		w.loose(way.Text{File: file, Source: text, Language: language, Start: document.Position{Line: 1, Column: 1}, Move: move})
		return
	}
	language = programLanguage(language)
	if language == "" {
		return
	}
	if move == nil && slices.ContainsFunc(w.programs, func(t way.Text) bool {
		return t.File == file && t.Language == language && t.Move == nil && !t.Fenced && t.Span == nil
	}) {
		return
	}
	w.program(way.Text{File: file, Source: text, Language: language, Start: document.Position{Line: 1, Column: 1}, Move: move})
}

// loose follows a program by its statements, or says that it is too large for that.
func (w *Finder) loose(t way.Text) {
	if len(t.Source) > loose.MaxSource && loose.Wants(t.Source) {
		w.Beyond(t.File, "programs of this language are followed up to %d bytes", loose.MaxSource)
	}
	if !w.May(work.Statements, t.File, len(t.Source)/2) {
		return
	}
	found := loose.Follow(t, w.Work)
	w.unfollowed(t, found)
	if len(found.Chains) > 0 {
		w.chained = added(w.chained, t.File)
	}
	w.Chains, w.Accesses = append(w.Chains, found.Chains...), append(w.Accesses, found.Accesses...)
	w.looseRuns, w.looseWrites = append(w.looseRuns, found.Runs...), append(w.looseWrites, found.Writes...)
}

// unfollowed says of a program that it was not followed to the end by its statements.
func (w *Finder) unfollowed(t way.Text, found way.Found) {
	if found.Cut {
		w.Gap(t.File, "the programs of the package have more statements than are followed")
	}
}

// added is a set with one more.
func added(to map[string]bool, key string) map[string]bool {
	if to == nil {
		to = map[string]bool{}
	}
	to[key] = true
	return to
}

func (w *Finder) program(t way.Text) {
	if len(w.programs) >= maxPrograms {
		w.Beyond(t.File, "values are followed in up to %d programs", maxPrograms)
		return
	}
	w.programs = append(w.programs, t)
}

// fence keeps a block of a document that holds a program: one that it says to be in a
// language, or that begins as one of it.
func (w *Finder) fence(p snippet, lang string) {
	if programLanguage(lang) == "" && !loose.Follows(lang) && likely(p.bytes()) == "" {
		if found := loose.Language(p.bytes()); found != "" {
			lang = found // whatever the fence says
		}
	}
	w.alongside(way.Text{File: p.file, Source: p.bytes(), Start: p.start, Fenced: true}, lang)
	w.loads(p.file, p.bytes(), lang, p.start, nil)
	if loose.Follows(lang) {
		w.loose(way.Text{File: p.file, Source: p.bytes(), Language: lang, Start: p.start, Fenced: true})
		return
	}
	language := programLanguage(lang)
	if language == "" {
		language = likely(p.bytes())
	}
	if language != "" {
		w.program(way.Text{File: p.file, Source: p.bytes(), Language: language, Start: p.start, Fenced: true})
	}
}

// begins are lines that only a program of a language has.
var begins = sync.OnceValue(func() (begins struct{ python, javascript *lazydfa.Regexp }) {
	begins.python = lazydfa.New(`(?m)^(?:import [\w., ]+|from [\w.]+ import [\w.,* (]+)[ \t]*$`)
	begins.javascript = lazydfa.New(`(?m)^(?:(?:const|let|var) [\w{}, ]+ ?= ?(?:await )?(?:require|import) ?\(|import [\w{}*, ]+ from ["'])`)
	return begins
})

// likely is the language of a program, by its lines that take something in.
func likely(text []byte) string {
	switch {
	case !bytes.Contains(text, []byte("import ")) && !bytes.Contains(text, []byte("require")):
	case begins().javascript.Match(text):
		return way.JavaScript
	case begins().python.Match(text):
		return way.Python
	}
	return ""
}

// given keeps a program that a command gives to an interpreter: python3 -c …, node <<E.
func (w *Finder) given(p snippet, read plainText, t *taint, id int) {
	c := &t.facts.Commands[id]
	if c.Interpreter == nil || w.inner {
		return
	}
	language := programLanguage(c.Interpreter.Family)
	text := c.Interpreter.Code
	if text == nil {
		text = c.Stdin.Text
	}
	if language == "" || text == nil || c.Interpreter.Mode != "inline" && c.Interpreter.Mode != "stdin" {
		return
	}
	_, span := p.spanOf(read, t.facts, []int{id})
	same := func(t way.Text) bool {
		return t.Span != nil && t.File == p.file && meet(*t.Span, span) && string(t.Source) == *text
	}
	if !slices.ContainsFunc(w.programs, same) {
		w.alongside(way.Text{File: p.file, Source: []byte(*text), Start: span.Start, Span: &span, Fenced: p.fenced()}, language)
		w.loads(p.file, []byte(*text), language, span.Start, nil)
		w.program(way.Text{File: p.file, Source: []byte(*text), Language: language, Start: span.Start, Span: &span, Fenced: p.fenced()})
	}
}

// atHome is how a program comes to the home folder: the name of a file in it that lasts
// may be put together, and is no word of the text then.
var atHome = lazydfa.New(`\bPath\.home\(|\bexpanduser\(|\bhomedir\(|\bHOME["']?[\])]|\benv\.HOME\b`)

// Follow follows the values of all programs that were kept. It is called when everything
// else was looked through.
func (w *Finder) Follow() {
	uses := make([]chain.Use, 0, len(w.Uses))
	for i := range w.Uses {
		u := &w.Uses[i]
		if u.File != "" {
			uses = append(uses, chain.Use{File: u.File, In: u.In, Text: u.Text, Span: u.Span})
		}
	}
	touches := slices.ContainsFunc(w.programs, func(t way.Text) bool {
		return atHome.Match(t.Source) || watched().words.in(prose.Lower(t.Source), signTouch)
	})
	found := chain.Follow(w.programs, uses, chain.Options{
		Lasting: lasting, Touches: touches, Told: w.Told, Data: w.Data, Work: w.Work, Cut: func(file, why string) { w.Gap(file, why) },
	})
	for i := range w.programs {
		rest := loose.Rest(w.programs[i], found.Chains, w.Work)
		w.unfollowed(w.programs[i], rest)
		found.Chains = append(found.Chains, rest.Chains...)
	}
	w.Chains, w.Accesses, w.programs = append(w.Chains, found.Chains...), append(w.Accesses, found.Accesses...), nil
	found.Runs, found.Writes = append(found.Runs, w.looseRuns...), append(found.Writes, w.looseWrites...)
	w.looseRuns, w.looseWrites = nil, nil
	texts := w.texts
	w.besides()
	for i := range found.Runs {
		w.ran(&found.Runs[i])
	}
	w.Sends = joinSends(w.Sends, w.toolsSend)
	for i := range found.Writes {
		w.wrote(&found.Writes[i])
	}
	w.idles(texts)
}
