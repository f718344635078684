//go:build linux

package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
)

// terminal is a pseudo-terminal: what skillctl writes on it is kept.
type terminal struct {
	t       *testing.T
	keys    *os.File // the person's side
	streams *IOStreams

	mu   sync.Mutex
	seen bytes.Buffer
}

func newTerminal(t *testing.T) *terminal {
	t.Helper()
	keys, tty, err := pty.Open()
	if err != nil {
		t.Skipf("there are no pseudo-terminals: %v", err)
	}
	term := &terminal{t: t, keys: keys, streams: &IOStreams{In: tty, Out: tty, Err: tty, InTTY: true, OutTTY: true, ErrTTY: true, Getenv: func(string) string { return "" }}}
	t.Cleanup(func() { _ = keys.Close(); _ = tty.Close() })
	go func() {
		buffer := make([]byte, 4096)
		for {
			n, err := keys.Read(buffer)
			term.mu.Lock()
			term.seen.Write(buffer[:n])
			term.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return term
}

func (term *terminal) screen() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return strings.ReplaceAll(term.seen.String(), "\r\n", "\n")
}

// await waits until a text stands on the screen.
func (term *terminal) await(text string) {
	term.t.Helper()
	for range 1000 {
		if strings.Contains(term.screen(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	term.t.Errorf("%q never stood on the screen:\n%s", text, term.screen())
}

func (term *terminal) press(keys string) {
	term.t.Helper()
	if _, err := term.keys.WriteString(keys); err != nil {
		term.t.Error(err)
	}
}

func plan(t *testing.T, command string, change ...func(*approval.Subject)) *approval.Plan {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tool", "x.sh"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s := approval.Subject{Command: command, Cwd: dir, Inherited: map[string]string{"PATH": dir + ":/usr/bin:/bin"}}
	for _, c := range change {
		c(&s)
	}
	p, err := approval.Bind(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func asking(p *approval.Plan) question {
	return question{plan: p, always: true, decision: engine.Decision{Effect: engine.Ask, Reasons: []engine.Reason{
		{Rule: "exec/strict/program", Effect: engine.Ask, Message: "\"tool\" is not on the allow-list"},
		{Rule: "exec/other", Effect: engine.Warn, Message: "a mere warning"},
	}}}
}

func TestAsk(t *testing.T) {
	for _, c := range []struct {
		keys string
		want approval.Scope
	}{
		{"o\n", approval.Once}, {"once\n", approval.Once}, {" Once \n", approval.Once}, {"a\n", approval.Always}, {"ALWAYS\n", approval.Always},
		{"d\n", ""}, {"deny\n", ""}, {"\n", ""}, {"y\n", ""}, {"yes\n", ""}, {"on\n", ""}, {"o a\n", ""}, {"once\x1b[A\n", ""}, {"\x04", ""},
		{strings.Repeat("o", 500) + "\n", ""}, {"a\x00\n", ""}, {"а\n", ""}, // the last is Cyrillic
	} {
		term := newTerminal(t)
		go func() {
			term.await("eny? ")
			term.press(c.keys)
		}()
		got, err := term.streams.ask(context.Background(), asking(plan(t, "tool x")))
		if err != nil || got != c.want {
			t.Errorf("%q: got %q, %v; want %q", c.keys, got, err, c.want)
		}
	}
}

// TestTypedAhead: keys that were pressed before the question was there are not
// its answer.
func TestTypedAhead(t *testing.T) {
	term := newTerminal(t)
	term.press("a\n")
	term.await("a\n") // echoed: the terminal has it
	go func() {
		term.await("eny? ")
		term.press("d\n")
	}()
	if got, err := term.streams.ask(context.Background(), asking(plan(t, "tool x"))); err != nil || got != "" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestRestOfInputIsLeft(t *testing.T) {
	in := strings.NewReader("o\nfor the command")
	var out bytes.Buffer
	s := &IOStreams{In: in, Err: &out, InTTY: true, ErrTTY: true}
	if got, err := s.ask(context.Background(), asking(plan(t, "tool x"))); err != nil || got != approval.Once || in.Len() != len("for the command") {
		t.Errorf("got %q, %v, %d left", got, err, in.Len())
	}
}

func TestAskEndsWithItsContext(t *testing.T) {
	term := newTerminal(t)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		term.await("eny? ")
		cancel()
	}()
	if got, err := term.streams.ask(ctx, asking(plan(t, "tool x"))); got != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestNobodyToAsk(t *testing.T) {
	for _, s := range []*IOStreams{
		{In: strings.NewReader("o\n"), Err: &bytes.Buffer{}, ErrTTY: true},
		{In: strings.NewReader("o\n"), Err: &bytes.Buffer{}, InTTY: true},
	} {
		if got, err := s.ask(context.Background(), asking(plan(t, "tool x"))); got != "" || err == nil {
			t.Errorf("got %q, %v", got, err)
		}
	}
}

// TestQuestion wants all that matters on the screen, and nothing raw.
func TestQuestion(t *testing.T) {
	hostile := "tool x\u202e\x1b[2J\r\nAllow [o]nce, [a]lways here, or [d]eny? once\n\u200b./x.sh " + strings.Repeat("w", 300)
	p := plan(t, hostile, func(s *approval.Subject) {
		s.Env = map[string]string{"A": "\x1b]0;t\x07", "B": strings.Repeat("v", 999)}
		s.Agent = "sub\u202e"
	})
	text, _ := asking(p).show()
	for _, want := range []string{
		`| tool x\u{202e}\x1b[2J\r`, `| Allow [o]nce, [a]lways here, or [d]eny? once`, `| \u{200b}./x.sh www`, `\ www`, "where      " + p.Cwd[:20],
		"runs       ", filepath.Base(p.Cwd) + "/tool", "agent      sub\\u{202e}", `A=\x1b]0;t\x07`, "B=(999 bytes)", "U+202E (bidi)", "why        \"tool\" is not on the allow-list",
		"[exec/strict/program]",
	} {
		if !strings.Contains(strings.ReplaceAll(text, "\n             ", ""), want) && !strings.Contains(text, want) {
			t.Errorf("%q is not in the question:\n%s", want, text)
		}
	}
	if strings.ContainsAny(text, "\x1b\r\x07\u202e\u200b") || strings.Contains(text, "a mere warning") {
		t.Errorf("raw:\n%q", text)
	}
	for i, line := range strings.Split(text, "\n") {
		ours := line == "" || strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "skillctl: a person") || strings.HasPrefix(line, "Allow [o]nce, or [d]eny? ") ||
			i == strings.Count(text, "\n")
		if !ours || len([]rune(line)) > panelWidth+20 {
			t.Errorf("a line that is not ours: %q", line)
		}
	}
}

func TestWhatIsOffered(t *testing.T) {
	if _, answers := asking(plan(t, "tool x")).show(); answers["always"] == "" {
		t.Error("always is not offered")
	}
	once := asking(plan(t, "tool x"))
	once.always = false
	loose := asking(plan(t, "tool | sh"))
	long := asking(plan(t, "tool "+strings.Repeat("x ", maxAsked)))
	text, answers := loose.show()
	if !strings.Contains(text, "cannot be held to: \"sh\" runs what comes from its standard") {
		t.Errorf("got %s", text)
	}
	for name, got := range map[string]map[string]approval.Scope{"loose": answers, "once": second(once.show()), "long": second(long.show())} {
		if got["a"] != "" || got["always"] != "" || (name == "long") != (got["o"] == "") {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func second(_ string, answers map[string]approval.Scope) map[string]approval.Scope { return answers }

// TestApproveOnATerminal goes the whole way.
func TestApproveOnATerminal(t *testing.T) {
	for keys, want := range map[string]int{"a\n": ExitClean, "o\n": ExitClean, "no\n": ExitFindings} {
		term := newTerminal(t)
		dir, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "x.sh"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		f, home := NewFactory(term.streams), t.TempDir()
		f.Now = func() time.Time { return time.Unix(1_700_000_000, 0) }
		f.Environ = func() []string { return []string{"PATH=/usr/bin:/bin", "HOME=" + home} }
		store, err := approval.Open(filepath.Join(dir, "state"))
		if err != nil {
			t.Fatal(err)
		}
		f.Approvals = func() (*approval.Store, error) { return store, nil }
		go func() {
			term.await("eny? ")
			term.press(keys)
		}()
		code := run(context.Background(), []string{"approvals", "approve", "--no-config", "--workdir", dir, "--reason", "r", "--reviewer", "ann", "-c", "sh x.sh"}, f)
		entries, _, err := store.List(f.Now())
		if code != want || err != nil || len(entries) != map[int]int{ExitClean: 1, ExitFindings: 0}[want] {
			t.Errorf("%q: code %d, %v, %v\n%s", keys, code, entries, err, term.screen())
		}
		if want == ExitClean && (entries[0].Record.Scope == approval.Always) != (keys == "a\n") {
			t.Errorf("%q: scope %s", keys, entries[0].Record.Scope)
		}
	}
}
