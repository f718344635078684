package approval

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// maxCommand is the largest command that can be approved, in bytes: nobody
// reads more than that before saying yes.
const maxCommand = 64 << 10

// Subject is what somebody wants to run, as the request has it.
type Subject struct {
	// Command is a text for a shell; it counts when Argv is nil.
	Command string
	// Argv is a program and its arguments, which no shell reads.
	Argv []string
	// Shell runs a text; the zero value is bash, whichever the caller starts.
	Shell Shell
	// Cwd is the working directory, absolute.
	Cwd string
	// Env are the variables that the request sets itself, Inherited those that
	// the command inherits.
	Env, Inherited map[string]string
	// Profile says by whose rules it was decided.
	Profile string
	// Host, Agent and Channel are those of the request, "" for "not said".
	Host, Agent, Channel string
	// Elevated asks for more rights.
	Elevated bool
}

// Shell is the shell that runs a command text.
type Shell struct {
	// Program is a path or a name, "" for the one that the caller pins.
	Program string `json:"program,omitempty"`
	// Dialect is "bash", "posix", "powershell" or "cmd"; "" is bash.
	Dialect string `json:"dialect,omitempty"`
}

// key is a digest of the words of a request, which records are found by. No
// word is changed and no two lists of words have the same key by being joined.
func (s *Subject) key() string {
	h := sha256.New()
	part := func(text string) {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(text)))
		h.Write(size[:])
		h.Write([]byte(text))
	}
	if s.Argv == nil {
		part("command")
		part(s.Command)
	} else {
		part("argv")
		for _, word := range s.Argv {
			part(word)
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:keyDigits]
}

// keyDigits is how many hexadecimal digits of an id come from the command.
const keyDigits = 6

// variable is what the command will have: what it inherits, unless the request
// sets it.
func (s *Subject) variable(name string) string {
	if value, ok := s.Env[name]; ok {
		return value
	}
	return s.Inherited[name]
}

// check says why a subject cannot be bound at all. Text that is not UTF-8 could
// not be written down without changing it.
func (s *Subject) check() error {
	size, words := len(s.Command), []string{s.Command, s.Cwd, s.Profile, s.Host, s.Agent, s.Channel, s.Shell.Program, s.Shell.Dialect}
	if s.Argv != nil {
		size, words[0] = 0, ""
		for _, word := range s.Argv {
			size += len(word)
			words = append(words, word)
		}
	}
	for name := range s.Env {
		words = append(words, name)
	}
	for _, word := range words {
		if !utf8.ValidString(word) || strings.ContainsRune(word, 0) {
			return errors.New("it has bytes that are not UTF-8, or NUL")
		}
	}
	switch {
	case size > maxCommand:
		return fmt.Errorf("it has %d bytes; at most %d can be approved", size, maxCommand)
	case s.Argv != nil && len(s.Argv) == 0, s.Argv == nil && strings.TrimSpace(s.Command) == "":
		return errors.New("it is empty")
	case !filepath.IsAbs(s.Cwd):
		return fmt.Errorf("the working directory %q is not an absolute path", s.Cwd)
	}
	return nil
}
