package command

import (
	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/argv/grammar"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/internal/document"
)

// Dialect names the grammar that a command text is read with: the grammar of
// the shell that will run it.
type Dialect string

// The dialects. PowerShell and Cmd are bounded: only the view that a profile
// asks for is filled, and every command in them is opaque to profile strict.
const (
	Bash       Dialect = "bash"
	POSIX      Dialect = "posix" // dash, busybox sh
	PowerShell Dialect = "powershell"
	Cmd        Dialect = "cmd"
)

// MaxCommands is how many commands of one text are told, nested ones included, and how much of
// anything else.
const MaxCommands = 4_000

// Facts is all that is known about one request to run something. Lists are in
// source order and never nil; ids are indices into Commands.
//
// A command may run if and only if it is in Commands or lies inside a place
// that Opaque names. Nothing here is a judgement.
type Facts struct {
	Source Source `json:"source"`
	Parse  Parse  `json:"parse"`
	// Commands are all the commands that can run, wherever they hide.
	Commands []Command `json:"commands"`
	// Assignments are all the ways in which the text sets, appends to, exports
	// or unsets a variable.
	Assignments []argv.Assignment `json:"assignments"`
	// Uses are all the places where the text takes the value of a variable.
	Uses []Use `json:"uses"`
	// Redirects are all redirects, those of compound commands included.
	Redirects []Redirect `json:"redirects"`
	// Hidden are constructs in which the shell itself evaluates text.
	Hidden []Hidden `json:"hidden"`
	// Opaque are places that were not understood. A careful policy denies
	// when the list is not empty.
	Opaque []Opaque `json:"opaque"`
	// Places are what the words of the commands come to as names of files, where
	// that is not plain from their spelling.
	Places []Place `json:"places"`
	// Made are the files whose content the text brings about.
	Made []Made `json:"made"`
	// Deception are characters that make a text look like what it is not.
	Deception []Deception `json:"deception"`
	// Differences are constructs that other shells would read differently.
	Differences []Construct `json:"differences"`
	// Constructs are the kinds of syntax that the text uses.
	Constructs []Construct `json:"constructs"`
	// Functions are the functions and aliases that the text defines.
	Functions []Function `json:"functions"`
	// Programs holds what was found on disk for each distinct program name,
	// by Command.Name. Empty unless WithPrograms is given.
	Programs map[string]lookup.Program `json:"programs"`
	// Paths holds what path arguments resolve to. Empty unless WithPaths is
	// given: a decision must not depend on whether a file exists.
	Paths []lookup.Path `json:"paths"`
}

// Source says what was read.
type Source struct {
	Form    string  `json:"form"` // "command" or "argv"
	Dialect Dialect `json:"dialect"`
	// Text is the command; for an argv, its canonical rendering.
	Text  string `json:"text"`
	Bytes int    `json:"bytes"`
	// UTF8 is false when the text has an invalid byte, NUL true when it has a
	// zero byte; Bad is where the first of them stands. Blank is true when
	// there is nothing but white space.
	UTF8  bool           `json:"utf8"`
	NUL   bool           `json:"nul"`
	Blank bool           `json:"blank"`
	Bad   *document.Span `json:"bad,omitempty"`
}

// Parse says how reading went. When OK is false Commands may be incomplete.
type Parse struct {
	OK bool `json:"ok"`
	// Limit names the bound that was hit: "too_large", "too_deep",
	// "too_many_nodes", "too_slow", "too_many_commands"; "" for none.
	Limit string      `json:"limit"`
	Error *ParseError `json:"error,omitempty"`
}

// ParseError is why a text could not be read, and where.
type ParseError struct {
	Message string        `json:"message"`
	Span    document.Span `json:"span"`
}

// Command is one command that can run.
type Command struct {
	ID int `json:"id"`
	// Of is set when this is a reading of another command, whose id it is: the same one
	// with the values of words in their place that the text gives. Commands that are
	// reached through a reading have it as well.
	Of *int `json:"of,omitempty"`
	// Unspelled: its words have more values than readings were made of.
	Unspelled bool `json:"unspelled,omitempty"`
	// Replaced: it is one of its readings for sure, as far as the variables in it are those
	// that the text sets.
	Replaced bool `json:"replaced,omitempty"`
	// Parent is the id of the command through which this one is reached, -1
	// for the text itself.
	Parent int `json:"parent"`
	// Edge says how it is reached: see the Edge constants here and in package argv. Via is the option
	// or word that does it ("-c", "-exec", "$(").
	Edge string `json:"edge"`
	Via  string `json:"via"`
	// Depth is the number of parents.
	Depth int `json:"depth"`
	// Kind is "simple", "declaration" (export, declare …), "test" ([[ … ]]),
	// "arithmetic" ((( … )) and let), or "none": assignments or redirects alone.
	Kind string `json:"kind"`
	// Args are the words after brace expansion, the name first. Empty for kind
	// "none".
	Args []argv.Word `json:"args"`
	// Argv are the same words as texts: decoded, or as they are written where
	// something is expanded in them when the command runs.
	Argv []string `json:"argv"`
	// Exact: Argv is what the command gets, save that the shell writes out a
	// tilde. Otherwise a word may become any other, or several, or none.
	Exact bool `json:"exact"`
	// Name is the decoded first word, nil when it is not static. Base is its
	// base name.
	Name *string `json:"name"`
	Base string  `json:"base"`
	// Role says what the name is: "program", "builtin" (of the dialect),
	// "function" (defined in this text), "dynamic", "none".
	Role string `json:"role"`
	// Own is true for a path below the working directory whose base name is also
	// that of a tool but as likely that of any script (./script, ./r): no table
	// says anything about it.
	Own bool `json:"own,omitempty"`
	// Carries says that this command runs another one: "wrapper", "privilege"
	// (sudo …), "carrier" (command, builtin, exec), "multiplexer" (busybox),
	// "shell", "eval", "finder", "xargs", "runner" (npx …), "remote" (ssh),
	// "container" (docker run), "option"; "" when it does not.
	Carries string `json:"carries"`
	// Known is false when the command carries others and its arguments did not
	// fit the table, so that what it runs is not known; then Opaque says why.
	Known   bool    `json:"known"`
	Context Context `json:"context"`
	// Stdin says what feeds standard input.
	Stdin argv.Stdin `json:"stdin"`
	// Interpreter is set when the program is a known interpreter or shell.
	Interpreter *argv.Interpreter `json:"interpreter,omitempty"`
	// Hits are ways in which the arguments make the program run code, a
	// program, or read a file that says what to run.
	Hits []argv.Hit `json:"hits"`
	// Narrow: all that a find does to files is behind a test that only some pass,
	// by their name, their age or because they are empty.
	Narrow bool `json:"narrow,omitempty"`
	// Writes are places that the arguments make the program write to or delete.
	Writes []argv.Write `json:"writes"`
	// Reads are files that texts in the arguments make the program read.
	Reads []argv.Read `json:"reads,omitempty"`
	// Binds are things of the host that the arguments hand to a container.
	Binds []argv.Bind `json:"binds,omitempty"`
	// Arguments are what the words say by the entry of the program. Only with
	// WithArguments.
	Arguments *grammar.Reading `json:"arguments,omitempty"`
	// Dir is the working directory as far as it is known.
	Dir lookup.Dir `json:"dir"`
	// Text is how the command is shown to a person: words as written, joined
	// by spaces, hostile characters untouched.
	Text string `json:"text"`
	// Span is where it stands in Source.Text. For a command inside a payload
	// that is the word that holds the payload; Inner is then its place in the
	// payload's own text.
	Span  document.Span  `json:"span"`
	Inner *document.Span `json:"inner,omitempty"`
}

// The edges of the tree of commands, beside those of package argv.
const (
	EdgeText         = "text"         // it stands in the text
	EdgeSubstitution = "substitution" // $( ) or backticks
	EdgeProcess      = "process"      // <( ) or >( )
	EdgeCarrier      = "carrier"      // command, builtin, exec
	EdgePayload      = "payload"      // the text of sh -c
	EdgeEval         = "eval"         // eval, trap, env -S
)

// Context is what stands around a command.
type Context struct {
	Background bool `json:"background"`
	Negated    bool `json:"negated"`
	// Pipe is the 0-based position in its pipeline, Pipes the number of parts;
	// 0 and 1 for a command in no pipeline.
	Pipe  int `json:"pipe"`
	Pipes int `json:"pipes"`
	// Condition: it decides an if, while, until, && or ||. Conditional: it runs
	// only if something else says so.
	Condition   bool `json:"condition"`
	Conditional bool `json:"conditional"`
	Loop        bool `json:"loop"`
	Subshell    bool `json:"subshell"`
	// Function is the name of the function in whose body it stands, or "".
	Function string `json:"function"`
	// Elsewhere is true when it runs on another machine or in a container.
	Elsewhere bool `json:"elsewhere"`
	// Rounds is how often the one loop that it stands in runs at most; 0 where that is not known.
	Rounds int `json:"-"`
}

// Redirect is one redirect.
type Redirect struct {
	// Command is the command it belongs to, or -1 for a compound command.
	Command int `json:"command"`
	// Scope is "command", "compound", or "exec" (exec with no program: for the
	// rest of the text).
	Scope string `json:"scope"`
	// FD is the file descriptor as written, "" for the default, "{name}" when
	// bash picks one.
	FD string `json:"fd"`
	Op string `json:"op"`
	// Target is the word behind the operator; for a heredoc the delimiter.
	Target argv.Word `json:"target"`
	// Class is "dev-null", "dev-std" (/dev/stdout, /dev/fd/N, /dev/tty …),
	// "fd-merge", "fd-close", "file", "heredoc", "herestring", "network"
	// (/dev/tcp, /dev/udp), "process", or "dynamic".
	Class string `json:"class"`
	Read  bool   `json:"read"`
	Write bool   `json:"write"`
	// Dir is the working directory in which a relative target is opened.
	Dir  lookup.Dir    `json:"dir"`
	Span document.Span `json:"span"`
	// Replaced is as that of a command: readings of it follow.
	Replaced bool `json:"replaced,omitempty"`
}

// Hidden is a construct in which the shell evaluates text that looks like data.
type Hidden struct {
	// Kind: see policies/tables/hidden.json, a closed list.
	Kind string `json:"kind"`
	// Command is the command it stands in, -1 for none.
	Command int    `json:"command"`
	Text    string `json:"text"`
	// Level is "certain" when what is evaluated holds code itself ($( or a
	// backtick in a subscript), "suspect" when it is a variable and some literal
	// of the text holds code, "possible" when it is a variable.
	Level string `json:"level"`
	// Params are the variables whose values are evaluated, as far as known.
	Params []string `json:"params"`
	// Known is true when all that is evaluated are numbers and literals of this
	// text that hold no code, and variables that this text does not set: nothing
	// that is read from a file, a program or an argument.
	Known bool          `json:"known"`
	Span  document.Span `json:"span"`
	// Words are what is evaluated; Names: as the name of a variable.
	Words []argv.Word `json:"-"`
	Names bool        `json:"-"`
}

// Opaque is a place that was not understood.
type Opaque struct {
	// Reason is one of the Opaque constants.
	Reason string `json:"reason"`
	// Command is the command it stands in, -1 for none.
	Command int           `json:"command"`
	Detail  string        `json:"detail"`
	Span    document.Span `json:"span"`
}

// The reasons for Opaque, beside those of package argv.
const (
	OpaqueSyntax    = "syntax"    // the text cannot be parsed
	OpaqueLimit     = "limit"     // a bound was hit
	OpaqueEncoding  = "encoding"  // invalid UTF-8 or NUL
	OpaqueName      = "name"      // the program's name is not static
	OpaqueDialect   = "dialect"   // no grammar for this shell
	OpaqueConstruct = "construct" // a construct that no table has
	OpaqueLines     = "lines"     // shells do not agree where a line or a word ends
	OpaqueAlias     = "alias"     // an alias or function stands for another name
)

// Note adds a place that was not understood. Of the command that it is in it is no longer known
// what it runs, unless only a word of it is not.
func (f *Facts) Note(o Opaque) {
	if len(f.Opaque) >= MaxCommands {
		return
	}
	f.Opaque = append(f.Opaque, o)
	if o.Command < 0 || o.Command >= len(f.Commands) {
		return
	}
	switch o.Reason {
	case OpaqueName, OpaqueConstruct, OpaqueLines:
	default:
		f.Commands[o.Command].Known = false
	}
}

// Deception is a character that makes a text look like what it is not.
type Deception struct {
	// Kind is "control", "ansi", "bidi", "zero-width", "confusable",
	// "fullwidth", "space" (NBSP and others), "bom", "filler", "private", or
	// "carriage-return".
	Kind string `json:"kind"`
	// Rune is the code point as "U+202E".
	Rune string        `json:"rune"`
	Span document.Span `json:"span"`
	// Quoted is true when it stands inside quotes or a heredoc.
	Quoted bool `json:"quoted"`
}

// Construct is one use of a kind of syntax: "pipeline", "and", "or",
// "sequence", "background", "subshell", "group", "if", "for", "for-arith",
// "while", "until", "case", "select", "function", "coproc", "time", "negation",
// "heredoc", "herestring", "substitution", "process", "arithmetic", "dbracket",
// "glob", "brace", "tilde", "array", "line-continuation", "comment", "extglob",
// "ansi-quote", "locale-quote", "dollar-bracket", "history".
type Construct struct {
	Kind string        `json:"kind"`
	Span document.Span `json:"span"`
}

// Function is a function or alias that the text defines.
type Function struct {
	Name string `json:"name"`
	// Kind is "function" or "alias".
	Kind string        `json:"kind"`
	Span document.Span `json:"span"`
}
