package cli

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// IOStreams are the streams of a command, and what is known about them.
type IOStreams struct {
	In       io.Reader
	Out, Err io.Writer
	// InTTY, OutTTY and ErrTTY say that the stream is a terminal.
	InTTY, OutTTY, ErrTTY bool
	// Getenv looks up the environment.
	Getenv func(string) string
}

// System returns the streams of the process.
func System() *IOStreams {
	return &IOStreams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTTY:  term.IsTerminal(int(os.Stdin.Fd())),
		OutTTY: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTTY: term.IsTerminal(int(os.Stderr.Fd())),
		Getenv: os.Getenv,
	}
}

// The values of --color.
const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

// color says whether a stream gets colour. The flag wins over NO_COLOR
// (no-color.org), that over CLICOLOR_FORCE and CLICOLOR (bixense.com/clicolors),
// and they over what the stream is.
func (s *IOStreams) color(flag string, tty bool) bool {
	switch flag {
	case colorAlways:
		return true
	case colorNever:
		return false
	}
	if s.Getenv("NO_COLOR") != "" {
		return false
	}
	if force := s.Getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true
	}
	return tty && s.Getenv("CLICOLOR") != "0" && s.Getenv("TERM") != "dumb"
}

// width is how many columns the terminal has that is written to, 0 for no limit:
// what is not written to a terminal is not cut, unless $COLUMNS says so.
func (s *IOStreams) width() int {
	if n, err := strconv.Atoi(s.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if file, ok := s.Out.(*os.File); ok && s.OutTTY {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil {
			return width
		}
	}
	return 0
}
