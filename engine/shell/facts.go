package shell

import "github.com/skillctl/skillctl/engine/document"

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
	Assignments []Assignment `json:"assignments"`
	// Redirects are all redirects, those of compound commands included.
	Redirects []Redirect `json:"redirects"`
	// Hidden are constructs in which the shell itself evaluates text.
	Hidden []Hidden `json:"hidden"`
	// Opaque are places that were not understood. A careful policy denies
	// when the list is not empty.
	Opaque []Opaque `json:"opaque"`
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
	Programs map[string]Program `json:"programs"`
	// Paths holds what path arguments resolve to. Empty unless WithPaths is
	// given: a decision must not depend on whether a file exists.
	Paths []PathFact `json:"paths"`
	// OpenClaw and ZeroClaw are the same text as those systems see it; nil
	// unless asked for with WithViews.
	OpenClaw *OpenClawView `json:"openclaw,omitempty"`
	ZeroClaw *ZeroClawView `json:"zeroclaw,omitempty"`
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

// Word is one word as the shell reads it, before expansion.
type Word struct {
	// Text is the source text, quotes included.
	Text string `json:"text"`
	// Value is the decoded value, quotes removed; nil when something is
	// expanded in it. Globs and tildes stand in it as they are written.
	Value *string `json:"value"`
	// Prefix and Suffix are the decoded static text before the first and after
	// the last expansion; for a static word Prefix is the value.
	Prefix string `json:"prefix"`
	Suffix string `json:"suffix"`
	// Quote is how the word is quoted: "none", "single", "double", "ansi"
	// ($'…'), "locale" ($"…"), "escaped", or "mixed".
	Quote string `json:"quote"`
	// Glob, Brace and Tilde say that the word has such an expansion, unquoted.
	Glob  bool `json:"glob"`
	Brace bool `json:"brace"`
	Tilde bool `json:"tilde"`
	// Splits is true when an unquoted expansion may turn the word into none or
	// several.
	Splits bool `json:"splits"`
	// Params are the names of the parameters that the word expands; "!" leads
	// an indirection.
	Params []string `json:"params"`
	// Substitutes is true when the word holds a command or process
	// substitution; the commands are in Facts.Commands.
	Substitutes bool          `json:"substitutes"`
	Span        document.Span `json:"span"`
	// skeleton is the decoded text with X for every expansion.
	skeleton string
}

// Static reports whether the word's value is known and cannot change by
// globbing, brace or tilde expansion.
func (w Word) Static() bool { return w.Value != nil && !w.Glob && !w.Tilde && !w.Brace }

// Command is one command that can run.
type Command struct {
	ID int `json:"id"`
	// Parent is the id of the command through which this one is reached, -1
	// for the text itself.
	Parent int `json:"parent"`
	// Edge says how it is reached: see the Edge constants. Via is the option
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
	Args []Word `json:"args"`
	// Name is the decoded first word, nil when it is not static. Base is its
	// base name.
	Name *string `json:"name"`
	Base string  `json:"base"`
	// Role says what the name is: "program", "builtin" (of the dialect),
	// "function" (defined in this text), "dynamic", "none".
	Role string `json:"role"`
	// Own is true for a path below the working folder whose base name is also
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
	Stdin Stdin `json:"stdin"`
	// Interpreter is set when the program is a known interpreter or shell.
	Interpreter *Interpreter `json:"interpreter,omitempty"`
	// Hits are ways in which the arguments make the program run code, a
	// program, or read a file that says what to run.
	Hits []Hit `json:"hits"`
	// Writes are places that the arguments make the program write to or delete.
	Writes []Write `json:"writes"`
	// Binds are things of the host that the arguments hand to a container.
	Binds []Bind `json:"binds,omitempty"`
	// Dir is the working directory as far as it is known.
	Dir Dir `json:"dir"`
	// Text is how the command is shown to a person: words as written, joined
	// by spaces, hostile characters untouched.
	Text string `json:"text"`
	// Span is where it stands in Source.Text. For a command inside a payload
	// that is the word that holds the payload; Inner is then its place in the
	// payload's own text.
	Span  document.Span  `json:"span"`
	Inner *document.Span `json:"inner,omitempty"`
}

// The edges of the tree of commands.
const (
	EdgeText         = "text"         // it stands in the text
	EdgeSubstitution = "substitution" // $( ) or backticks
	EdgeProcess      = "process"      // <( ) or >( )
	EdgeWrapper      = "wrapper"      // nice, timeout, env …
	EdgePrivilege    = "privilege"    // sudo, doas, su …
	EdgeCarrier      = "carrier"      // command, builtin, exec
	EdgeMultiplexer  = "multiplexer"  // busybox, toybox
	EdgePayload      = "payload"      // the text of sh -c
	EdgeEval         = "eval"         // eval, trap, env -S
	EdgeFind         = "find"         // find -exec
	EdgeXargs        = "xargs"        // xargs, parallel
	EdgeRunner       = "runner"       // npx, uv run, go run …
	EdgeOption       = "option"       // an option of another program
	EdgeRemote       = "remote"       // ssh host command: runs elsewhere
	EdgeContainer    = "container"    // docker exec: runs elsewhere
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
}

// Stdin says what feeds the standard input of a command.
type Stdin struct {
	// Kind is "inherit", "pipe", "file", "dev-null", "heredoc", "herestring",
	// "process", "network", "fd", "closed" or "dynamic".
	Kind string `json:"kind"`
	// From are the ids of the commands that write into the pipe.
	From []int `json:"from"`
	// Target is the file that is read, nil when it is none.
	Target *Word `json:"target,omitempty"`
	// Text is the text of a static heredoc or here-string.
	Text *string `json:"text,omitempty"`
}

// Interpreter says what an interpreter or shell would run.
type Interpreter struct {
	// Family is the table's name for it: "shell", "python", "node", "perl" …
	Family string `json:"family"`
	// Mode is where the code comes from: "inline" (-c, -e), "stdin", "file",
	// "module" (-m), "program" (the operand of awk and sed), "info" (--version),
	// "none" (awk without a program), "unknown" (arguments that the table does not have).
	Mode string `json:"mode"`
	// Option is the option that gave an inline code or module, as written
	// after quote removal: "-c", "-Ic", "--eval=1".
	Option string `json:"option"`
	// Code is the inline code or the text on stdin; nil when it is not static.
	Code *string `json:"code,omitempty"`
	// Operand is the script file or the module.
	Operand *Word `json:"operand,omitempty"`
	// Startup is true when an option names another file or library that is
	// run first (--rcfile, -r, -S …).
	Startup bool          `json:"startup"`
	Span    document.Span `json:"span"`
}

// Hit is one way in which arguments make a program run something that its name
// does not say.
type Hit struct {
	// Kind is "code" (a program text), "shell" (a command line for a shell),
	// "program" (a program or argv), "library" (a shared object, plugin or
	// module), "config" (a file or key that may name any of these), "file" (a
	// file of commands), "package" (something that is fetched and run), "daemon",
	// "terminal" (keys sent to another session, an agent without questions), or
	// "privilege" (a container that owns the host).
	Kind string `json:"kind"`
	// Option is the option, operand or sub-command that does it.
	Option string `json:"option"`
	// Value is what it was given; nil when not static or when it has none.
	Value *string `json:"value"`
	// Resolved is true when Value was read as commands, which then have this
	// command as parent, and nothing in it is left unknown.
	Resolved bool          `json:"resolved"`
	Span     document.Span `json:"span"`
}

// Write is a place that the arguments of a command make it write to.
type Write struct {
	// Kind is "write", "append", "delete", "delete-tree", "mode", "mode-tree"
	// (of everything below), "link" or "device".
	Kind   string `json:"kind"`
	Option string `json:"option"`
	Target Word   `json:"target"`
	// Computed is the target when it follows from the arguments but is not a
	// word of its own: the value of of=x, or dir/name for cp name dir.
	Computed *string       `json:"computed,omitempty"`
	Span     document.Span `json:"span"`
}

// Bind is something of the host that a container is handed.
type Bind struct {
	// Kind is "bind" (a folder or file) or "device".
	Kind   string `json:"kind"`
	Option string `json:"option"`
	// Source is what is handed over as it is written, the home folder as "~";
	// nil when it is not known before it runs.
	Source *string       `json:"source"`
	Span   document.Span `json:"span"`
}

// Dir is the working directory of a command.
type Dir struct {
	// Known is false when a cd before it was not static or may not have run.
	Known bool `json:"known"`
	// Path is "" for the request's directory; otherwise what the cd's before it
	// add up to: relative to the request's directory, absolute, or beginning
	// with "~". It may be any of Or too, when a cd before it may fail.
	Path string   `json:"path"`
	Or   []string `json:"or"`
}

// Assignment is one way in which a text changes a variable.
type Assignment struct {
	// Command is the command that it belongs to (prefix, export, env, read …),
	// -1 for a statement of its own in no command.
	Command int `json:"command"`
	// How is "prefix" (A=1 cmd), "statement", "export", "declare", "local",
	// "readonly", "unset", "env" (env A=1 cmd), "read", "mapfile", "printf",
	// "getopts", "for", "select", "param" (${A:=1}), "arithmetic", "coproc",
	// "wait", "option" (make CC=x, docker -e).
	How string `json:"how"`
	// Name is the variable; nil when it is not static.
	Name *string `json:"name"`
	// Op is "=", "+=", "array", "index", "unset", or "export" (no value).
	Op    string        `json:"op"`
	Value *Word         `json:"value,omitempty"`
	Span  document.Span `json:"span"`
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
	Target Word `json:"target"`
	// Class is "dev-null", "dev-std" (/dev/stdout, /dev/fd/N, /dev/tty …),
	// "fd-merge", "fd-close", "file", "heredoc", "herestring", "network"
	// (/dev/tcp, /dev/udp), "process", or "dynamic".
	Class string `json:"class"`
	Read  bool   `json:"read"`
	Write bool   `json:"write"`
	// Dir is the working directory in which a relative target is opened.
	Dir  Dir           `json:"dir"`
	Span document.Span `json:"span"`
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
	Params []string      `json:"params"`
	Span   document.Span `json:"span"`
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

// The reasons for Opaque.
const (
	OpaqueSyntax    = "syntax"    // the text cannot be parsed
	OpaqueLimit     = "limit"     // a bound was hit
	OpaqueEncoding  = "encoding"  // invalid UTF-8 or NUL
	OpaqueName      = "name"      // the program's name is not static
	OpaquePayload   = "payload"   // a shell's text is not static
	OpaqueWrapper   = "wrapper"   // a wrapper's options are not in the table
	OpaqueArguments = "arguments" // a dynamic word where the command is looked for
	OpaqueDialect   = "dialect"   // no grammar for this shell
	OpaqueConstruct = "construct" // a construct that no table has
	OpaqueAlias     = "alias"     // an alias or function stands for another name
)

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

// Program is what was found on disk for a name.
type Program struct {
	Found bool `json:"found"`
	// How is "path" (the name has a slash), "search" (found on PATH), or
	// "none".
	How string `json:"how"`
	// Path is the absolute path as found, Real the same with links resolved,
	// Folder the folder of Real.
	Path   string `json:"path"`
	Real   string `json:"real"`
	Folder string `json:"folder"`
	// Also are other absolute names of the same file, where a standard folder is
	// a link to another (/bin and /usr/bin).
	Also []string `json:"also,omitempty"`
	Mode string   `json:"mode"` // octal: "0755"
	UID  int      `json:"uid"`
	// Writable is true when the file, or a folder on the way to it, can be
	// written by the user who runs skillctl (unless that is root) or by others.
	Writable bool `json:"writable"`
	// WorldWritable is true when anybody can.
	WorldWritable bool `json:"worldWritable"`
	// Digest is "sha256:…", only when Writable and no larger than 64 MiB.
	Digest string `json:"digest,omitempty"`
	// Script is true when the file begins with "#!".
	Script bool `json:"script"`
}

// PathFact is what a path resolves to.
type PathFact struct {
	Raw string `json:"raw"`
	// Command and Arg say where it stands; -1 for none.
	Command int `json:"command"`
	Arg     int `json:"arg"`
	// Path is the absolute cleaned path, Real the same with links resolved as
	// far as the path exists.
	Path string `json:"path"`
	Real string `json:"real"`
	// Exists, Link: whether it is there, and whether a link was followed.
	Exists bool `json:"exists"`
	Link   bool `json:"link"`
	// Root is the workspace or allowed root that holds Real, "" for none.
	Root  string `json:"root"`
	Error string `json:"error,omitempty"`
}
