package flow

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/flow/chain"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// The bounds of following variables to what commands send: how many assignments one
// through the other, and how many ways of a package are told.
const (
	maxSentDepth = 8
	maxSent      = 300
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
	if !w.may(work.Commands, p.file, perUse*len(t.facts.Uses)) {
		return
	}
	s := sending{t: t, id: id, seen: map[string]bool{}, looked: map[string]bool{}}
	if s.hosts(); len(s.to) == 0 {
		return
	}
	s.gather()
	slices.Sort(s.to)
	for _, one := range s.found {
		key := sentKey{p.file, one.kind, one.name, strings.Join(s.to, " "), one.channel}
		switch {
		case w.sentOf[key]:
			continue
		case len(w.sentOf) >= maxSent:
			w.beyond(p.file, "more than the %d ways are there on which commands send secrets that are told", maxSent)
			return
		case w.sentOf == nil:
			w.sentOf = map[sentKey]bool{}
		}
		w.sentOf[key] = true
		_, at := p.spanOf(read, t.facts, []int{id})
		w.Chains = append(w.Chains, chain.Chain{
			Source: chain.Source{Kind: one.kind, Name: one.name, Hosts: []string{}, File: p.file, Span: p.spanAt(read, one.span)},
			Steps:  []chain.Step{},
			Sink:   chain.Sink{Kind: "send", Call: t.programs[id], Channel: one.channel, Hosts: slices.Clone(s.to), File: p.file, Span: at},
		})
	}
}

// spanAt is where a part of a text that was read stands in its document.
func (p snippet) spanAt(read plainText, span document.Span) document.Span {
	whole := p.bytes()
	begin := read.at[min(span.Start.Offset, len(read.at)-1)]
	stop := max(begin, read.at[min(span.End.Offset, len(read.at)-1)])
	return document.Span{Start: advance(p.start, whole[:begin]), End: advance(p.start, whole[:stop])}
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
	// seen are the variables that were followed, by channel, looked those that were looked
	// through for hosts: each once, however many ways lead there.
	seen, looked map[string]bool
}

var (
	webAddress = lazydfa.New(`(?i)\b(?:https?|ftp|wss?)://([^\s"'<>)\]}]+)`)
	shellHole  = lazydfa.New(`\$\{\w+\}|\$\w+|\$\([^()]*\)|\x60[^\x60]*\x60`)
	silently   = lazydfa.New(`(^|\s)-[a-zA-Z]*s[a-zA-Z]*(\s|$)`)
	behindEnv  = lazydfa.New(`^:(\w+)`)
	bareHost   = lazydfa.New(`(?i)^(?:[^/@\s]*@)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:$|[:/])`)
)

// hosts are those that the command names, itself or by variables of the text.
func (s *sending) hosts() {
	program := s.t.programs[s.id]
	args := s.t.facts.Commands[s.id].Args[1:]
	for i := range args {
		s.hostsIn(args[i], 0)
		text := holed(s.t.word(args[i]))
		switch {
		case slices.Contains(watched().Names, program):
			if host := chain.HostOf(text); strings.Contains(host, ".") {
				s.add(host)
			}
		case i > 0 && strings.HasPrefix(args[i-1].Text, "-"):
			// What follows an option is its value: a file, as a rule.
		default:
			if m := bareHost.FindStringSubmatch(text); m != nil && !strings.Contains(text, "://") {
				s.add(strings.ToLower(m[1]))
			}
		}
	}
}

// hostsIn are the hosts of the addresses in a word, or in what the text gives its variables.
func (s *sending) hostsIn(w argv.Word, depth int) {
	for _, m := range webAddress.FindAllStringSubmatch(holed(s.t.word(w)), -1) {
		if host := chain.HostOf(m[1]); host != "" {
			s.add(host)
		}
	}
	for _, name := range w.Params {
		if s.looked[name] || depth == maxSentDepth {
			continue
		}
		s.looked[name] = true
		for _, a := range s.t.assigned(name) {
			if a.Value != nil {
				s.hostsIn(*a.Value, depth+1)
			}
		}
	}
}

func (s *sending) add(host string) {
	if !slices.Contains(s.to, host) {
		s.to = append(s.to, host)
	}
}

// holed is a word in which each variable is the sign for a part that is not known.
func holed(text string) string {
	for range 4 { // substitutions in each other
		next := shellHole.ReplaceAllString(text, chain.Hole)
		if next == text {
			break
		}
		text = next
	}
	return text
}

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
	from := s.t.back(s.t.inputs(s.id), s.id)
	for i := range s.t.facts.Uses {
		u := &s.t.facts.Uses[i]
		switch {
		case u.Name == nil || u.Tested:
		case u.Command == s.id:
			s.use(u, s.channel(c, u.Span), 0)
		case slices.Contains(from, u.Command):
			s.use(u, s.channel(c, s.t.facts.Commands[u.Command].Span), 0)
		}
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
			s.usesIn(func(o *command.Use) bool { return o.Command == call }, channel, depth)
		}
		return
	}
	if len(given) == 0 {
		if chain.Secret(name) {
			s.found = append(s.found, sentValue{"variable", name, channel, u.Span})
		}
		return
	}
	for _, a := range given {
		switch {
		case a.How == "read" && (chain.Secret(name) || s.t.unseen(a.Command)):
			s.found = append(s.found, sentValue{"entered", s.t.question(a.Command, name), channel, a.Span})
		case a.Value != nil:
			span := a.Value.Span
			s.usesIn(func(o *command.Use) bool { return holds(o.Span, span) }, channel, depth)
		}
	}
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

func (s *sending) usesIn(which func(*command.Use) bool, channel string, depth int) {
	for i := range s.t.facts.Uses {
		if u := &s.t.facts.Uses[i]; u.Name != nil && !u.Tested && which(u) {
			s.use(u, channel, depth+1)
		}
	}
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

// channel is the part of the request in which something at a place of the command stands:
// where a service looks for who asks, in the address, or in what is sent.
func (s *sending) channel(c *command.Command, at document.Span) string {
	program := s.t.programs[s.id]
	if slices.Contains(watched().Names, program) {
		return "dns"
	}
	for i := 1; i < len(c.Args); i++ {
		w := c.Args[i]
		if !holds(at, w.Span) {
			continue
		}
		before := ""
		if i > 1 {
			before = strings.ToLower(c.Args[i-1].Text)
		}
		text := s.t.word(w)
		if strings.HasPrefix(strings.Trim(w.Text, `"`), "$") && strings.Contains(text, "://") && strings.Contains(text, "?") {
			return "query" // a variable is the whole address
		}
		return channelOf(program, before, text, at.Start.Offset-w.Span.Start.Offset)
	}
	return "body"
}

// channelOf is the channel of an argument, before which another one stands.
func channelOf(program, before, text string, at int) string {
	option, value, joined := strings.Cut(text, "=")
	switch {
	case strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://"):
		return channelIn(text, at)
	case slices.Contains(watched().Headers, before), joined && slices.Contains(watched().Headers, strings.ToLower(option)):
		return "header"
	case strings.HasPrefix(text, "-H") || strings.HasPrefix(text, "-u") && len(text) > 2 && program == "curl":
		return "header"
	case (program == "http" || program == "https" || program == "xh") && strings.Contains(option, ":") && !strings.Contains(text, "://") && !strings.Contains(option, ":="):
		return "header"
	case slices.Contains(watched().Bodies, before):
		return "body"
	case strings.Contains(text, "://"):
		return channelIn(text, at)
	case joined && strings.HasPrefix(option, "-") && strings.Contains(value, "://"):
		return channelIn(text, at)
	case strings.HasPrefix(text, "-") || strings.HasPrefix(before, "-"):
		return "body"
	case strings.HasPrefix(text, "$"):
		return "query" // a variable that is the address
	default:
		return "body"
	}
}

// channelIn is the part of an address: who asks stands before its host.
func channelIn(text string, at int) string {
	_, rest, _ := strings.Cut(text, "://")
	if host, _, _ := strings.Cut(rest, "/"); strings.Contains(host, "@") && strings.Contains(host[:strings.LastIndexByte(host, '@')], "$") {
		return "header"
	}
	if q := strings.IndexByte(text, '?'); q >= 0 && at > q {
		return "query"
	}
	return "path"
}
