package flow

import (
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/policies"
)

// Use is a file of the package that a text has run, sourced, piped or passed to
// what runs it.
type Use struct {
	// File is a slash path inside the package.
	File string `json:"file"`
	// Language is what it is run as: the family of the interpreter, "" where the
	// file itself says.
	Language string `json:"language"`
	// Program runs it. Through are the programs that make something else of its
	// content before, the nearest first: of what they print nothing is known.
	Program string   `json:"program"`
	Through []string `json:"through"`
	// How is one of the Used constants.
	How string `json:"how"`
	// Text is the command as written, which stands in the file In.
	Text   string        `json:"text"`
	In     string        `json:"in"`
	Span   document.Span `json:"span"`
	Fenced bool          `json:"fenced"`
	// Unread is why the file cannot be read as that, "" when it was read: see
	// package skill, which fills it in.
	Unread string `json:"unread"`

	// Said is true in a sentence that does not mark it as code.
	Said bool `json:"-"`
}

// How a text has a file run.
const (
	UsedItself = "itself" // the file is what is run
	UsedMade   = "made"   // what is run is made of it
	// UsedChanged: a program makes what it runs of the text of the file.
	UsedChanged = "changed"
	UsedBefore  = "before" // something that the package does not have is run behind a command that takes it
)

// maxUses bounds the uses of a package, maxMatches the files that one word names.
// maxBefore is how many commands are looked at that stand before one which runs what the
// package does not have.
const (
	maxUses    = 2000
	maxMatches = 50
	maxBefore  = 20_000
)

// runnerTable is policies/tables/runners.json: what runs files, beside the
// interpreters of package argv.
type runnerTable struct {
	Runners []runner `json:"runners"`
	// Variables name what other programs load, Commands start others.
	Variables []string `json:"variables"`
	Commands  []string `json:"commands"`
	// Copiers hand on a file as it is, or nothing of it.
	Copiers []string `json:"copiers"`
	byName  map[string][]runner
	starts  map[string]bool
}

// runner is a program, or one of its sub-commands, that runs files.
type runner struct {
	Names    []string `json:"names"`
	Language string   `json:"language"`
	// After are the sub-commands; none: all.
	After []string `json:"after"`
	// Options are followed by such a file; Operand says that its operands are, Files
	// are those that it looks for by itself.
	Options []string `json:"options"`
	Operand bool     `json:"operand"`
	// Values are options whose value is no operand; Words stand before such a file within
	// an argument.
	Values []string `json:"values"`
	Words  []string `json:"words"`
	Files  []string `json:"files"`
}

// The table is embedded and read once, at the first use.
var runners = sync.OnceValue(func() *runnerTable {
	t := &runnerTable{byName: map[string][]runner{}, starts: map[string]bool{}}
	policies.Table("runners", t)
	for _, r := range t.Runners {
		for _, name := range r.Names {
			t.byName[name] = append(t.byName[name], r)
			t.starts[name] = true
		}
	}
	for _, name := range t.Commands {
		t.starts[name] = true
	}
	var interpreters struct {
		Interpreters []struct {
			Names []string `json:"names"`
		} `json:"interpreters"`
	}
	policies.Table("interpreters", &interpreters)
	for _, i := range interpreters.Interpreters {
		for _, name := range i.Names {
			t.starts[name] = true
		}
	}
	return t
})

// startsProgram reports whether a word of a sentence begins a command that runs
// something: the name of an interpreter or runner, or a path.
func startsProgram(word []byte) bool {
	if len(word) > 2 && (word[0] == '.' && word[1] == '/' || word[0] == '{' || word[0] == '$') {
		return true
	}
	return len(word) < 40 && runners().starts[string(word)]
}

// use notes the files of the package that a command runs.
func (w *Finder) use(p snippet, read plainText, t *taint, id int, o origin) {
	if w.pack.empty() || w.guess {
		return
	}
	c := &t.facts.Commands[id]
	u := Use{Program: t.programs[id], In: p.file, Fenced: p.fenced(), Text: c.Text, Through: []string{}, How: UsedItself, Said: p.kind == inSentence}
	if c.Interpreter != nil {
		u.Language = c.Interpreter.Family
	}
	found := len(w.Uses)
	for _, word := range t.runWords(c) {
		w.addUses(u, word.text, word.language)
	}
	if i := c.Interpreter; i != nil && i.Mode == "inline" && i.Code != nil && i.Family != "shell" {
		code := []byte(*i.Code)
		w.lists(snippet{file: p.file, text: code, start: document.Position{Line: 1, Column: 1}, end: len(code), kind: inCode})
	}
	for i := range t.facts.Assignments {
		a := &t.facts.Assignments[i]
		if a.Command == id && a.Name != nil && a.Value != nil && slices.Contains(runners().Variables, strings.ToUpper(*a.Name)) {
			for _, text := range strings.FieldsFunc(t.word(*a.Value), func(r rune) bool { return strings.ContainsRune(" :=", r) }) {
				w.addUses(u, text, "")
			}
		}
	}
	if len(o.ids) > 0 {
		steps := make([]Step, 0, len(o.ids))
		for _, from := range o.ids {
			steps = append(steps, t.step(from))
		}
		u.Text = t.text(append(slices.Clone(o.ids), id))
		u.How = UsedMade
		w.usesOf(u, steps, func(i int) []string { return t.targets(&t.facts.Commands[o.ids[i]]) })
	} else if len(w.Uses) == found {
		w.usesBefore(u, t, id)
	}
	if len(w.Uses) == found {
		return
	}
	_, span := p.spanOf(read, t.facts, append(slices.Clone(o.ids), id))
	for i := range w.Uses[found:] {
		w.Uses[found+i].Span = span
	}
}

// usesOf notes the files that some steps make of what a command runs.
func (w *Finder) usesOf(u Use, steps []Step, writes func(int) []string) {
	for i, s := range steps {
		for _, other := range steps[:i+1] {
			if !slices.Contains(runners().Copiers, other.Program) && !slices.Contains(u.Through, other.Program) {
				u.Through = append(slices.Clone(u.Through), other.Program)
			}
		}
		written := writes(i)
		for _, arg := range s.Args {
			text := strings.TrimPrefix(arg, "<")
			if at := strings.IndexByte(text, '='); at > 0 && !strings.Contains(text[:at], "/") {
				text = text[at+1:] // dd if=x, --in=x
			}
			if fileKey(text) == "" || slices.Contains(written, text) && arg == text {
				continue
			}
			w.addUses(u, text, u.Language)
		}
	}
}

// targets are the words of a command that name what it writes, where an option says
// so: of other words it may read what it writes.
func (t *taint) targets(c *command.Command) []string {
	var targets []string
	for _, w := range c.Writes {
		if w.Option != "" && w.Computed == nil {
			targets = append(targets, t.word(w.Target))
		}
	}
	return targets
}

// usesBefore notes the files that commands take behind which one runs what the
// package does not have, and nothing in the text made: an archive may hold it.
func (w *Finder) usesBefore(u Use, t *taint, id int) {
	if _, ok := t.runs(&t.facts.Commands[id]); !ok {
		return
	}
	u.How = UsedBefore
	for other := range id {
		if w.before++; w.before > maxBefore {
			w.Beyond(u.In, "the package's texts run so much that it does not have that only %d commands before such ones were looked at", maxBefore)
			return
		}
		step := t.step(other)
		u.Through = []string{step.Program}
		u.Text = t.text([]int{other, id})
		for _, arg := range step.Args {
			if strings.ContainsAny(arg, "*?[") {
				continue
			}
			w.addUses(u, strings.TrimPrefix(arg, "<"), u.Language)
		}
	}
}

// usesMade notes the files of which commands further up make what one runs.
func (w *Finder) usesMade(run ran, m made) {
	if w.pack.empty() {
		return
	}
	found := len(w.Uses)
	u := Use{Program: run.to, Language: run.language, In: run.file, Fenced: run.fenced, Text: prose.Bounded(m.text + " … " + run.text), Through: []string{}, How: UsedMade}
	w.usesOf(u, m.steps, func(int) []string { return nil })
	for i := range w.Uses[found:] {
		w.Uses[found+i].Span = run.span
	}
}

// addUses notes the files that a word names.
func (w *Finder) addUses(u Use, word, language string) {
	for _, file := range w.pack.files(word, u.In) {
		u.File, u.Language = file, language
		if !w.addUse(u) {
			return
		}
	}
}

// addUse notes one; it reports false where no more are noted.
func (w *Finder) addUse(u Use) bool {
	u.Text = prose.Bounded(u.Text)
	key := u.key()
	if w.used[key] {
		return true
	}
	if len(w.Uses) >= maxUses {
		w.Beyond(u.In, "the package's texts run its files in more than %d places", maxUses)
		return false
	}
	if w.used == nil {
		w.used = map[string]bool{}
	}
	w.used[key] = true
	w.Uses = append(w.Uses, u)
	return true
}

// key is the same for uses that differ in nothing but where they stand in a file.
func (u Use) key() string {
	return strings.Join(append([]string{u.File, u.Language, u.In, u.Text, u.How}, u.Through...), "\x00")
}
