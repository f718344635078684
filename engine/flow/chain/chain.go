package chain

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// Languages of programs.
const (
	Python     = "python"
	JavaScript = "javascript"
)

// Text is a program, or a part of one, in a file of the package.
type Text struct {
	File     string
	Source   []byte
	Language string
	// Start is where it stands in the file.
	Start document.Position
	// Span, where it is set, is the place of all of it: it is the argument of a command.
	Span *document.Span
	// Move gives a span in the text its place in the file, where the text was taken out
	// of one; nil for nothing to do.
	Move func(*document.Span)
	// Fenced says that it is a block of a document: blocks of one document go on from
	// each other.
	Fenced bool
}

// Use says that a text of the package has a file of it run.
type Use struct {
	File, In, Text string
	Span           document.Span
}

// Chain is one way from a source to a sink.
type Chain struct {
	Source Source `json:"source"`
	Steps  []Step `json:"steps"`
	Sink   Sink   `json:"sink"`
}

// Run is a command that a program starts, as a shell would be given it.
type Run struct {
	// Text is the command, Input what it is fed; "${value}" stands for a part that is
	// not known.
	Text, Input string
	// Shown is the call as it is written.
	Shown string
	File  string
	Span  document.Span
}

// Write is a text that a program writes to a place that lasts.
type Write struct {
	// Place is the file, Text what is written there as far as it is known; "$value"
	// stands for a part that is not.
	Place, Text string
	// Call is what writes it, Shown that as it is written.
	Call, Shown string
	Append      bool
	// Hosts are those that it was fetched from: nil where it was not.
	Hosts []string
	File  string
	Span  document.Span
}

// Access is a place where a program reads a store of what is somebody's, reaches another
// machine or moves money, whatever becomes of it.
type Access struct {
	// Kind is "read", "reach", "pay" or "dispatch" for a call of what a text names, Store the kind of what is read, as in [Source].
	Kind  string `json:"kind"`
	Store string `json:"store"`
	// Name is the file, the call or the command by which it is read, or the call that
	// reaches a machine or moves money.
	Name string `json:"name"`
	// Hosts are those that are reached, as in [Sink].
	Hosts []string `json:"hosts"`
	// Veiled says that the host was written in a code.
	Veiled bool          `json:"veiled"`
	File   string        `json:"file"`
	Span   document.Span `json:"span"`
}

// Found is what following finds.
type Found struct {
	Chains   []Chain
	Accesses []Access
	Runs     []Run
	Writes   []Write
	// Cut says that a program was not followed to the end by its statements, for want of work.
	Cut bool
}

// Options say what following is for.
type Options struct {
	// Lasting reports whether a place that is written to is to be told; nil: none is.
	Lasting func(place string) bool
	// Touches says that a program may write to such a place.
	Touches bool
	// Told is told of each text that a program puts together; nil: of none.
	Told func(file string, span document.Span, text string)
	// Data gives the text of a file of the package, which may have settings of its
	// programs; nil for none. Without it no such file is read.
	Data func(file string) []byte
	// Work is what may be done; nil is no bound.
	Work *work.Budget
	// Cut is told of a file of which not everything was followed, and why.
	Cut func(file, why string)
}

// Step is a place on the way.
type Step struct {
	// What happens there, as the begin of a sentence: "is kept in data".
	What string        `json:"what"`
	File string        `json:"file"`
	Span document.Span `json:"span"`
}

// Source is where a value comes from.
type Source struct {
	// Kind is that of policies/tables/credentials.json or calls.json, "variable" for
	// one variable of the environment whose name says that it is secret, "environment"
	// for all of them, "network" for what was fetched, "connection" for what comes
	// through one that is open, "coded" for what the package has written in a code,
	// "personal", "workspace" and "argument" for files of the user: see
	// policies/tables/documents.json; "content" for what a function that nothing of the package
	// calls is handed, what is read from standard input and what a model answers; "request" for what a visitor of a page says, "entered" for what
	// somebody is asked for, or hands the program as an option, by the name of a secret.
	Kind string `json:"kind"`
	// Name is the variable, the file as far as it is known, the call, or the host.
	Name string `json:"name"`
	// Hosts are those that something is fetched from, as in [Sink].
	Hosts []string `json:"hosts"`
	// Veiled says that the host was written in a code.
	Veiled bool `json:"veiled"`
	// Mixed says that a call of which nothing is known had it as an argument on the
	// way: what came out may be another thing.
	Mixed bool `json:"mixed"`
	// Part says that only a field of it is handed on.
	Part bool `json:"part"`
	// Locked says that what is handed on of a file of the user was encrypted.
	Locked bool `json:"locked,omitempty"`
	// Listens says that the connection is one that others open; Hosts are then the
	// addresses of this machine that they reach it at, none if it is not known.
	Listens bool          `json:"listens,omitempty"`
	File    string        `json:"file"`
	Span    document.Span `json:"span"`
}

// Sink is where a value goes.
type Sink struct {
	// Kind is "send", "evaluate", "run", "attach" for a shell whose input or output
	// it becomes, or "change" for what is done to a file of the user itself.
	Kind string `json:"kind"`
	Call string `json:"call"`
	// Channel is the part of a request that it is put in: "body", "query", "path",
	// "header" where a service looks for who asks, "field" for another header, "host" for the name of a host, "dns", "socket", "mail", "file", "stdin" or "command". What is evaluated
	// is "code", an "object" or a "file"; what is changed is a "delete", a "rename", an
	// "overwrite", or a "copy" that is encrypted.
	Channel string `json:"channel"`
	// Hosts are those that it may go to; "*." stands for a part that is not known. None:
	// nothing is known of it.
	Hosts []string `json:"hosts"`
	// Veiled says that the host was written in a code.
	Veiled bool `json:"veiled"`
	// Box says that the address has the number of somebody's account written out, so that
	// what is sent comes to him, whoever's the host is.
	Box  bool          `json:"box,omitempty"`
	File string        `json:"file"`
	Span document.Span `json:"span"`
}

// The bounds of following, for one package.
const (
	// maxWork is how many parts of programs are looked at.
	maxWork = 2_000_000
	// readUnits and stepUnits are what reading a byte of a program, and one of its parts, take
	// of a [work.Budget].
	readUnits = 2
	stepUnits = 2
	// maxChains is how many chains are told.
	maxChains = 100
	// maxTold is how many different accesses are, maxStarted how many different commands that
	// programs start, and how many writes.
	maxTold    = 200
	maxStarted = 1000
	// maxCalls is how deep calls are followed into functions, maxRuns how often one
	// function is looked into anew with values that matter, and fewRuns with others.
	maxCalls = 60
	maxRuns  = 200
	fewRuns  = 20
	// maxSource is how much of one program is read, maxSources of all, in bytes.
	maxSource  = 2 << 20
	maxSources = 8 << 20
)

// Follow follows the values of the programs of a package.
func Follow(texts []Text, uses []Use, o Options) Found {
	if !o.Touches && !worth(texts) {
		if o.Told == nil {
			return Found{}
		}
		o.Cut = func(string, string) {} // nothing is there that a gap could hide
	}
	e := &engine{
		cut: o.Cut, left: o.Work, data: o.Data, read: map[string]*value{}, hear: o.Told, lasting: o.Lasting, modules: map[string]*module{}, files: map[string][]*taint{}, said: map[string]bool{}, uses: uses, memo: map[string]*value{},
		busy: map[*code.Function]int{}, runs: map[*code.Function]int{}, emitted: map[emitted]bool{}, fields: map[*class]map[string]*value{}, kinds: map[string]string{}, attached: map[string][]*taint{}, noted: map[string]bool{}, accessed: map[accessed]bool{},
	}
	e.follow(texts)
	return e.found
}

// follow follows programs as far as they can be. Hostile text must not bring its reader
// down: where that fails it is said of the program in hand that it was not followed.
func (e *engine) follow(texts []Text) {
	defer func() {
		if failed := recover(); failed != nil {
			file := texts[0].File
			if e.here != nil {
				file = e.here.text.File
			}
			e.unread(file, fmt.Sprintf("skillctl failed at it, which is a fault of its own: %v", failed))
		}
	}()
	e.load(texts)
	for _, m := range e.order {
		e.module(m)
	}
	for _, m := range e.order {
		e.rest(m)
	}
	e.again()
	e.handedOn()
}

// worth reports whether some programs may do together what is looked for: only then are
// they read at all.
func worth(texts []Text) bool {
	has := func(words [][]byte) bool {
		return slices.ContainsFunc(texts, func(t Text) bool { return hasAny(t.Source, words) })
	}
	t := tables()
	if has(t.startWords) || has(t.sendWords) || has(t.storeWords) {
		return true
	}
	if has(t.changeWords) && (has(t.walkWords) || has(t.lockWords)) {
		return true
	}
	if has(t.evalWords) && has(t.givenWords) {
		return true
	}
	// What is called by a name in brackets may be called anything.
	runs := has(t.runWords) || has([][]byte{[]byte("]("), []byte("].call("), []byte("].apply(")})
	return runs && (has(t.readWords) || has(t.decodeWords))
}

func hasAny(text []byte, words [][]byte) bool {
	for _, w := range words {
		if bytes.Contains(text, w) {
			return true
		}
	}
	return false
}
