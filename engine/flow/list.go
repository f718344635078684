package flow

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// The bounds of the strings of a program that are one command together: how far they
// stand from each other, in bytes, how many they are, and how much code is before one
// that a call loads.
const (
	maxApart = 160
	maxList  = 20
	maxCall  = 200
)

// loads is a call that runs the code of a file, up to the name of that.
var loads = lazydfa.New(`\b(exec|eval|execfile|run_path|import_module|spec_from_file_location|require|import|dofile|loadfile|loadstring|runInThisContext|runInNewContext|instance_eval|class_eval|load|source|do|fork|Worker|CDLL|dlopen|LoadLibrary)\b[^;\n]*$`)

// lists looks for commands that a program gives as a list of strings, and for calls
// that load code from a file: ["bash", "setup.txt"], exec(open("data.txt").read()).
func (w *Finder) lists(p snippet) {
	text := p.bytes()
	if !w.pack.mentioned(text) {
		return
	}
	var list []string
	last, at := 0, p.cursor()
	for i := 0; i < len(text); {
		c := text[i]
		if c != '"' && c != '\'' && c != '`' {
			i++
			continue
		}
		end, ended := literalEnd(text, i+1, c, 1)
		if !ended {
			i++
			continue
		}
		if key := bytes.TrimLeft(text[end+1:min(len(text), end+20)], " \t"); len(key) > 0 && key[0] == ':' {
			i = end + 1
			continue // what names a value is none
		}
		literal, gap := string(text[i+1:end]), text[last:i]
		if len(list) == maxList || len(gap) > maxApart || bytes.IndexByte(gap, ';') >= 0 || bytes.Count(gap, []byte("\n")) > 2 {
			list = nil
		}
		list, last = append(list, literal), end+1
		if w.runsIn([]byte(literal)) && len(text) < len(p.text) {
			w.flows(at.piece(i+1, end, inLiteral))
		}
		if len(literal) < 300 && len(w.pack.files(literal, p.file)) > 0 {
			w.listed(at.piece(i+1, end, inLiteral), list)
			if call := loads.FindSubmatch(text[max(0, i-maxCall):i]); call != nil {
				if !objects(text[max(0, i-maxCall):i]) {
					w.loaded(at.piece(i+1, end, inLiteral), string(call[1]), literal)
				}
			}
		}
		i = end + 1
	}
}

// loaded notes a file that a call loads code from.
func (w *Finder) loaded(p snippet, program, name string) {
	found := len(w.Uses)
	w.addUses(Use{Program: program, Text: program + " " + name, In: p.file, Fenced: true, Through: []string{}, How: UsedItself}, name, "")
	for i := range w.Uses[found:] {
		w.Uses[found+i].Span = document.Span{Start: p.start, End: p.start.Past(p.bytes())}
	}
}

// listed notes what the last of some strings is used for, when an interpreter or a
// runner is among those before.
func (w *Finder) listed(p snippet, list []string) {
	for i, word := range list {
		if word = strings.ToLower(lastWord(word)); i+1 == len(list) || !runners().starts[word] {
			continue
		}
		var b strings.Builder
		for _, part := range list[i:] {
			b.WriteString(argv.Quote(part) + " ")
		}
		if !w.apart(p.file, b.Len()) {
			return
		}
		facts := analysis.Text(strings.TrimSpace(b.String()), analysis.WithDialect(command.Bash))
		t, found := newTaint(facts, &w.traced), len(w.Uses)
		for id := range facts.Commands {
			w.use(snippet{file: p.file, text: []byte(facts.Source.Text), start: document.Position{Line: 1, Column: 1}, end: len(facts.Source.Text), kind: inCode},
				plain([]byte(facts.Source.Text), inCode), t, id, origin{})
		}
		for j := range w.Uses[found:] {
			w.Uses[found+j].Span = document.Span{Start: p.start, End: p.start.Past(p.bytes())}
		}
		return
	}
}

// lastWord is the last part of a path that a string is.
func lastWord(text string) string { return text[strings.LastIndexByte(text, '/')+1:] }

// objects reports whether what stands before the name of a file makes objects of it: that
// is told by itself.
func objects(before []byte) bool {
	before = before[bytes.LastIndexAny(before, ";\n")+1:]
	return slices.ContainsFunc(loaders().Loaders, func(l *loader) bool {
		return l.Language == "object" && l.given == nil && l.call.Match(before)
	})
}
