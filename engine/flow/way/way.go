package way

import "github.com/skillctl/skillctl/internal/document"

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
