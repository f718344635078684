package session

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Piped is a shell that is given commands through a pipe, by [Piped.Stdin], and
// writes what they write to [Piped]. Behind each command it has the shell write a
// mark that nobody could know before: what a command prints never looks like one,
// and prompts say nothing. The mark comes through a descriptor that no program of
// the command has.
//
// Code that runs in the shell itself can still replace it, end it or lie about how
// it ended. Its variables, functions and options stay for what runs later, which is
// therefore judged with it, and confined as it was.
type Piped struct {
	in *feed
	// dir and name are for the files of outputs that are long.
	dir, name string
	// plain gets what is written too, without marks.
	plain io.Writer
	// ended is told how each command ended.
	ended func(Ending)

	mu   sync.Mutex
	tail *Tail
	// mark is what the command that runs ends with, nil when none runs; pending is
	// what may be the beginning of it.
	mark, pending []byte
	fresh         bool
	// over: the shell has ended.
	over bool
	code int
	cwd  string
	// changed is closed when there is something new.
	changed chan struct{}
	files   []string
}

// Ending is how a command in a shell ended.
type Ending struct {
	// Code is its exit code; Shell says that the shell ended with it.
	Code  int
	Shell bool
	Output
}

const (
	// maxMark bounds what stands in a mark, in bytes: a code and a path.
	maxMark = 16 << 10
	// maxSpills is how many files of outputs are kept of a shell.
	maxSpills = 8
	markBytes = 16
)

// NewPiped returns a shell whose files are made in a folder. plain gets what is
// written, without marks; ended is told how each command ended, before anybody else
// is, and must not call the shell.
func NewPiped(dir, name, cwd string, plain io.Writer, ended func(Ending)) *Piped {
	return &Piped{in: newFeed(), dir: dir, name: name, cwd: cwd, plain: plain, ended: ended, tail: NewTail(dir, name), changed: make(chan struct{})}
}

// Stdin is what the shell reads.
func (p *Piped) Stdin() io.Reader { return p.in }

// Opening is what a shell is told first. Descriptor 9 is for marks; what runs gets
// its input from a pipe that nothing ever comes through, so that it waits as it
// would for somebody who does not type.
func Opening() string {
	text, name := "exec 9>&1 2>&1 7</dev/null; ", "/.skillctl-"+nonce()
	// The root of a container may be read-only, where its shared memory is not.
	for _, folder := range []string{`"${TMPDIR:-/tmp}"`, "/dev/shm"} {
		at := folder + name
		text += "{ mkfifo -m 600 " + at + " && exec 7<>" + at + " && rm -f " + at + "; } 2>/dev/null || "
	}
	return text + ":\n"
}

// Quote is a text as a shell reads it, whatever is in it.
func Quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// command is a text as the shell is given it: all of it is read before any of it
// runs, and neither the pipe of the commands nor that of the marks is passed on.
func command(text, mark string) string {
	return "eval " + Quote(text) + ` <&7 7<&- 9>&-; printf '\000%s %s %s\000' ` + mark + ` "$?" "$(pwd -P 2>/dev/null)" >&9` + "\n"
}

func nonce() string {
	var b [markBytes]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// Open tells the shell what it is told first.
func (p *Piped) Open() { p.in.give(Opening()) }

// Run gives the shell a command, when none runs.
func (p *Piped) Run(text string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.over:
		return errors.New("the shell has ended")
	case p.mark != nil:
		return errors.New("a command runs already")
	}
	p.shed()
	p.tail, p.fresh = NewTail(p.dir, p.name), false
	mark := nonce()
	p.mark = []byte("\x00" + mark + " ")
	p.in.give(command(text, mark))
	return nil
}

// shed closes the last output, and removes the oldest files.
func (p *Piped) shed() {
	_ = p.tail.Close()
	if file := p.tail.Output().File; file != "" {
		p.files = append(p.files, file)
	}
	for len(p.files) >= maxSpills {
		_ = os.Remove(p.files[0])
		p.files = p.files[1:]
	}
}

// Write takes what the shell and its programs write. It never fails.
func (p *Piped) Write(text []byte) (int, error) {
	p.mu.Lock()
	n := len(text)
	ending := p.take(text)
	p.mu.Unlock()
	if ending != nil {
		p.finish(*ending)
	}
	return n, nil
}

// take keeps a text, up to the mark and what is behind it.
func (p *Piped) take(text []byte) *Ending {
	if p.mark == nil {
		p.keep(text)
		return nil
	}
	all := append(p.pending, text...)
	p.pending = nil
	at := bytes.Index(all, p.mark)
	if at < 0 {
		// What may be the beginning of the mark is kept back.
		most := begun(all, p.mark)
		p.keep(all[:len(all)-most])
		p.pending = bytes.Clone(all[len(all)-most:])
		return nil
	}
	rest := all[at+len(p.mark):]
	end := bytes.IndexByte(rest, 0)
	if end < 0 && len(rest) <= maxMark {
		p.keep(all[:at])
		p.pending = bytes.Clone(all[at:])
		return nil
	}
	if end < 0 {
		end = maxMark
	}
	p.keep(all[:at])
	code, cwd, _ := strings.Cut(string(rest[:end]), " ")
	p.code, _ = strconv.Atoi(code)
	if cwd = strings.TrimSuffix(cwd, "\n"); strings.HasPrefix(cwd, "/") {
		p.cwd = cwd
	}
	ending := &Ending{Code: p.code, Output: p.tail.Output()}
	p.keep(rest[min(end+1, len(rest)):])
	return ending
}

// begun is how many of the last bytes of a text may be the first of a mark.
func begun(text, mark []byte) int {
	for n := min(len(text), len(mark)-1); n > 0; n-- {
		if bytes.Equal(text[len(text)-n:], mark[:n]) {
			return n
		}
	}
	return 0
}

func (p *Piped) keep(text []byte) {
	if len(text) == 0 {
		return
	}
	_, _ = p.tail.Write(text)
	if p.plain != nil {
		_, _ = p.plain.Write(text)
	}
	p.fresh = true
	p.tell()
}

func (p *Piped) tell() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// finish says that a command has ended, once that was recorded.
func (p *Piped) finish(e Ending) {
	if p.ended != nil {
		p.ended(e)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mark, p.pending = nil, nil
	p.tell()
}

// Over says that the shell has ended, with a code.
func (p *Piped) Over(code int) {
	p.mu.Lock()
	ran := p.mark != nil
	p.keep(p.pending)
	p.pending, p.over = nil, true
	if ran {
		p.code = code
	}
	ending := Ending{Code: code, Shell: true, Output: p.tail.Output()}
	p.mu.Unlock()
	p.in.close()
	if ran {
		p.finish(ending)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tell()
}

// Wait waits until there is something new, or for as long as d, and returns what
// the command wrote so far and whether some of it is new since the last call.
func (p *Piped) Wait(ctx context.Context, d time.Duration) (out Output, fresh bool, err error) {
	p.mu.Lock()
	changed, now := p.changed, p.fresh || p.mark == nil
	p.mu.Unlock()
	if !now {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-ctx.Done():
			return Output{}, false, ctx.Err()
		case <-timer.C:
		case <-changed:
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	fresh, p.fresh = p.fresh, false
	return p.tail.Output(), fresh, nil
}

// Done reports whether no command runs, Alive whether the shell has not ended.
func (p *Piped) Done() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.mark == nil
}

// Alive is explained at Done.
func (p *Piped) Alive() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.over
}

// Place is the working directory of the shell when its last command ended, and the
// exit code of that.
func (p *Piped) Place() (cwd string, code int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cwd, p.code
}

// Close closes what the shell reads, and the file of its last output.
func (p *Piped) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.in.close()
	if err := p.tail.Close(); err != nil {
		return fmt.Errorf("close the output of the shell: %w", err)
	}
	return nil
}

// feed is what a shell reads. Giving never waits: a shell that was replaced may
// not read any more.
type feed struct {
	mu     sync.Mutex
	cond   *sync.Cond
	text   []byte
	closed bool
}

func newFeed() *feed {
	f := &feed{}
	f.cond = sync.NewCond(&f.mu)
	return f
}

// Read waits until there is something.
func (f *feed) Read(into []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.text) == 0 && !f.closed {
		f.cond.Wait()
	}
	if len(f.text) == 0 {
		return 0, io.EOF
	}
	n := copy(into, f.text)
	f.text = f.text[n:]
	return n, nil
}

func (f *feed) give(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.text = append(f.text, text...)
	f.cond.Broadcast()
}

func (f *feed) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	f.cond.Broadcast()
}
