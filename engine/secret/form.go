package secret

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// Forms know secrets by their form and by the names that are given to them:
// policies/tables/secrets.json. They are safe for concurrent use.
type Forms struct {
	names   func() *regexp.Regexp
	plain   []string
	entries []func() *lazydfa.Regexp
	tokens  []form
	hints   func() *hints
	// looked is how many bytes were looked through for hints.
	looked atomic.Int64
	// examples are words that stand in examples and in no key, in lower case.
	examples []string
	// What calls of programs say of their words: see calls.
	callNames    func() *regexp.Regexp
	callPrograms map[string][]string
	// callParents are the programs that have some behind a sub-command.
	callParents map[string]bool
	callWords   []string
}

// token is a kind of secret that is known by its form. Only a text that holds one of
// Hints, in lower case, is searched. Of a pattern with a group "secret", only that
// group is one; a group "body" is the part that differs from key to key.
type token struct {
	Name string `json:"name"`
	// Title is what a key of the kind is called.
	Title   string   `json:"title"`
	Hints   []string `json:"hints"`
	Pattern string   `json:"pattern"`
	// Key says that the form alone tells a key, whatever is around it.
	Key bool `json:"key"`
	// Alphabet is how many characters the body is made of; 0 for what is not known.
	Alphabet int `json:"alphabet"`
	// Checksum is how the end of the body follows from the rest: see [sum]. "" for none.
	Checksum string `json:"checksum"`
}

// table is policies/tables/secrets.json.
type table struct {
	// Names matches the names of variables and options that hold secrets; Plain
	// are those that match and hold none.
	Names string   `json:"names"`
	Plain []string `json:"plain"`
	// Entries match an entry of a configuration whose name says that its value is a
	// secret, whatever that looks like; references to variables are none.
	Entries []string `json:"entries"`
	Tokens  []token  `json:"tokens"`
	// Examples are words, in lower case, that stand in what is written for a key in an
	// example, and the keys that documents of their makers show.
	Examples []string `json:"examples"`
	// Calls say where secrets stand in calls of programs.
	Calls calls `json:"calls"`
}

// form is a compiled token; each is compiled when a text first hints at it.
type form struct {
	token
	pattern func() *lazydfa.Regexp
}

// Found is a secret in a text: its bytes, and what kind it is.
type Found struct {
	From, To int
	Name     string
	// body is where the part is that differs from key to key, within From and To;
	// named that the text around it said that it is a secret.
	body  [2]int
	named bool
	form  *token
	shown string
}

// Shown is what stands in the place of the secret.
func (f Found) Shown() string {
	if f.shown != "" {
		return f.shown
	}
	return maskBegin + f.Name + "]"
}

// As is the secret with another text in its place.
func (f Found) As(shown string) Found {
	f.shown = shown
	return f
}

// maskBegin begins what stands for a secret, which is none itself.
const maskBegin = "[masked:"

// minSecret is the length of the shortest text that can hold a secret, in bytes.
const minSecret = 6

// Known returns the forms of the table. It is part of the program: a fault in it
// would be one of every build, which tests find; then everything is a secret.
func Known() *Forms { return forms() }

var forms = sync.OnceValue(func() *Forms {
	var known table
	if err := policies.Read("tables/secrets.json", &known); err != nil {
		known = table{Tokens: []token{{Name: "everything", Hints: []string{""}, Pattern: "(?s).+"}}}
	}
	compiled := func(pattern string) func() *regexp.Regexp {
		return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
	}
	searched := func(pattern string) func() *lazydfa.Regexp {
		return sync.OnceValue(func() *lazydfa.Regexp { return lazydfa.New(pattern) })
	}
	f := &Forms{names: compiled(known.Names), plain: known.Plain, examples: known.Examples}
	f.callNames, f.callPrograms, f.callWords = compiled(known.Calls.Names), known.Calls.Programs, known.Calls.Words
	f.callParents = map[string]bool{}
	for name := range known.Calls.Programs {
		if parent, _, ok := strings.Cut(name, " "); ok {
			f.callParents[parent] = true
		}
	}
	for _, entry := range known.Entries {
		f.entries = append(f.entries, searched(entry))
	}
	for _, t := range known.Tokens {
		f.tokens = append(f.tokens, form{t, searched(t.Pattern)})
	}
	f.hints = sync.OnceValue(func() *hints { return newHints(f.tokens) })
	return f
})

// Name reports whether the name of a variable says that it holds a secret.
func (f *Forms) Name(name string) bool {
	return !slices.Contains(f.plain, name) && f.names().MatchString(name)
}

// Hide replaces the secrets in a text by what they are: "[masked:github-token]".
func (f *Forms) Hide(text string) string {
	found := f.Find(text)
	if found == nil {
		return text
	}
	var out strings.Builder
	at := 0
	for _, one := range found {
		out.WriteString(text[at:one.From])
		out.WriteString(one.Shown())
		at = one.To
	}
	out.WriteString(text[at:])
	return out.String()
}

// Find returns the secrets in a text that are known by their form, in order and
// none within another.
func (f *Forms) Find(text string) []Found {
	if len(text) < minSecret {
		return nil
	}
	return f.find(text, func(*form) bool { return true })
}

// find looks for some of the forms.
func (f *Forms) find(text string, wanted func(*form) bool) []Found {
	hinted := f.hinted(text)
	if hinted == (formSet{}) {
		return nil
	}
	var all []Found
	for i := range f.tokens {
		if t := &f.tokens[i]; hinted.has(i) && wanted(t) {
			all = search(all, t.pattern(), &t.token, text)
		}
	}
	return join(all)
}

// FindEntries returns what [Forms.Find] does, and the values of entries of a
// configuration whose names say that they are secrets.
func (f *Forms) FindEntries(text string) []Found {
	if len(text) < minSecret {
		return nil
	}
	all := f.Find(text)
	for _, entry := range f.entries {
		all = search(all, entry(), &token{Name: "value"}, text)
	}
	return join(all)
}

func search(all []Found, pattern *lazydfa.Regexp, form *token, text string) []Found {
	group, body := max(pattern.Compiled().SubexpIndex("secret"), 0), max(pattern.Compiled().SubexpIndex("body"), 0)
	for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
		from, to := at[2*group], at[2*group+1]
		if from < to && !strings.HasPrefix(text[from:to], maskBegin) {
			one := Found{From: from, To: to, Name: form.Name, body: [2]int{from, to}, named: group > 0, form: form}
			if body > 0 && at[2*body] >= 0 {
				one.body = [2]int{at[2*body], at[2*body+1]}
			}
			all = append(all, one)
		}
	}
	return all
}

// join sorts what was found, and makes one of those that overlap: it is called what
// the first of them in the table is.
func join(all []Found) []Found {
	type ranked struct {
		Found
		rank int
	}
	list := make([]ranked, 0, len(all))
	for i, one := range all {
		list = append(list, ranked{one, i})
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return a.From - b.From })
	var out []ranked
	for _, one := range list {
		last := len(out) - 1
		if last < 0 || one.From >= out[last].To {
			out = append(out, one)
			continue
		}
		out[last].To = max(out[last].To, one.To)
		if one.rank < out[last].rank {
			from, to := out[last].From, out[last].To
			out[last] = one
			out[last].From, out[last].To = from, to
		}
	}
	joined := make([]Found, 0, len(out))
	for _, one := range out {
		joined = append(joined, one.Found)
	}
	if len(joined) == 0 {
		return nil
	}
	return joined
}
