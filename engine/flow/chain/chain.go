package chain

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// Use says that a text of the package has a file of it run.
type Use struct {
	File, In, Text string
	Span           document.Span
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

// The bounds of following, for one package.
const (
	// maxWork is how many parts of programs are looked at.
	maxWork = 2_000_000
	// readUnits and stepUnits are what reading a byte of a program, and one of its parts, take
	// of a [work.Budget].
	readUnits = 2
	stepUnits = 2
	// maxTold is how many different accesses are told.
	maxTold = 200
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
func Follow(texts []way.Text, uses []Use, o Options) way.Found {
	if !o.Touches && !worth(texts) {
		if o.Told == nil {
			return way.Found{}
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
func (e *engine) follow(texts []way.Text) {
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
func worth(texts []way.Text) bool {
	has := func(words [][]byte) bool {
		return slices.ContainsFunc(texts, func(t way.Text) bool { return hasAny(t.Source, words) })
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
