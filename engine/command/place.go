package command

import "github.com/skillctl/skillctl/internal/document"

// Place is what a word, or a part of one, comes to as the name of a file: after
// the assignments of the text, a cd, links that the text makes, and expansions.
// Plain names below the working directory are left out: their spelling is what
// they are.
type Place struct {
	// Command is the command whose word it is, -1 for a redirect of a compound
	// command.
	Command int `json:"command"`
	// Use is what is done there: a kind of [argv.Write], "redirect" (written by a
	// redirect), "input" (read by one), "read" (the content of it, or of all that is in
	// it, is read as the entry of the program says; where it may be a link that the text
	// brings, through it), "names" (that only shows what is there), "word" (an argument,
	// whatever the program does with it), "part" (a part of one: --file=…) or "setting"
	// (the value of a variable for one command).
	Use string `json:"use"`
	// Path begins with "/" or "~", or is relative to the working directory of the
	// request, "." being that itself. Without "//" and "." in it; ".." only at its
	// begin.
	Path string `json:"path"`
	// Variable is a variable of the environment whose value stands before Path.
	Variable string `json:"variable"`
	// Known is false when a part of Path is a guess: a pattern that may match it, or
	// a value that is not known. A path that is not known at all is "".
	Known bool `json:"known"`
	// Via is how it was reached when not by spelling: "link" for a link that the
	// text makes; "".
	Via  string        `json:"via"`
	Text string        `json:"text"`
	Span document.Span `json:"span"`
}

// Made is a file whose content this text brings about. What is run, or picked up by
// a program on its own, after it was made is code that nobody has seen.
type Made struct {
	// Command is the command that makes it.
	Command int `json:"command"`
	// Path is as in [Place], "" when it is not known; a part that is not known is
	// an asterisk.
	Path string `json:"path"`
	// Tree: files of any name below Path are made.
	Tree bool `json:"tree"`
	// Without is a name that no file of the tree has: a repository holds no ".git".
	Without string        `json:"without,omitempty"`
	Text    string        `json:"text"`
	Span    document.Span `json:"span"`
}
