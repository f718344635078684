package script

import (
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/skillctl/skillctl/engine/command"
	"mvdan.cc/sh/v3/syntax"
)

// MaxBytes is how long a text may be that is read.
const MaxBytes = 1 << 20

// MaxTime is how long one text is read at most. Facts that took less do not depend on the clock.
const MaxTime = 2 * time.Second

// FailedReader is what an error says when the reader itself is at fault.
const FailedReader = "the text made the reader fail"

// parsers are reused: making one costs more than reading a short command.
var parsers = struct{ bash, posix, mksh, zsh sync.Pool }{
	bash:  sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true)) }},
	posix: sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangPOSIX), syntax.KeepComments(true)) }},
	mksh:  sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangMirBSDKorn), syntax.KeepComments(true)) }},
	zsh:   sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangZsh), syntax.KeepComments(true)) }},
}

func pool(d command.Dialect) *sync.Pool {
	switch d {
	case command.Bash:
		return &parsers.bash
	case command.POSIX:
		return &parsers.posix
	case "mksh":
		return &parsers.mksh
	case "zsh":
		return &parsers.zsh
	}
	return nil
}

// HasGrammar reports whether texts of a dialect can be parsed.
func HasGrammar(d command.Dialect) bool { return pool(d) != nil }

// ErrSlow says that the deadline passed before a text was read.
var ErrSlow = errors.New("reading took too long")

// clocked stops a parser that has run for too long.
type clocked struct {
	r        *strings.Reader
	deadline time.Time
}

func (c *clocked) Read(p []byte) (int, error) {
	if time.Now().After(c.deadline) {
		return 0, ErrSlow
	}
	n, err := c.r.Read(p)
	if err == io.EOF && n > 0 {
		err = nil
	}
	return n, err
}

// ErrNoGrammar says that no text of a dialect can be parsed.
var ErrNoGrammar = errors.New("there is no grammar for this shell")

// Parse reads a text with the grammar of a dialect. Whoever calls it has asked
// [Prescan] first. After the deadline it gives up.
func Parse(src string, d command.Dialect, deadline time.Time) (*syntax.File, error) {
	pool := pool(d)
	if pool == nil {
		return nil, ErrNoGrammar
	}
	parser := pool.Get().(*syntax.Parser)
	file, err := parser.Parse(&clocked{r: strings.NewReader(src), deadline: deadline}, "")
	if err != nil {
		return nil, err
	}
	pool.Put(parser)
	return file, nil
}

// SyntaxError is where a text cannot be parsed, and why.
func SyntaxError(err error) (offset int, message string) {
	var pe syntax.ParseError
	if errors.As(err, &pe) {
		return int(pe.Pos.Offset()), pe.Text
	}
	var le syntax.LangError
	if errors.As(err, &le) {
		le.Filename = ""
		return int(le.Pos.Offset()), le.Feature + " is not in this shell's grammar"
	}
	return 0, err.Error()
}

// Deadline is when a text whose reading begins now takes too long.
func Deadline() time.Time { return time.Now().Add(MaxTime) }
