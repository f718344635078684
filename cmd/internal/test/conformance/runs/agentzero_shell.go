package runs

import (
	"context"
	"time"

	"github.com/skillctl/skillctl/runner/session"
)

// scriptedClock is a clock that only its users move.
type scriptedClock struct{ passed time.Duration }

// Now is the beginning of all time, and what has passed.
func (c *scriptedClock) Now() time.Time { return time.Unix(0, 0).Add(c.passed) }

// Sleep lets time pass at once.
func (c *scriptedClock) Sleep(_ context.Context, d time.Duration) error {
	c.passed += d
	return nil
}

// scripted is a shell whose commands write what is known beforehand.
type scripted struct {
	clock  *scriptedClock
	events []written
	end    *float64

	began  time.Duration
	out    string
	left   []written
	closed bool
}

// Run begins a command.
func (s *scripted) Run(context.Context, session.Code) error {
	s.began, s.left, s.out = s.clock.passed, s.events, ""
	return nil
}

// Wait moves the clock to what happens next, or as far as it may.
func (s *scripted) Wait(_ context.Context, d time.Duration) (session.Output, bool, error) {
	until := s.clock.passed + d
	if s.end != nil {
		until = min(until, max(s.began+seconds(*s.end), s.clock.passed))
	}
	fresh := false
	if len(s.left) > 0 && s.began+seconds(s.left[0].At) <= until {
		until = max(s.began+seconds(s.left[0].At), s.clock.passed)
		s.out, s.left, fresh = s.out+s.left[0].Out, s.left[1:], true
	}
	s.clock.passed = until
	return session.Output{Text: s.out, Total: int64(len(s.out))}, fresh, nil
}

// Done reports whether the command has ended.
func (s *scripted) Done() bool { return s.end != nil && s.clock.passed >= s.began+seconds(*s.end) }

// Alive reports whether the shell was not closed.
func (s *scripted) Alive() bool { return !s.closed }

// Close ends the shell.
func (s *scripted) Close() error {
	s.closed = true
	return nil
}
