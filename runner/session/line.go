package session

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/skillctl/skillctl/runner/supervised"
)

// The files of a shell in the folder of its run: its socket, and what it said last.
const (
	lineName = "line"
	lastName = "last.json"
)

// Call is what is asked of a shell that another process follows.
type Call struct {
	// Op is "state", "run" or "output".
	Op string `json:"op"`
	// Number is that of the session, for what is said.
	Number int64 `json:"number"`
	// Text is the command, judged for the working directory Cwd. Begin is handed to
	// whoever records it.
	Text  string          `json:"text,omitempty"`
	Cwd   string          `json:"cwd,omitempty"`
	Begin json.RawMessage `json:"begin,omitempty"`
	// Keep is the text that what comes later is judged with; Seen is how many of
	// those this one was judged with.
	Keep string `json:"keep,omitempty"`
	Seen int    `json:"seen,omitempty"`
	// Limits say after how long control comes back.
	Limits Timeouts `json:"limits"`
}

// Heard is what a shell answers.
type Heard struct {
	Reply
	// Code is the exit code of the last command that has ended, Cwd the working
	// directory of the shell then.
	Code int    `json:"code"`
	Cwd  string `json:"cwd"`
	// Over: the shell has ended.
	Over bool `json:"over,omitempty"`
	// Moved: the shell is in another folder than the command was judged for, or ran
	// more than that was judged with.
	Moved bool `json:"moved,omitempty"`
	// Past is what the shell ran that counts for what comes later; Unnamed says that
	// the name of its working directory is not UTF-8, so that Cwd is not that name.
	Past    []Past `json:"past,omitempty"`
	Unnamed bool   `json:"unnamed,omitempty"`
	Error   string `json:"error,omitempty"`
}

// Past is a text that a shell ran, and the working directory that it began in.
type Past struct {
	Text string `json:"text"`
	Cwd  string `json:"cwd"`
}

// maxPast bounds the texts that are kept of a shell, in bytes together.
const maxPast = 256 << 10

// Line answers those who ask something of a shell. One command runs at a time: who
// asks for another is told so.
type Line struct {
	dir   string
	shell *Piped
	// begin records a command before it is given to the shell.
	begin    func(json.RawMessage) error
	listener net.Listener

	// turn is held by who gives a command.
	turn sync.Mutex
	mu   sync.Mutex
	last time.Time
	// following are those who wait for a command.
	following int
	asking    sync.WaitGroup
	// past is what the shell ran that counts, kept how long that is together.
	past []Past
	kept int
}

const (
	// maxCall bounds what is said at once, in bytes, maxLast what is kept of the last
	// output of a shell.
	maxCall = 8 << 20
	maxLast = 128 << 10
)

// NewLine opens the socket of a shell in the folder of its run.
func (s *Store) NewLine(id string, shell *Piped, begin func(json.RawMessage) error) (*Line, error) {
	dir, err := s.Folder(id)
	if err != nil {
		return nil, err
	}
	l := &Line{dir: dir, shell: shell, begin: begin, last: time.Now()}
	if l.listener, err = supervised.ListenAt(dir, lineName); err != nil {
		return nil, fmt.Errorf("open the socket of run %q: %w", id, err)
	}
	return l, nil
}

// Serve answers until the line is closed.
func (l *Line) Serve() {
	for {
		conn, err := l.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(pollEvery) // such as too many open files
			continue
		}
		l.asking.Go(func() { l.answer(conn) })
	}
}

// Idle is for how long nobody has asked for anything.
func (l *Line) Idle() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.following > 0 {
		return 0
	}
	return time.Since(l.last)
}

// Close keeps what the shell said last, and waits for those who ask. The shell has
// ended.
func (l *Line) Close() error {
	heard := l.heard(0, Completed, Timeouts{})
	heard.Text = heard.Text[max(len(heard.Text)-maxLast, 0):]
	err := supervised.WriteFile(l.dir, lastName, heard)
	_ = l.listener.Close()
	l.asking.Wait()
	return err
}

func (l *Line) answer(conn net.Conn) {
	defer conn.Close()
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	var call Call
	in := bufio.NewReader(io.LimitReader(conn, maxCall))
	if json.NewDecoder(in).Decode(&call) != nil {
		return // somebody who only looked whether it answers
	}
	_ = conn.SetReadDeadline(time.Time{})
	l.follow(1)
	defer l.follow(-1)
	// Who goes away is not waited for; what runs goes on.
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		_, _ = in.ReadByte()
		cancel()
	}()
	heard, err := l.do(ctx, call)
	if err != nil {
		heard.Error = err.Error()
	}
	_ = conn.SetWriteDeadline(time.Now().Add(patience))
	_ = json.NewEncoder(conn).Encode(heard)
}

func (l *Line) follow(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.following += n
	l.last = time.Now()
}

func (l *Line) do(ctx context.Context, call Call) (Heard, error) {
	switch call.Op {
	case "state":
		return l.state(), nil
	case "run":
		return l.run(ctx, call)
	case "output":
		return l.wait(ctx, call)
	}
	return Heard{}, fmt.Errorf("%q is nothing that can be asked of a session", call.Op)
}

func (l *Line) state() Heard {
	cwd, code := l.shell.Place()
	l.mu.Lock()
	defer l.mu.Unlock()
	return Heard{
		Cwd: cwd, Code: code, Over: !l.shell.Alive(), Reply: Reply{Running: !l.shell.Done()},
		Past: slices.Clone(l.past), Unnamed: !utf8.ValidString(cwd),
	}
}

// keep notes what is to be judged with what comes later.
func (l *Line) keep(text, cwd string) {
	if text == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.past, l.kept = append(l.past, Past{Text: text, Cwd: cwd}), l.kept+len(text)
}

// run gives the shell a command, unless one runs.
func (l *Line) run(ctx context.Context, call Call) (Heard, error) {
	busy := !l.turn.TryLock()
	if !busy {
		defer l.turn.Unlock()
	}
	if busy || !l.shell.Done() {
		return l.heard(call.Number, Busy, call.Limits), nil
	}
	cwd, _ := l.shell.Place()
	l.mu.Lock()
	past, kept := len(l.past), l.kept
	l.mu.Unlock()
	switch {
	case call.Cwd != cwd || call.Seen != past:
		return Heard{Moved: true, Cwd: cwd}, nil
	case !l.shell.Alive():
		return Heard{Over: true}, nil
	case kept+len(call.Keep) > maxPast:
		return Heard{}, fmt.Errorf("what session %d has run is longer than %d KiB, and could not be judged together any more; reset it (--reset)", call.Number, maxPast>>10)
	}
	if err := l.begin(call.Begin); err != nil {
		return Heard{}, err
	}
	l.keep(call.Keep, cwd)
	if err := l.shell.Run(call.Text); err != nil {
		return Heard{Over: !l.shell.Alive()}, err
	}
	return l.wait(ctx, call)
}

// wait waits until control is to come back.
func (l *Line) wait(ctx context.Context, call Call) (Heard, error) {
	w := newWatch(call.Limits, time.Now())
	w.marked = true
	for {
		done := l.shell.Done()
		out, fresh, err := l.shell.Wait(ctx, lookEvery)
		if err != nil {
			return Heard{}, fmt.Errorf("wait for session %d: %w", call.Number, err)
		}
		if why := w.look(time.Now(), lastBytes(out.Text), fresh, done); why != "" {
			return l.heard(call.Number, why, call.Limits), nil
		}
		// What writes without end is looked at as often as what does not.
		if fresh {
			_ = (SystemClock{}).Sleep(ctx, freshEvery)
		}
	}
}

// freshEvery is how often a command is looked at that goes on writing.
const freshEvery = 10 * time.Millisecond

// lastBytes is the part of an output that says whether it asks something.
func lastBytes(text string) string {
	const most = 8 << 10
	return shown(text[max(len(text)-most, 0):])
}

// heard is what there is to be said.
func (l *Line) heard(number int64, why Why, limits Timeouts) Heard {
	out, _, _ := l.shell.Wait(context.Background(), 0)
	cwd, code := l.shell.Place()
	r := reply(why, number, limits, out, shown(out.Text))
	return Heard{Reply: r, Code: code, Cwd: cwd, Over: !l.shell.Alive()}
}

// LostError says that nobody follows a shell any more.
type LostError struct{ ID string }

// Error names the run of the shell.
func (e *LostError) Error() string {
	return fmt.Sprintf("the process that kept run %q is gone, and what ran in it was stopped", e.ID)
}

// Ask asks something of a shell, and waits for the answer for as long as wait. Of
// one that has ended it gives what that said last, for any call; the error is
// [LostError] where nobody is there to ask, and context.DeadlineExceeded where
// nobody answered in time.
func (s *Store) Ask(ctx context.Context, id string, call Call, wait time.Duration) (Heard, error) {
	dir, err := s.Folder(id)
	if err != nil {
		return Heard{}, err
	}
	conn, err := supervised.DialAt(ctx, dir, lineName)
	if err != nil {
		return s.lastWord(ctx, id, dir, call)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if err := conn.SetDeadline(time.Now().Add(wait)); err != nil {
		return Heard{}, err
	}
	var heard Heard
	err = json.NewEncoder(conn).Encode(call)
	if err == nil {
		err = json.NewDecoder(io.LimitReader(conn, maxCall)).Decode(&heard)
	}
	var slow net.Error
	switch {
	case ctx.Err() != nil:
		return Heard{}, ctx.Err()
	case errors.As(err, &slow) && slow.Timeout():
		return Heard{}, context.DeadlineExceeded
	case err != nil:
		return s.lastWord(ctx, id, dir, call)
	case heard.Error != "":
		return heard, errors.New(heard.Error)
	}
	return heard, nil
}

// lastWord is what a shell said before it ended.
func (s *Store) lastWord(ctx context.Context, id, dir string, call Call) (Heard, error) {
	run, err := s.Get(ctx, id)
	if ctx.Err() != nil {
		return Heard{}, ctx.Err() // nobody was asked
	}
	var missing *NotFoundError
	if errors.As(err, &missing) {
		return Heard{Over: true, Reply: Reply{Message: Completed.message(call.Number, Timeouts{})}}, nil
	}
	if err != nil {
		return Heard{}, err
	}
	// A line that is closed says its last word before the run has ended.
	for run.State == Running || run.State == Starting {
		if err := (SystemClock{}).Sleep(ctx, pollEvery); err != nil {
			return Heard{}, err
		}
		if run, err = s.Get(ctx, id); err != nil {
			return Heard{}, err
		}
	}
	if run.State == Gone {
		return Heard{}, &LostError{ID: id}
	}
	var heard Heard
	err = supervised.ReadFile(dir, lastName, &heard)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Heard{}, fmt.Errorf("read what run %q said last: %w", id, err)
	}
	heard.Over, heard.Running = true, false
	heard.Message = Completed.message(call.Number, Timeouts{})
	return heard, nil
}
