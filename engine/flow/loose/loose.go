package loose

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/store"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// MaxSource is how large a program may be that is followed so, in bytes.
const MaxSource = 256 << 10

// The other bounds of that: how many lines make a statement, how often all of them are
// gone through, how deep programs are read that a program writes, and how many sources
// and hosts a name has.
const (
	maxStatement = 12
	rounds       = 4
	maxWritten   = 2
	maxHeld      = 8
)

// Wants reports whether a program has something that is followed: it names a store of
// credentials or reads the environment, and also an address, or it runs something.
func Wants(text []byte) bool {
	w := tables()
	if w.evaluates.Match(text) || w.dispatches.Match(text) || w.requests.Match(text) || w.runs.Match(text) || byName.Match(text) || turned.Match(text) || hidesCalls.Match(text) || mayConnect(text) && (w.connects.Match(text) || w.joins.Match(text) || w.pours.Match(text)) {
		return true
	}
	writes := w.writes.Match(text)
	if w.resolves.Match(text) {
		return true
	}
	if writes && lasts(text) {
		return true
	}
	if !bytes.Contains(text, []byte("://")) && !writes {
		return false
	}
	if wantsGiven(text) {
		return true
	}
	return store.Marked(text) || bytes.Contains(text, []byte(".env")) || w.whole.Match(text) || w.variable.Match(text) || slices.ContainsFunc(w.stores, func(s pattern) bool { return s.match.Match(text) })
}

// wantsRest is that of a program that has a reader: only what is sent is asked of it.
func wantsRest(text []byte) bool {
	w := tables()
	if !bytes.Contains(text, []byte("://")) {
		return false
	}
	return store.Marked(text) || bytes.Contains(text, []byte(".env")) || w.whole.Match(text) || w.variable.Match(text)
}

// Follow gives the ways of what is secret to a statement that sends, and of what must not
// be run to one that runs it, in a program of a language that has no reader; the commands
// that it starts, and what it writes to places that last.
func Follow(one way.Text, left *work.Budget) way.Found {
	if len(one.Source) > MaxSource || !Wants(one.Source) {
		return way.Found{}
	}
	l := newProgram(one, left)
	l.lasting = lasts(one.Source)
	l.all()
	return l.found
}

// lasts reports whether a program that writes names the home folder or that of settings.
func lasts(text []byte) bool {
	return bytes.Contains(text, []byte("~/")) || bytes.Contains(text, []byte("/etc/")) || tables().home.Match(text)
}

// followed are the ways to a statement that sends in a program whose reader did not find
// one, which would have seen that a place is opened in the request that names it.
func followed(one way.Text, left *work.Budget) way.Found {
	if len(one.Source) > MaxSource || !wantsRest(one.Source) {
		return way.Found{}
	}
	l := newProgram(one, left)
	l.read = true
	l.all()
	return l.found
}

func newProgram(one way.Text, left *work.Budget) *program {
	one.Source = slurped(one.Source)
	return &program{
		left: left, text: one, words: tables(), grammar: grammars(), held: map[string][]way.Source{}, files: map[string][]way.Source{}, at: map[string][]string{}, params: map[string][]string{}, near: map[string][]way.Source{},
		known: map[string]bool{}, connecting: mayConnect(one.Source), defined: map[string]bool{}, decoders: map[string]bool{}, texts: map[string]string{}, alias: map[string][]string{}, feeds: map[string][]string{}, listeners: map[string]string{}, pieces: map[string]*piece{}, under: map[string]string{}, said: map[string]string{}, aside: map[string]bool{}, codes: map[string]bool{},
	}
}

// statement is one, with the function that it stands in.
type statement struct {
	text   string
	offset int
	within string
}

// program is one that is followed, with what its names hold so far.
type program struct {
	text    way.Text
	read    bool // it has a reader, which did not find a way
	deep    int  // how many programs write this one
	words   *words
	grammar *grammar
	list    []statement
	// held are the sources of each name, files those of what stands in the file that it
	// names, at the hosts that it names, all by the function that the name is one of;
	// params are the parameters of each function.
	held, files map[string][]way.Source
	at          map[string][]string
	params      map[string][]string
	// texts are names of one text, alias the files that a name was opened as, and feeds
	// the hosts that a command which is fed sends it to.
	texts map[string]string
	alias map[string][]string
	feeds map[string][]string
	// listeners are the names of interpreters that run what they are fed, with the call
	// that starts each.
	listeners map[string]string
	pieces    map[string]*piece
	// near are the stores that a function names anywhere: what it makes of them is held by
	// names that no statement shows, such as what a callback is given.
	near  map[string][]way.Source
	known map[string]bool
	// connecting says that the program opens a connection, defined are its functions,
	// decoders those that decode something.
	connecting bool
	// under is what a name writes to, aside are the secrets that stand in a header in
	// which no service looks for who asks, codes the names of what has a code somewhere.
	under             map[string]string
	aside, codes      map[string]bool
	said              map[string]string // what is put into a name, as it is written
	only              []string          // the one host that all addresses of the program lead to
	counted           bool
	lasting           bool // it names places that last
	defined, decoders map[string]bool
	found             way.Found
	left              *work.Budget
	places            way.Places
}

// What a statement, a part of one that was not looked at before, and a byte of either take of
// a [work.Budget].
const (
	statementUnits = 100
	pieceUnits     = 200
	pieceByte      = 4
)

// may takes units of work. Where there are none the program is not followed to the end.
func (l *program) may(units int) bool {
	if !l.found.Cut {
		l.found.Cut = !l.left.Take(work.Statements, units)
	}
	return !l.found.Cut
}

// all goes through a program.
func (l *program) all() {
	l.cut()
	l.parameters()
	for round := range rounds {
		before := len(l.known)
		for _, s := range l.list {
			l.follow(s)
		}
		if round == 0 && l.spellOut() {
			continue
		}
		if len(l.known) == before {
			break
		}
	}
	for _, s := range l.list {
		if s.within == "" {
			continue
		}
		for _, one := range l.sources(s, l.heard(s)) {
			if noService(one.Kind) {
				l.near[s.within] = append(l.near[s.within], one)
			}
		}
	}
	for _, s := range l.list {
		if !l.may(statementUnits) {
			break
		}
		l.end(s)
		if !l.read {
			l.runs(s)
			l.evaluates(s)
			l.writes(s)
		}
	}
	for _, s := range l.list {
		l.fed(s)
	}
	l.listened()
	l.attached()
}

// span is where a statement stands.
func (l *program) span(s statement) document.Span {
	begin := s.offset + len(s.text) - len(strings.TrimLeft(s.text, " \t\n"))
	stop := begin
	if line, _, _ := strings.Cut(s.text[begin-s.offset:], "\n"); line != "" {
		stop = min(begin+len(line), len(l.text.Source))
	}
	return l.places.Span(&l.text, begin, stop)
}

// shown is a statement as it is written, as far as it is told.
func shownOf(s statement) string {
	text := strings.TrimSpace(s.text)
	return strings.ToValidUTF8(text[:min(len(text), 500)], "")
}

// tell adds a way that is not known yet.
func (l *program) tell(from way.Source, to way.Sink) {
	if len(from.Hosts) == 0 && !l.read && (from.Kind == way.Network || from.Kind == way.Connection) {
		from.Hosts = l.onlyHost()
	}
	mark := "end" + to.Kind + from.Kind + from.Name + strings.Join(to.Hosts, " ")
	if l.known[mark] || len(l.found.Chains) >= way.MaxChains {
		return
	}
	l.known[mark] = true
	l.found.Chains = append(l.found.Chains, way.Chain{Source: from, Steps: []way.Step{}, Sink: to})
}
