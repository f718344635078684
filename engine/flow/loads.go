package flow

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/flow/loose"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// The bounds of looking for what a call loads: calls of one text, names that are followed
// back from one, and the bytes of what one is given.
const (
	maxLoads    = 40
	maxFollowed = 64
	maxLoadText = 2000
)

// loaderTable is policies/tables/loaders.json: calls that run what is in a file, or make
// objects of it that may hold code.
type loaderTable struct {
	// Words are lower case, of which a text with such a call has one.
	Words   []string  `json:"words"`
	Loaders []*loader `json:"loaders"`
	// Selves are what makes a program something else than its text says; Changes what a
	// program does to a text that is something else then.
	Selves  []string `json:"selves"`
	Changes string   `json:"changes"`
	// Never are ends of names of files that are nothing to load, where no name says which.
	Never []string `json:"never"`
	// Languages are what programs read their files as.
	Languages map[string][]string `json:"languages"`
	// Read are the languages with a reader; in those of Plain a text does nothing outside of
	// the language that has nothing of the expression.
	Read    []string          `json:"read"`
	Plain   map[string]string `json:"plain"`
	words   *automaton
	any     *lazydfa.Regexp // a call, or one of Selves
	changes *lazydfa.Regexp
	selves  *lazydfa.Regexp
	plain   map[string]*lazydfa.Regexp
	of      map[string]string
}

// loader is a call. With and Unless are what its arguments have, Given what the text has.
// Language is what the file is read as, Endings what a name may lack, Programs the languages
// that have the call; Line says that the rest of the line is what it is given, First that only
// the first word of it counts, Only that nothing but the endings makes a name.
type loader struct {
	Call     string   `json:"call"`
	With     string   `json:"with"`
	Unless   string   `json:"unless"`
	Given    string   `json:"given"`
	Language string   `json:"language"`
	Endings  []string `json:"endings"`
	Programs []string `json:"programs"`
	Line     bool     `json:"line"`
	First    bool     `json:"first"`
	Only     bool     `json:"only"`

	call, with, unless, given *lazydfa.Regexp
}

// The table is embedded and read once. One that cannot be read is a fault of the build: it
// panics, and a test reads it.
var loaders = sync.OnceValue(func() *loaderTable {
	t := &loaderTable{plain: map[string]*lazydfa.Regexp{}, of: map[string]string{}}
	policies.Table("loaders", t)
	one := func(text string) *lazydfa.Regexp {
		if text == "" {
			return nil
		}
		return lazydfa.New(text)
	}
	calls := slices.Clone(t.Selves)
	for _, l := range t.Loaders {
		l.call, l.with, l.unless, l.given = one(l.Call), one(l.With), one(l.Unless), one(l.Given)
		if !l.Only {
			calls = append(calls, "(?:"+l.Call+")")
		}
	}
	t.any = lazydfa.New(strings.Join(calls, "|"))
	for name, text := range t.Plain {
		t.plain[name] = one(text)
	}
	for language, programs := range t.Languages {
		for _, program := range programs {
			t.of[program] = language
		}
	}
	t.changes, t.selves = one(t.Changes), one(strings.Join(t.Selves, "|"))
	t.words = newAutomaton([][]string{t.Words})
	return t
})

// Understood reports whether something reads texts in a language, or nothing in this one goes
// beyond what such texts do by themselves.
func Understood(language string, text []byte) bool {
	language = strings.ToLower(language)
	t := loaders()
	if p := t.plain[language]; p != nil {
		return !p.Match(text)
	}
	return slices.Contains(t.Read, language) || programLanguage(language) != "" || loose.Follows(language)
}

// loads notes the files of the package that calls of a program run, or make objects of.
func (w *Finder) loads(file string, text []byte, language string, start document.Position, move func(*document.Span)) {
	t := loaders()
	if w.pack.empty() || !t.words.in(text, 1) || !w.pack.native() && !t.any.Match(text) {
		return
	}
	if len(text) > maxScriptText {
		w.Beyond(file, "the program has more than %d bytes, and is not looked through for what its calls load", maxScriptText)
		return
	}
	var assigned map[string][][]byte
	for _, l := range t.Loaders {
		if l.Only && !w.pack.native() || len(l.Programs) > 0 && !slices.Contains(l.Programs, strings.TrimRight(language, "0123456789.")) || l.given != nil && !l.given.Match(text) || !l.call.Match(text) {
			continue
		}
		calls := l.call.FindAllIndex(text, maxLoads+1)
		if len(calls) > maxLoads {
			w.Beyond(file, "the program has more than %d calls of %q; what those behind load is not known", maxLoads, calledIn(text, calls[0]))
			calls = calls[:maxLoads]
		}
		for _, at := range calls {
			args := l.args(text, at[0], at[1])
			if l.with != nil && !l.with.Match(text[at[0]:at[1]+len(args)]) || l.unless != nil && l.unless.Match(args) {
				continue
			}
			if assigned == nil {
				assigned = assignedIn(text)
			}
			span := document.Span{Start: start.Past(text[:at[0]])}
			span.End = span.Start.Past(text[at[0]:at[1]])
			if move != nil {
				move(&span)
			}
			shown := strings.TrimSpace(string(text[at[0]:min(at[1]+len(args)+1, at[0]+prose.MaxText, len(text))]))
			w.loadedBy(l, Use{Program: calledIn(text, at), Text: shown, In: file, Span: span, Fenced: true, Through: []string{}, How: UsedItself, Language: l.Language}, args, assigned)
		}
	}
	if at := t.selves.FindIndex(text); at != nil && move == nil {
		span := document.Span{Start: start.Past(text[:at[0]])}
		span.End = span.Start.Past(text[at[0]:at[1]])
		w.uses(Use{Program: strings.TrimSpace(string(text[at[0]:at[1]])), Text: string(text[at[0]:at[1]]), In: file, Span: span, Fenced: true, Through: []string{}, How: UsedItself, Language: "filter"}, []string{file})
	}
}

// calledIn is the name of a call at a place of a text.
func calledIn(text []byte, at []int) string {
	return strings.Trim(string(text[at[0]:at[1]]), " \t\n(=:")
}

// maxScriptText is the largest program that is looked through for such calls, in bytes.
const maxScriptText = 1 << 20

// args is what a call is given that stands at a place: up to its parenthesis, or where it has
// none to the end of the statement.
func (l *loader) args(text []byte, at, from int) []byte {
	depth := bytes.Count(text[at:from], []byte("("))
	for end := from; end < len(text) && end-from < maxLoadText; end++ {
		switch c := text[end]; {
		case (l.Line || depth == 0) && (c == '\n' || c == ';'):
			return text[from:end]
		case l.Line:
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth <= 0 {
				return text[from:end]
			}
		}
	}
	return text[from:min(len(text), from+maxLoadText)]
}

// assignedIn are the texts that a program gives to its variables, by their names.
func assignedIn(text []byte) map[string][][]byte {
	values, words := map[string][][]byte{}, dynamic()
	for _, at := range words.assign.FindAllSubmatchIndex(text, maxCalls) {
		name, end := string(text[at[2]:at[3]]), at[4]
		for depth := 0; end < len(text) && end-at[4] < maxLoadText; end++ {
			switch text[end] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
			if depth < 0 || depth == 0 && (text[end] == '\n' || text[end] == ';') {
				break
			}
		}
		values[name] = append(values[name], text[at[4]:end])
	}
	for _, at := range words.bind.FindAllSubmatchIndex(text, maxCalls) {
		values[string(text[at[4]:at[5]])] = append(values[string(text[at[4]:at[5]])], text[at[2]:at[3]])
	}
	for _, at := range given.FindAllSubmatchIndex(text, maxCalls) {
		values[string(text[at[2]:at[3]])] = append(values[string(text[at[2]:at[3]])], text[at[4]:at[5]])
	}
	return values
}

// given is the variable of a loop, and what that goes over.
var given = lazydfa.New(`\bfor\s*\(?\s*(?:const|let|var)?\s*([A-Za-z_]\w*)\s+(?:in|of)\s+([^\n]+)`)

// loadedBy notes the files that a call is given by their names, or by variables.
func (w *Finder) loadedBy(l *loader, u Use, args []byte, assigned map[string][][]byte) {
	queue, seen, found := [][]byte{args}, map[string]bool{}, []string{}
	changed := ""
	for len(queue) > 0 && len(seen) < maxFollowed {
		text := queue[0]
		queue = queue[1:]
		if change := loaders().changes.Find(text); change != nil && changed == "" {
			changed = strings.Trim(string(change), " .(")
		}
		found = append(found, w.namedIn(l, u.In, text)...)
		for _, name := range dynamic().name.FindAll(text, maxFollowed) {
			if key := string(name); !seen[key] {
				seen[key] = true
				queue = append(queue, assigned[key]...)
			}
		}
	}
	if len(queue) > 0 {
		w.Beyond(u.In, "what %q loads comes from more than %d variables, of which the rest is not followed", u.Program, maxFollowed)
	}
	if programLanguage(l.Language) != "" {
		if u.Language = l.Language; changed == "" {
			return // it is read as what it is written in
		}
		u.Through, u.How = []string{changed}, UsedChanged
	}
	w.uses(u, found)
	if len(found) == 0 && l.Language == "object" {
		w.pending = append(w.pending, u)
	}
}

// namedIn are the files of the package that the texts in an expression name.
func (w *Finder) namedIn(l *loader, in string, text []byte) []string {
	var names []string
	if l.Line {
		if names = strings.FieldsFunc(string(text), func(r rune) bool { return strings.ContainsRune(" \t\"'`,;[]()", r) }); l.First {
			names = names[:min(1, len(names))]
		}
	} else {
		for _, found := range opening().part.Compiled().FindAllSubmatch(text, maxFollowed) {
			names = append(names, string(found[1])+string(found[2])+string(found[3]))
		}
	}
	var files []string
	for _, name := range names {
		if l.Only {
			name = strings.ReplaceAll(name, ".", "/")
		}
		if _, rest, ok := strings.Cut(name, "://"); ok {
			if name = rest; l.With != "phar://" {
				continue // what an address answers is no file of the package
			}
		}
		for tried := name; len(tried) > 1 && len(files) < maxMatches; tried = path.Dir(tried) {
			before := len(files)
			for _, end := range append(slices.Clone(l.Endings), l.bare()...) {
				files = append(files, w.pack.files(tried+end, in)...)
			}
			if l.Language == "template" {
				files = append(files, slices.DeleteFunc(w.pack.below(tried), func(file string) bool { return w.Text == nil || w.Text(file) == nil })...)
			}
			if len(files) > before || !strings.Contains(tried, "/") {
				break
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// bare says that a name may be that of a file as it is.
func (l *loader) bare() []string {
	if l.Only || slices.Contains(l.Endings, "") {
		return nil
	}
	return []string{""}
}

// uses adds a use of some files.
func (w *Finder) uses(u Use, files []string) {
	for _, file := range files {
		found := len(w.Uses)
		if u.File = file; file == u.In && u.Language != "filter" {
			continue
		}
		w.addUse(u)
		for i := range w.Uses[found:] {
			w.Uses[found+i].Span = u.Span
		}
	}
}

// Loaded notes what calls load that nothing in their program names: files that a command
// gives to the program, by their names.
func (w *Finder) Loaded() {
	for _, u := range w.pending {
		for i := range w.Uses {
			run := &w.Uses[i]
			if run.File != u.In || run.In == u.In {
				continue
			}
			for _, word := range strings.FieldsFunc(run.Text, func(r rune) bool { return strings.ContainsRune(" \t\n\"'`=", r) }) {
				files := slices.DeleteFunc(slices.Clone(w.pack.files(word, run.In)), func(file string) bool {
					return file == u.In || slices.Contains(loaders().Never, strings.ToLower(path.Ext(file)))
				})
				w.uses(u, files)
			}
		}
	}
}

// native reports whether the package has a library that a program may take in by its name.
func (k *pack) native() bool { return k.natives }

// below are the files in a folder of the package.
func (k *pack) below(folder string) []string {
	folder = strings.ToLower(strings.Trim(path.Clean(folder), "./"))
	if folder == "" || strings.Contains(folder, "..") {
		return nil
	}
	var found []string
	for name, files := range k.paths {
		if strings.HasPrefix(name, folder+"/") || strings.Contains(name, "/"+folder+"/") {
			found = append(found, files...)
		}
	}
	slices.Sort(found)
	return found[:min(len(found), maxMatches)]
}

// languageOf is what a program reads its files as, "" where they say it themselves.
func languageOf(program string) string { return loaders().of[program] }

// isWord reports whether a text may be the name of a file.
func isWord(text string) bool { return text != "" && !strings.ContainsAny(text, " \t\n;|&") }
