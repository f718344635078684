package kit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
)

// maxAsked is how long a command may be for a person to be asked about it, in
// characters: nobody reads more, and what is not read is not approved.
const maxAsked = 8_000

// Question is what a person is asked.
type Question struct {
	Decision engine.Decision
	Plan     *approval.Plan
	// Always offers to approve for always, where all can be held to.
	Always bool
}

// CanAsk reports whether there is a person: the question goes to standard
// error, the answer comes from standard input, and both are a terminal.
func (s *IOStreams) CanAsk() bool { return s.InTTY && s.ErrTTY }

// Ask shows a question on the terminal and waits for the answer. "" is a no, as
// is everything that is not one of the answers offered: an empty line, the end of
// the input, two words. Keys that were pressed before the question stood there
// do not count.
func (s *IOStreams) Ask(ctx context.Context, q Question) (approval.Scope, error) {
	if !s.CanAsk() {
		return "", errors.New("there is no terminal to ask on")
	}
	text, answers := q.show()
	discardInput(s.In)
	if _, err := io.WriteString(s.Err, text); err != nil {
		return "", fmt.Errorf("ask: %w", err)
	}
	if len(answers) == 0 {
		return "", nil
	}
	for tries := 1; ; tries++ {
		line, err := readAnswer(ctx, s.In)
		if err != nil {
			fmt.Fprintln(s.Err)
			return "", err
		}
		word := strings.ToLower(strings.TrimSpace(line))
		if scope := answers[word]; scope != "" {
			return scope, nil
		}
		// No answer, and the end of the input, are a no; what was meant otherwise is asked again.
		if tries == maxTries || slices.Contains([]string{"", "d", "deny", "n", "no"}, word) {
			_, err = fmt.Fprintln(s.Err, "denied")
			return "", err
		}
		discardInput(s.In)
		if _, err := io.WriteString(s.Err, "that is none of the answers"+q.offer()); err != nil {
			return "", fmt.Errorf("ask: %w", err)
		}
	}
}

// maxTries is how often a question is asked until it is a no.
const maxTries = 3

// show writes out the question, and gives what may be answered.
func (q Question) show() (string, map[string]approval.Scope) {
	p := &layout.Panel{}
	p.Out.WriteString("\nskillctl: your approval is needed to run this\n\n")
	if !q.write(p) {
		p.Out.WriteString("\ndenied: what cannot be read cannot be approved\n")
		return p.String(), nil
	}
	return p.String() + q.offer(), q.answers()
}

// write writes out what is asked about, and reports whether it is short enough to be read.
func (q Question) write(p *layout.Panel) bool {
	s := q.Plan.Subject
	shown, name := s.Command, "command"
	if s.Argv != nil {
		shown, name = approval.ShowArgv(s.Argv), "arguments"
	}
	long := utf8.RuneCountInString(shown)
	for key, value := range s.Env {
		long += utf8.RuneCountInString(key + value)
	}
	if long > maxAsked {
		p.Row(name, fmt.Sprintf("(%d characters with its variables, which is too long to be read)", long))
	} else {
		p.Text(name, shown)
	}
	p.Row("where", q.Plan.Cwd)
	if s.Cwd != q.Plan.Cwd {
		p.Row("", "that is "+s.Cwd)
	}
	for _, f := range []struct{ name, value string }{{"agent", s.Agent}, {"host", s.Host}, {"channel", s.Channel}} {
		p.Row(f.name, f.value)
	}
	if s.Elevated {
		p.Row("elevated", "it asks for elevated rights")
	}
	if long <= maxAsked {
		q.variables(p)
	}
	p.Files("runs", q.Plan.Programs, false)
	p.Files("script", q.Plan.Scripts, false)
	q.showWarnings(p)
	name = "why"
	for _, reason := range q.Decision.Reasons {
		if reason.Effect == engine.Ask {
			p.Row(name, reason.Message+spanSuffix(reason)+" ["+reason.Rule+"]")
			name = ""
		}
	}
	return long <= maxAsked
}

func spanSuffix(reason engine.Reason) string {
	if reason.Span == nil {
		return ""
	}
	return fmt.Sprintf(" (line %d, column %d)", reason.Span.Start.Line, reason.Span.Start.Column)
}

// variables shows what the request sets by itself.
func (q Question) variables(p *layout.Panel) {
	name := "variables"
	for _, key := range layout.SortedKeys(q.Plan.Subject.Env) {
		p.Row(name, key+"="+q.Plan.Subject.Env[key])
		name = ""
	}
}

// showWarnings shows what makes the command look like what it is not, and what could
// change until it runs.
func (q Question) showWarnings(p *layout.Panel) {
	const most = 8
	name := "warning"
	for i, d := range q.Plan.Facts.Deception {
		if i == most {
			p.Row(name, fmt.Sprintf("and %d more of such characters", len(q.Plan.Facts.Deception)-most))
			break
		}
		p.Row(name, fmt.Sprintf("%s (%s) at line %d, column %d", d.Rune, d.Kind, d.Span.Start.Line, d.Span.Start.Column))
		name = ""
	}
	for _, loose := range q.Plan.Loose {
		p.Row(name, "cannot be bound to an approval: "+loose)
		name = ""
	}
}

func (q Question) offersAlways() bool { return q.Always && len(q.Plan.Loose) == 0 }

func (q Question) offer() string {
	if q.offersAlways() {
		return "\nAllow [o]nce, [a]lways here, or [d]eny? "
	}
	return "\nAllow [o]nce, or [d]eny? "
}

func (q Question) answers() map[string]approval.Scope {
	answers := map[string]approval.Scope{"o": approval.Once, "once": approval.Once}
	if q.offersAlways() {
		answers["a"], answers["always"] = approval.Always, approval.Always
	}
	return answers
}

// Choose asks for one line, and gives it in lower-case letters without what stands around
// it; "" for none.
func (s *IOStreams) Choose(ctx context.Context, text string) (string, error) {
	discardInput(s.In)
	if _, err := io.WriteString(s.Err, text); err != nil {
		return "", fmt.Errorf("ask: %w", err)
	}
	line, err := readAnswer(ctx, s.In)
	return strings.ToLower(strings.TrimSpace(line)), err
}

// Confirm asks for a yes or a no; whatever is no yes is a no.
func (s *IOStreams) Confirm(ctx context.Context, text string) (bool, error) {
	answer, err := s.Choose(ctx, text)
	return err == nil && (answer == "y" || answer == "yes"), err
}

// maxAnswer is the longest answer, in bytes.
const maxAnswer = 64

// readAnswer reads one line, byte by byte: what comes after it is for the
// command. A line that has no end, or too much in it, is no answer.
func readAnswer(ctx context.Context, in io.Reader) (string, error) {
	type answer struct {
		line string
		err  error
	}
	got := make(chan answer, 1)
	go func() {
		line, err := readLineBytes(in)
		got <- answer{line, err}
	}()
	select {
	case <-ctx.Done():
		return "", fmt.Errorf("ask: %w", ctx.Err())
	case a := <-got:
		return a.line, a.err
	}
}

func readLineBytes(in io.Reader) (string, error) {
	var line []byte
	var one [1]byte
	for {
		n, err := in.Read(one[:])
		switch {
		case n == 1 && one[0] == '\n':
			if len(line) > maxAnswer {
				return "", nil
			}
			return string(line), nil
		case n == 1:
			if len(line) <= maxAnswer {
				line = append(line, one[0])
			}
		case errors.Is(err, io.EOF):
			return "", nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("read the answer: %w", err)
		}
	}
}

// How long approvals hold unless --expires says otherwise.
const (
	OnceLife   = 24 * time.Hour
	AlwaysLife = 30 * 24 * time.Hour
)
