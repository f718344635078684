package learn

import (
	"bytes"
	"errors"
)

// MaxFile bounds a file with commands, in bytes.
const MaxFile = 256 << 20

// Source is what a file with commands has.
type Source struct {
	// Form is "history of bash or zsh", "history of fish", "Claude Code" or "Codex".
	Form string
	// Commands are texts for a shell, in the order of the file. Those of an agent are the
	// ones that were run, and that ended well.
	Commands []Command
	// Unread are the numbers of the lines that could not be understood. Failed counts
	// the calls of an agent that failed, that were refused, and that have no result.
	Unread []int
	Failed int
}

// Command is a text for a shell, and the line of the file that it begins in, from 1.
type Command struct {
	Text string
	Line int
}

// Read reads the text of a file: lines of JSON are those of an agent, others are the
// history of a shell. An error names what it is instead.
func Read(text []byte) (Source, error) {
	first, _, _ := bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	switch {
	case bytes.IndexByte(text, 0) >= 0:
		return Source{}, errors.New("read commands: it is no text")
	case bytes.HasPrefix(first, []byte("{")):
		return transcript(text)
	case bytes.HasPrefix(first, []byte(fishCommand)):
		return fish(string(text)), nil
	}
	return history(string(text)), nil
}
