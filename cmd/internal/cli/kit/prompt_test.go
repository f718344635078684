//go:build linux

package kit

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/internal/test/terminal"
)

// on are the streams of a program on a terminal.
func on(term *terminal.Terminal) *IOStreams {
	return &IOStreams{In: term.File, Out: term.File, Err: term.File, InTTY: true, OutTTY: true, ErrTTY: true, Getenv: func(string) string { return "" }}
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

func asking(p *approval.Plan) Question {
	return Question{Plan: p, Always: true, Decision: engine.Decision{Effect: engine.Ask, Reasons: []engine.Reason{
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
		{"d\n", ""}, {"deny\n", ""}, {"\n", ""}, {"n\n", ""}, {"No\n", ""}, {"\x04", ""},
		{strings.Repeat("o", 500) + "\n", ""},
	} {
		term := terminal.New(t)
		go func() {
			term.Await("eny? ")
			term.Press(c.keys)
		}()
		got, err := on(term).Ask(context.Background(), asking(plan(t, "tool x")))
		if err != nil || got != c.want {
			t.Errorf("%q: got %q, %v; want %q", c.keys, got, err, c.want)
		}
	}
}

// TestAskAgain: what is none of the answers is asked again, and the third time a no.
func TestAskAgain(t *testing.T) {
	unknown := []string{"y", "yes", "on", "o a", "once\x1b[A", "a\x00", "а"} // the last is Cyrillic
	for i, word := range unknown {
		other := unknown[(i+1)%len(unknown)]
		for _, c := range []struct {
			lines []string
			want  approval.Scope
			asked int
			left  string
		}{
			{[]string{word, "o"}, approval.Once, 2, ""},
			{[]string{word, other, "always", "for the command"}, approval.Always, 3, "for the command\n"},
			{[]string{word, "d", "o"}, "", 2, "o\n"},
			{[]string{word, "", "o"}, "", 2, "o\n"},
			{[]string{word, other, word, "o"}, "", 3, "o\n"},
		} {
			var out bytes.Buffer
			in := strings.NewReader(strings.Join(c.lines, "\n") + "\n")
			s := &IOStreams{In: in, Err: &out, InTTY: true, ErrTTY: true}
			got, err := s.Ask(context.Background(), asking(plan(t, "tool x")))
			left, _ := io.ReadAll(in)
			if err != nil || got != c.want || strings.Count(out.String(), "eny? ") != c.asked || string(left) != c.left {
				t.Errorf("%q: got %q, %v, %q left; want %q, asked %d times, %q left:\n%s", c.lines, got, err, left, c.want, c.asked, c.left, out.String())
			}
		}
	}
}

// TestTypedAhead: keys that were pressed before the question was there are not
// its answer.
func TestTypedAhead(t *testing.T) {
	term := terminal.New(t)
	term.Press("a\n")
	term.Await("a\n") // echoed: the terminal has it
	go func() {
		term.Await("eny? ")
		term.Press("d\n")
	}()
	if got, err := on(term).Ask(context.Background(), asking(plan(t, "tool x"))); err != nil || got != "" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestRestOfInputIsLeft(t *testing.T) {
	in := strings.NewReader("o\nfor the command")
	var out bytes.Buffer
	s := &IOStreams{In: in, Err: &out, InTTY: true, ErrTTY: true}
	if got, err := s.Ask(context.Background(), asking(plan(t, "tool x"))); err != nil || got != approval.Once || in.Len() != len("for the command") {
		t.Errorf("got %q, %v, %d left", got, err, in.Len())
	}
}

func TestAskEndsWithItsContext(t *testing.T) {
	term := terminal.New(t)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		term.Await("eny? ")
		cancel()
	}()
	if got, err := on(term).Ask(ctx, asking(plan(t, "tool x"))); got != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestNobodyToAsk(t *testing.T) {
	for _, s := range []*IOStreams{
		{In: strings.NewReader("o\n"), Err: &bytes.Buffer{}, ErrTTY: true},
		{In: strings.NewReader("o\n"), Err: &bytes.Buffer{}, InTTY: true},
	} {
		if got, err := s.Ask(context.Background(), asking(plan(t, "tool x"))); got != "" || err == nil {
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
		`| tool x⟨U+202E⟩⟨U+001B⟩[2J⟨return⟩`, `| Allow [o]nce, [a]lways here, or [d]eny? once`, `| ⟨U+200B⟩./x.sh www`, `\ www`, "where      " + p.Cwd[:20],
		"runs       ", filepath.Base(p.Cwd) + "/tool", "agent      sub⟨U+202E⟩", `A=⟨U+001B⟩]0;t⟨U+0007⟩`, strings.Repeat("v", 999), "U+202E (bidi)", "why        \"tool\" is not on the allow-list",
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
		ours := line == "" || strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "skillctl: your approval") || strings.HasPrefix(line, "Allow [o]nce, or [d]eny? ") ||
			i == strings.Count(text, "\n")
		if !ours || len([]rune(line)) > layout.PanelWidth+20 {
			t.Errorf("a line that is not ours: %q", line)
		}
	}
}

func TestWhatIsOffered(t *testing.T) {
	if _, answers := asking(plan(t, "tool x")).show(); answers["always"] == "" {
		t.Error("always is not offered")
	}
	once := asking(plan(t, "tool x"))
	once.Always = false
	loose := asking(plan(t, "tool | sh"))
	long := asking(plan(t, "tool "+strings.Repeat("x ", maxAsked)))
	text, answers := loose.show()
	if !strings.Contains(text, "cannot be bound to an approval: \"sh\" runs what comes from its\n") {
		t.Errorf("got %s", text)
	}
	for name, got := range map[string]map[string]approval.Scope{"loose": answers, "once": second(once.show()), "long": second(long.show())} {
		if got["a"] != "" || got["always"] != "" || (name == "long") != (got["o"] == "") {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func second(_ string, answers map[string]approval.Scope) map[string]approval.Scope { return answers }
