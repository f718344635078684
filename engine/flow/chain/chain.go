package chain

import (
	"bytes"

	"github.com/skillctl/skillctl/engine/flow/code"
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
	// for all of them, or "network" for what was fetched.
	Kind string `json:"kind"`
	// Name is the variable, the file as far as it is known, the call, or the host.
	Name string `json:"name"`
	// Part says that only a field of it is handed on.
	Part bool          `json:"part"`
	File string        `json:"file"`
	Span document.Span `json:"span"`
}

// Sink is where a value goes.
type Sink struct {
	// Kind is "send", "evaluate", or "run".
	Kind string `json:"kind"`
	Call string `json:"call"`
	// Channel is the part of a request that it is put in: "body", "query", "path",
	// "header", "host" for the name of a host, "dns", "socket", "mail", "file", "stdin" or "command".
	Channel string `json:"channel"`
	// Hosts are those that it may go to; "*." stands for a part that is not known. None:
	// nothing is known of it.
	Hosts []string `json:"hosts"`
	// Veiled says that the host was written in a code.
	Veiled bool          `json:"veiled"`
	File   string        `json:"file"`
	Span   document.Span `json:"span"`
}

// The bounds of following, for one package.
const (
	// maxWork is how many parts of programs are looked at.
	maxWork = 2_000_000
	// maxChains is how many chains are told.
	maxChains = 100
	// maxCalls is how deep calls are followed into functions, maxRuns how often one
	// function is looked into anew with values that matter, and fewRuns with others.
	maxCalls = 60
	maxRuns  = 200
	fewRuns  = 20
	// maxSource is how much of one program is read, maxSources of all, in bytes.
	maxSource  = 2 << 20
	maxSources = 8 << 20
)

// Follow gives the chains of the programs of a package. cut is told of a file of which
// not everything was followed, and why.
func Follow(texts []Text, uses []Use, cut func(file, why string)) []Chain {
	if !worth(texts) {
		return nil
	}
	e := &engine{cut: cut, modules: map[string]*module{}, files: map[string][]*taint{}, said: map[string]bool{}, uses: uses, memo: map[string]*value{}, busy: map[*code.Function]int{}, runs: map[*code.Function]int{}, emitted: map[emitted]bool{}, fields: map[*class]map[string]*value{}, kinds: map[string]string{}}
	e.load(texts)
	for _, m := range e.order {
		e.module(m)
	}
	for _, m := range e.order {
		e.rest(m)
	}
	return e.chains
}

// worth reports whether any of some programs may read what is looked for, and whether
// any may do something with it: only then are they read at all.
func worth(texts []Text) bool {
	reads, sends, runs := false, false, false
	for i := range texts {
		reads = reads || hasAny(texts[i].Source, tables().readWords)
		sends = sends || hasAny(texts[i].Source, tables().sendWords)
		runs = runs || hasAny(texts[i].Source, tables().runWords)
		if reads && (sends || runs) || sends && runs {
			return true
		}
	}
	return false
}

func hasAny(text []byte, words [][]byte) bool {
	for _, w := range words {
		if bytes.Contains(text, w) {
			return true
		}
	}
	return false
}
