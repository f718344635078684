package agent

import (
	"github.com/skillctl/skillctl/internal/document"
)

// Roles of keys, as the table names them. What is not a role here is told as the table
// says it, with the values that stand below the key.
const (
	rolePlain     = "plain"
	roleKeys      = "keys"
	roleRun       = "run"
	roleServer    = "server"
	roleServers   = "server-list"
	roleHooks     = "hooks"
	roleVariables = "variables"
	roleGrant     = "grant"
	roleSource    = "source"
	roleReach     = "reach"
	rolePrompt    = "prompt"

	// Parts of what is run.
	roleText      = "text"
	roleProgram   = "program"
	roleArguments = "arguments"
	roleAddress   = "address"
	roleFolder    = "folder"
)

// Roles of entries that are no role of a key.
const (
	RoleRun      = roleRun
	RoleServer   = roleServer
	RoleVariable = "variable"
	RoleFile     = "file"
	RoleUnknown  = "unknown"
	// RolePrompt is a text for a model; RoleImport names a file that a text takes in and
	// that is not read with it.
	RolePrompt = rolePrompt
	RoleImport = "import"
)

// Part is one file that agents obey: #AgentPart of schema/lint.cue.
type Part struct {
	File   string `json:"file"`
	Base   string `json:"base"`
	Client string `json:"client"`
	Kind   string `json:"kind"`
	// Problem is why it could not be read, "" when it was; Span is then where.
	Problem string        `json:"problem"`
	Span    document.Span `json:"span"`
	Entries []Entry       `json:"entries"`
	// Laid says that the file is not one that an agent obeys by its name: "block", its
	// settings stand in a block of a document, "file", they are in one of another name,
	// "code", a program has them as a literal. Lead is what the document says before a block.
	Laid string `json:"laid,omitempty"`
	Lead string `json:"lead,omitempty"`
}

// Entry is something that a file says: #AgentEntry of schema/lint.cue.
type Entry struct {
	Role string `json:"role"`
	// Keys and Pattern are where the table has it; Key is how the file has it, its steps
	// joined with dots, and Name the last of these that is no number.
	Keys    string `json:"keys"`
	Pattern string `json:"pattern"`
	Key     string `json:"key"`
	Name    string `json:"name"`
	// Value is a text, a number, true, false or null.
	Value any `json:"value"`
	// Text is the command of what is run as a shell is given it, URL where it is, when it
	// is not started, and Argv its words; none for a text that a shell completes.
	Text string        `json:"text"`
	URL  string        `json:"url"`
	Argv []string      `json:"argv"`
	Span document.Span `json:"span"`
}
