package flow

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/flow/chain"
	"github.com/skillctl/skillctl/engine/flow/store"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// The bounds of following variables to what commands send: how many assignments one
// through the other, and how many ways of a package are told.
const (
	maxSentDepth = 8
	maxSent      = 300
	// So many uses of variables are looked at for one command.
	maxSentSteps = 20_000
	// perUse is what looking at the use of a variable takes of a [work.Budget].
	perUse = 2
)

// sentKey says which ways are one: of several from one variable to one place the first of
// a file is told.
type sentKey struct{ file, kind, name, hosts, channel string }

// sent notes the variables with secrets, and what somebody is asked for as one, that come
// to what a command sends: a shell has no other way to hand on the environment one by one.
func (w *Finder) sent(p snippet, read plainText, t *taint, id int) {
	c := &t.facts.Commands[id]
	if len(c.Args) < 2 || !watched().sends(t.step(id)) || len(t.facts.Uses) == 0 {
		return
	}
	if !w.May(work.Commands, p.file, perUse*len(c.Args)) {
		return
	}
	s := sending{t: t, id: id, seen: map[string]bool{}, looked: map[string]bool{}}
	if s.hosts(); len(s.to) == 0 {
		return
	}
	if s.gather(); s.steps > maxSentSteps {
		w.Beyond(p.file, "what a command sends was followed through %d uses of variables, and not further", maxSentSteps)
	}
	if !w.May(work.Commands, p.file, perUse*s.steps) {
		return
	}
	slices.Sort(s.to)
	for _, one := range s.found {
		key := sentKey{p.file, one.kind, one.name, strings.Join(s.to, " "), one.channel}
		switch {
		case w.sentOf[key]:
			continue
		case len(w.sentOf) >= maxSent:
			w.Beyond(p.file, "more than the %d ways are there on which commands send secrets that are told", maxSent)
			return
		case w.sentOf == nil:
			w.sentOf = map[sentKey]bool{}
		}
		w.sentOf[key] = true
		_, at := p.spanOf(read, t.facts, []int{id})
		w.Chains = append(w.Chains, way.Chain{
			Source: way.Source{Kind: one.kind, Name: one.name, Hosts: []string{}, File: p.file, Span: p.spanAt(read, one.span)},
			Steps:  []way.Step{},
			Sink:   way.Sink{Kind: "send", Call: t.programs[id], Channel: one.channel, Hosts: slices.Clone(s.to), File: p.file, Span: at},
		})
	}
}

// spanAt is where a part of a text that was read stands in its document.
func (p snippet) spanAt(read plainText, span document.Span) document.Span {
	whole := p.bytes()
	begin := read.at[min(span.Start.Offset, len(read.at)-1)]
	stop := max(begin, read.at[min(span.End.Offset, len(read.at)-1)])
	return document.Span{Start: p.start.Past(whole[:begin]), End: p.start.Past(whole[:stop])}
}

// sentValue is a secret that comes to a command, and where in its request it stands.
type sentValue struct {
	kind, name, channel string
	span                document.Span
}

// sending is one command that sends, while it is looked at.
type sending struct {
	t     *taint
	id    int
	to    []string
	found []sentValue
	// steps is how many uses of variables were looked at.
	steps int
	// seen are the variables that were followed, by channel, looked those that were looked
	// through for hosts: each once, however many ways lead there.
	seen, looked map[string]bool
}

var (
	silently  = lazydfa.New(`(^|\s)-[a-zA-Z]*s[a-zA-Z]*(\s|$)`)
	behindEnv = lazydfa.New(`^:(\w+)`)
)

// assigned are the places where the text gives a variable a value.
func (t *taint) assigned(name string) []*argv.Assignment {
	if t.gives == nil {
		t.gives = map[string][]*argv.Assignment{}
		for i := range t.facts.Assignments {
			if a := &t.facts.Assignments[i]; a.Name != nil && a.How != "param" && a.How != "option" && a.Op != "export" && a.Op != "unset" {
				t.gives[*a.Name] = append(t.gives[*a.Name], a)
			}
		}
	}
	return t.gives[name]
}

// gather finds the secrets in the words of the command and in what it is fed.
func (s *sending) gather() {
	c := &s.t.facts.Commands[s.id]
	in := append([]int{s.id}, s.t.back(s.t.inputs(s.id), s.id)...)
	var uses []int
	for _, id := range in {
		uses = append(uses, s.t.usesOf(id)...)
	}
	slices.Sort(uses)
	for _, i := range slices.Compact(uses) {
		span := s.t.facts.Uses[i].Span
		if by := s.t.facts.Uses[i].Command; by != s.id {
			span = s.t.facts.Commands[by].Span
		}
		s.step(i, s.channel(c, span), 0)
	}
}

// step looks at one use of a variable, by its number.
func (s *sending) step(i int, channel string, depth int) {
	if s.steps++; s.steps > maxSentSteps {
		return
	}
	if u := &s.t.facts.Uses[i]; u.Name != nil && !u.Tested {
		s.use(u, channel, depth)
	}
}

// use is one use of a variable: of the environment, or of what the text gives it.
func (s *sending) use(u *command.Use, channel string, depth int) {
	name := s.t.nameOf(u)
	if mark := name + "\x00" + channel; s.seen[mark] || depth > maxSentDepth {
		return
	} else {
		s.seen[mark] = true
	}
	given := s.t.assigned(name)
	if f := s.within(u); f != "" && isPosition(name) {
		for _, call := range s.t.calls[f] {
			for _, i := range s.t.usesOf(call) {
				s.step(i, channel, depth+1)
			}
		}
		return
	}
	if len(given) == 0 {
		if isPosition(name) && s.opens(u) {
			s.found = append(s.found, sentValue{"argument", "what $" + name + " names", channel, u.Span})
		}
		if store.Secret(name) {
			s.found = append(s.found, sentValue{"variable", name, channel, u.Span})
		}
		return
	}
	for _, a := range given {
		switch {
		case a.How == "read" && (store.Secret(name) || s.t.unseen(a.Command)):
			s.found = append(s.found, sentValue{"entered", s.t.question(a.Command, name), channel, a.Span})
		case a.Value != nil:
			for _, i := range s.t.usesIn(a.Value.Span) {
				s.step(i, channel, depth+1)
			}
		}
	}
}

// opens reports whether what a command of the text does with a word that the script is run with is
// to read the file of that name.
func (s *sending) opens(u *command.Use) bool {
	return u.Command >= 0 && u.Command != s.id && slices.Contains(watched().Reads, s.t.programs[u.Command])
}

// unseen reports whether a command reads what is not shown while it is typed, or asks for
// something by the name of a secret.
func (t *taint) unseen(id int) bool {
	if id < 0 {
		return false
	}
	asked := strings.Join(t.step(id).Args, " ")
	return silently.MatchString(asked) || chain.SecretIn(asked) != ""
}

// question is what a command that reads asks for, the name of the variable where it asks for
// no secret.
func (t *taint) question(id int, name string) string {
	if id >= 0 {
		if said := chain.SecretIn(strings.Join(t.step(id).Args, " ")); said != "" {
			return said
		}
	}
	return name
}

// nameOf is the variable that is used: PowerShell has those of the environment behind "env:".
func (t *taint) nameOf(u *command.Use) string {
	if strings.EqualFold(*u.Name, "env") {
		rest := t.facts.Source.Text[min(u.Span.End.Offset, len(t.facts.Source.Text)):]
		if m := behindEnv.FindStringSubmatch(rest); m != nil {
			return m[1]
		}
	}
	return *u.Name
}

// usesOf are the numbers of the uses of variables in the words of a command.
func (t *taint) usesOf(id int) []int {
	t.indexUses()
	return t.uses.of[id]
}

// usesIn are the numbers of those that lie within a span, in the order of the text.
func (t *taint) usesIn(span document.Span) []int {
	t.indexUses()
	from, _ := slices.BinarySearchFunc(t.uses.order, span.Start.Offset, func(i, at int) int {
		return t.facts.Uses[i].Span.Start.Offset - at
	})
	var in []int
	for _, i := range t.uses.order[from:] {
		switch u := t.facts.Uses[i].Span; {
		case u.Start.Offset > span.End.Offset:
			return in
		case holds(u, span):
			in = append(in, i)
		}
	}
	return in
}

// useIndex finds uses of variables by their command and by their place.
type useIndex struct {
	of    map[int][]int
	order []int
}

// indexUses makes the index once a text: each command that sends looks things up in it.
func (t *taint) indexUses() {
	if t.uses != nil {
		return
	}
	t.uses = &useIndex{of: map[int][]int{}, order: make([]int, len(t.facts.Uses))}
	for i := range t.facts.Uses {
		t.uses.order[i] = i
		t.uses.of[t.facts.Uses[i].Command] = append(t.uses.of[t.facts.Uses[i].Command], i)
	}
	slices.SortStableFunc(t.uses.order, func(i, j int) int {
		return t.facts.Uses[i].Span.Start.Offset - t.facts.Uses[j].Span.Start.Offset
	})
}

// within is the function whose body a variable is used in, "" for none.
func (s *sending) within(u *command.Use) string {
	if u.Command < 0 {
		return ""
	}
	return s.t.facts.Commands[u.Command].Context.Function
}

// isPosition reports whether a variable is one that a function is given by its place.
func isPosition(name string) bool {
	return name == "@" || name == "*" || len(name) == 1 && name[0] >= '1' && name[0] <= '9'
}

// holds reports whether a span lies in another one.
func holds(a, b document.Span) bool {
	return b.Start.Offset <= a.Start.Offset && a.End.Offset <= b.End.Offset
}
