package argv

import (
	"github.com/skillctl/skillctl/internal/document"
)

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
	// Detail is what of Value was not understood, "" when that is all of it.
	Detail string `json:"detail,omitempty"`
	// Resolved is true when Value was read as commands, which then have this
	// command as parent, and nothing in it is left unknown.
	Resolved bool          `json:"resolved"`
	Span     document.Span `json:"span"`
}

// Write is a place that the arguments of a command make it write to.
type Write struct {
	// Kind is "write", "write-into" (files below it, of any name), "append",
	// "delete", "delete-tree", "mode", "mode-tree" (of everything below), "link" or
	// "device".
	Kind   string `json:"kind"`
	Option string `json:"option"`
	Target Word   `json:"target"`
	// Computed is the target when it follows from the arguments but is not a
	// word of its own: the value of of=x, or dir/name for cp name dir.
	Computed *string `json:"computed,omitempty"`
	// Only is the pattern that the names of all files fit that are deleted, ""
	// for any name.
	Only string `json:"only,omitempty"`
	// Said: a text in the arguments says so, not a word of its own.
	Said bool          `json:"said,omitempty"`
	Span document.Span `json:"span"`
}

// Read is a file that a text in the arguments of a command makes it read.
type Read struct {
	// Option is the construct that reads it: "getline <", "r".
	Option string        `json:"option"`
	Target Word          `json:"target"`
	Span   document.Span `json:"span"`
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
	// Read: what Target has in it was read as what the command does.
	Read bool `json:"read,omitempty"`
}

// Assignment is one way in which a text changes a variable.
type Assignment struct {
	// Command is the command that it belongs to (prefix, export, env, read …),
	// -1 for a statement of its own in no command.
	Command int `json:"command"`
	// How is "prefix" (A=1 cmd), "statement", "export", "declare", "local",
	// "readonly", "unset", "env" (env A=1 cmd), "read", "mapfile", "printf",
	// "getopts", "for", "select", "param" (${A:=1}), "arithmetic", "coproc",
	// "wait", "redirect" ({A}<f), "option" (make CC=x, docker -e).
	How string `json:"how"`
	// Name is the variable; nil when it is not static.
	Name *string `json:"name"`
	// Op is "=", "+=", "array", "index", "unset", or "export" (no value).
	Op    string        `json:"op"`
	Value *Word         `json:"value,omitempty"`
	Span  document.Span `json:"span"`
	// Each are all the values that for gives it one after the other, and the
	// elements of an array.
	Each []Word `json:"-"`
	// Placed: the elements of an array do not count from the first: a+=(x), a=([5]=x).
	Placed bool `json:"-"`
}

// The edges by which arguments lead to another command.
const (
	EdgeWrapper     = "wrapper"     // nice, timeout, env …
	EdgePrivilege   = "privilege"   // sudo, doas, su …
	EdgeMultiplexer = "multiplexer" // busybox, toybox
	EdgeFind        = "find"        // find -exec
	EdgeXargs       = "xargs"       // xargs, parallel
	EdgeRunner      = "runner"      // npx, uv run, go run …
	EdgeOption      = "option"      // an option of another program
	EdgeRemote      = "remote"      // ssh host command: runs elsewhere
	EdgeContainer   = "container"   // docker exec: runs elsewhere
)

// The reasons for [Unread].
const (
	OpaquePayload   = "payload"   // a shell's text is not static
	OpaqueWrapper   = "wrapper"   // a wrapper's options are not in the table
	OpaqueArguments = "arguments" // a dynamic word where the command is looked for
)
