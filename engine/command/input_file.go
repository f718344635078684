package command

import (
	"io"
	"os"
	"syscall"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// inputText is the text that a command reads from its standard input, nil when it is
// not known: what stands in the command, or in a file of the working directory.
func (a *analyser) inputText(id int) *string {
	in := a.facts.Commands[id].Stdin
	if in.Kind != "file" {
		return a.fedText(in)
	}
	t, dir := in.Target, a.facts.Commands[id].Dir
	if a.opt.names == nil || t == nil || !t.Static() || len(dir.Or) > 0 {
		return nil
	}
	scope := lookup.Scope{Dir: a.opt.names.Dir, Home: a.opt.names.Home, Roots: []string{a.opt.names.Dir}}
	at := scope.Resolve(*t.Value, t.Tilde, dir)
	if at.Error != "" || at.Root == "" || !at.Exists {
		return nil
	}
	text, ok := shortFile(at.Real)
	if !ok {
		return nil
	}
	a.facts.Commands[id].Stdin.Read = true
	return &text
}

// shortFile is the text of a file that is no longer than what readers of small
// languages take. It is opened without blocking and looked at afterwards, so that a
// pipe that nobody writes to is not waited for.
func shortFile(name string) (string, bool) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return "", false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > reading.MaxText {
		return "", false
	}
	text, err := io.ReadAll(io.LimitReader(f, reading.MaxText+1))
	if err != nil || len(text) > reading.MaxText || !utf8.Valid(text) {
		return "", false
	}
	return string(text), true
}
