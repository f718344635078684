package argv

import (
	"github.com/skillctl/skillctl/internal/document"
)

// Step is one thing that the arguments of a command say. Steps are in the order
// in which the arguments say them: one of the types below, or a [Hit], [Write],
// [Bind], [Assignment] or [Interpreter].
type Step interface{ step() }

// Carries is what [command.Command.Carries] becomes.
type Carries string

// Unread is a place that is not understood. Reason is one of the Opaque
// constants.
type Unread struct {
	Reason, Detail string
	Span           document.Span
}

// Run is a command that the arguments name.
type Run struct {
	Words     []Word
	Edge, Via string
	// Dirs are the folders that the program changes to first, one after the other.
	Dirs []Word
}

// Line is a text that a POSIX shell reads; it stands in At.
type Line struct {
	Text      string
	At        Word
	Edge, Via string
	Dirs      []Word
	// Fed: the program itself feeds the standard input.
	Fed bool
}

// Payload is the text of a shell that is started: its -c, or standard input.
type Payload struct {
	Text    string
	At      Word
	Dialect string // "none" when there is no grammar for it
	Via     string
}

// Split is what env -S makes: another command line of the same program, which
// [Call.Split] reads.
type Split struct {
	Words     []Word
	Edge, Via string
	Span      document.Span
	Dirs      []Word
	spec      *wrapperSpec
}

// Fed is a hit only if the commands that feed the pipe hold one of the texts.
type Fed struct {
	Hit   Hit
	Texts []string
}

// Takes is a variable of the environment whose value a text in the arguments takes.
type Takes struct {
	Name, Option string
	Span         document.Span
}

// Input is a program that takes what it does from its standard input. Read gives
// the steps of a text: nil when the text is not known.
type Input struct {
	Read func(text *string) []Step
}

func (Carries) step()     {}
func (Unread) step()      {}
func (Run) step()         {}
func (Line) step()        {}
func (Payload) step()     {}
func (Split) step()       {}
func (Fed) step()         {}
func (Hit) step()         {}
func (Read) step()        {}
func (Takes) step()       {}
func (Input) step()       {}
func (Write) step()       {}
func (Bind) step()        {}
func (Assignment) step()  {}
func (Interpreter) step() {}
