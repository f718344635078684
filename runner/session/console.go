package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Clock is what time it is, and how to let it pass.
type Clock interface {
	Now() time.Time
	// Sleep returns early, with an error, when ctx ends.
	Sleep(ctx context.Context, d time.Duration) error
}

// SystemClock is the clock of the machine.
type SystemClock struct{}

// Now is the time, with the part that does not jump.
func (SystemClock) Now() time.Time { return time.Now() }

// Sleep lets time pass.
func (SystemClock) Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Code is something to run in a shell.
type Code struct {
	// Runtime is "terminal", "python" or "nodejs".
	Runtime string
	Text    string
}

// Shell takes one command after another. Its methods are not called at once.
type Shell interface {
	// Run gives it a command, which it goes on with by itself.
	Run(ctx context.Context, code Code) error
	// Wait waits until there is something new of the command, or it is done, or for
	// as long as d, and returns what the command wrote so far and whether some of it
	// is new since the last call.
	Wait(ctx context.Context, d time.Duration) (out Output, fresh bool, err error)
	// Done reports whether the command has ended, Alive whether the shell has not.
	Done() bool
	Alive() bool
	// Close ends the shell and all that runs in it.
	Close() error
}

// The waiting of a0-connector: between two looks, and for something new.
const (
	lookEvery = 100 * time.Millisecond
	readWait  = time.Second
)

// Reply is what comes back from a [Console].
type Reply struct {
	// Message says how things stand, in Agent Zero's words.
	Message string `json:"message"`
	Output
	// Running: the command goes on.
	Running bool `json:"running"`
	Why     Why  `json:"-"`
}

// Console has shells by number. It is safe for concurrent use; what is asked of
// one shell is done one after the other.
type Console struct {
	open  func(ctx context.Context, number int64) (Shell, error)
	clock Clock
	// code and output are the timeouts of a command that is started, and of waiting
	// for more of one.
	code, output Timeouts

	mu     sync.Mutex
	shells map[int64]*seat
	closed bool
}

// seat is a shell and whether a command runs in it.
type seat struct {
	mu      sync.Mutex
	shell   Shell
	running bool
}

// maxShells bounds how many shells there are at once.
const maxShells = 64

// ConsoleOption changes a console.
type ConsoleOption func(*Console)

// WithTimeouts sets the timeouts of a command that is started, and of waiting for
// more of one.
func WithTimeouts(code, output Timeouts) ConsoleOption {
	return func(c *Console) { c.code, c.output = code, output }
}

// NewConsole returns a console that opens a shell when one is first asked for.
func NewConsole(open func(ctx context.Context, number int64) (Shell, error), clock Clock, release Release, opts ...ConsoleOption) *Console {
	c := &Console{open: open, clock: clock, code: CodeTimeouts(release), output: OutputTimeouts(release), shells: map[int64]*seat{}}
	for _, opt := range opts {
		opt(c)
	}
	return c
}

// seat returns the place of a shell, locked.
func (c *Console) seat(number int64) (*seat, error) {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil, errors.New("the console is closed")
	}
	s := c.shells[number]
	if s == nil {
		if len(c.shells) >= maxShells {
			c.mu.Unlock()
			return nil, fmt.Errorf("there are %d sessions already, and no more than that; reset and use one of them", maxShells)
		}
		s = &seat{}
		c.shells[number] = s
	}
	c.mu.Unlock()
	s.mu.Lock()
	return s, nil
}

// ready makes sure that there is a shell that lives.
func (c *Console) ready(ctx context.Context, s *seat, number int64) error {
	if s.shell != nil && s.shell.Alive() {
		return nil
	}
	if s.shell != nil {
		_ = s.shell.Close()
		s.shell = nil
	}
	shell, err := c.open(ctx, number)
	if err != nil {
		return fmt.Errorf("open session %d: %w", number, err)
	}
	s.shell, s.running = shell, false
	return nil
}

// Run gives a command to the shell with a number, unless one runs in it, and waits
// for it as long as the timeouts say.
func (c *Console) Run(ctx context.Context, number int64, code Code) (Reply, error) {
	if strings.TrimSpace(code.Text) == "" {
		return Reply{}, fmt.Errorf("code is required for runtime=%s", code.Runtime)
	}
	s, err := c.seat(number)
	if err != nil {
		return Reply{}, err
	}
	defer s.mu.Unlock()
	if err := c.ready(ctx, s, number); err != nil {
		return Reply{}, err
	}
	if busy, err := c.busy(ctx, s, number); busy.Running || err != nil {
		return busy, err
	}
	if err := s.shell.Run(ctx, code); err != nil {
		return Reply{}, fmt.Errorf("run in session %d: %w", number, err)
	}
	s.running = true
	return c.follow(ctx, s, number, c.code)
}

// busy looks whether the last command still runs.
func (c *Console) busy(ctx context.Context, s *seat, number int64) (Reply, error) {
	if !s.running {
		return Reply{}, nil
	}
	out, _, err := s.shell.Wait(ctx, readWait)
	if err != nil {
		return Reply{}, err
	}
	text := shown(out.Text)
	if s.shell.Done() || atPrompt(text) {
		s.running = false
		return Reply{}, nil
	}
	why, limits := Busy, Timeouts{Dialog: readWait}
	if asks(text) {
		why = Dialog
	}
	return reply(why, number, limits, out, text), nil
}

// Output waits for more of what runs in a shell.
func (c *Console) Output(ctx context.Context, number int64) (Reply, error) {
	s, err := c.seat(number)
	if err != nil {
		return Reply{}, err
	}
	defer s.mu.Unlock()
	if err := c.ready(ctx, s, number); err != nil {
		return Reply{}, err
	}
	return c.follow(ctx, s, number, c.output)
}

// follow waits until control is to come back.
func (c *Console) follow(ctx context.Context, s *seat, number int64, limits Timeouts) (Reply, error) {
	w := newWatch(limits, c.clock.Now())
	for {
		if err := c.clock.Sleep(ctx, lookEvery); err != nil {
			return Reply{}, err
		}
		out, fresh, err := s.shell.Wait(ctx, readWait)
		if err != nil {
			return Reply{}, fmt.Errorf("read session %d: %w", number, err)
		}
		text := shown(out.Text)
		why := w.look(c.clock.Now(), text, fresh, s.shell.Done())
		if why == "" {
			continue
		}
		s.running = why != Completed
		if why == Completed {
			text = withoutPrompt(text)
		}
		return reply(why, number, limits, out, text), nil
	}
}

func reply(why Why, number int64, limits Timeouts, out Output, text string) Reply {
	if notice := out.Notice(); notice != "" {
		text = notice + "\n" + text
	}
	out.Text = text
	return Reply{Message: why.message(number, limits), Output: out, Running: why != Completed, Why: why}
}

// Reset ends a shell and what runs in it, and opens it anew.
func (c *Console) Reset(ctx context.Context, number int64, reason string) (Reply, error) {
	s, err := c.seat(number)
	if err != nil {
		return Reply{}, err
	}
	defer s.mu.Unlock()
	if s.shell != nil {
		if err := s.shell.Close(); err != nil {
			return Reply{}, fmt.Errorf("reset session %d: %w", number, err)
		}
		s.shell = nil
	}
	if err := c.ready(ctx, s, number); err != nil {
		return Reply{}, err
	}
	return Reply{Message: WasReset(reason)}, nil
}

// WasReset is what is said of a shell that was reset, in Agent Zero's words.
func WasReset(reason string) string {
	message := "Terminal session has been reset."
	if reason = strings.TrimSpace(reason); reason != "" {
		message += " Reason: " + reason + "."
	}
	return message
}

// IsDone is what is said of a shell in which nothing runs.
func IsDone(number int64) string { return Completed.message(number, Timeouts{}) }

// Numbers lists the shells that there are.
func (c *Console) Numbers() []int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]int64, 0, len(c.shells))
	for number := range c.shells {
		out = append(out, number)
	}
	slices.Sort(out)
	return out
}

// Close ends all shells. A command that is being waited for is waited for first,
// unless its context ends.
func (c *Console) Close() error {
	c.mu.Lock()
	c.closed = true
	seats := make([]*seat, 0, len(c.shells))
	for _, s := range c.shells {
		seats = append(seats, s)
	}
	clear(c.shells)
	c.mu.Unlock()
	var failed []error
	for _, s := range seats {
		s.mu.Lock()
		if s.shell != nil {
			failed = append(failed, s.shell.Close())
		}
		s.mu.Unlock()
	}
	return errors.Join(failed...)
}
