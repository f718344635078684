//go:build linux

package approvals

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/internal/test/terminal"
)

// desk is a terminal at which somebody answers.
type desk struct {
	*terminal.Terminal
	queue *approval.Queue
	f     *kit.Factory
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	term := terminal.New(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	queue, err := approval.OpenQueue(filepath.Join(dir, "questions"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	f := kit.NewFactory(&kit.IOStreams{In: term.File, Out: term.File, Err: term.File, InTTY: true, OutTTY: true, ErrTTY: true, Getenv: func(string) string { return "" }})
	f.Questions = func() (*approval.Queue, error) { return queue, nil }
	return &desk{term, queue, f}
}

func (d *desk) put(t *testing.T, text string) *approval.Ticket {
	t.Helper()
	ticket, err := d.queue.Put(approval.Question{
		By: "codex", Always: true, Reasons: []approval.Why{{Rule: "exec/strict/program", Message: "not on the allow-list"}},
		Command: &approval.Asked{Text: &text, Cwd: "/w", Dir: "/w", Programs: []approval.File{}, Scripts: []approval.File{}, Loose: []string{}},
	}, 10*time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return ticket
}

// TestAnswerOnATerminal: a key answers what is shown, and any other leaves it.
func TestAnswerOnATerminal(t *testing.T) {
	for keys, want := range map[string]*approval.Answer{
		"o\n": {Allow: true}, "a\n": {Allow: true, Always: true}, "d\n": {}, "\n": nil, "yes\n": nil, "o d\n": nil,
	} {
		d := newDesk(t)
		ticket := d.put(t, "make all")
		go func() {
			d.Await("eave it? ")
			d.Press(keys)
		}()
		code := kit.Execute(context.Background(), New(d.f), []string{"answer", "--reviewer", "ann"}, d.f)
		got, err := ticket.Wait(t.Context(), 0)
		if code != kit.ExitClean || err != nil || (got == nil) != (want == nil) || got != nil && (got.Allow != want.Allow || got.Always != want.Always || got.By != "ann") {
			t.Errorf("%q: code %d, %+v, %v\n%s", keys, code, got, err, d.Screen())
		}
	}
}

// TestAnswerWatch: questions are asked as they come, each once, and wait for that as long
// as somebody looks.
func TestAnswerWatch(t *testing.T) {
	d := newDesk(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	go func() { ended <- kit.Execute(ctx, New(d.f), []string{"answer", "--watch", "--reviewer", "ann"}, d.f) }()
	d.Await("as they come")
	if !d.queue.Watched() {
		t.Error("nobody looks")
	}
	for _, text := range []string{"make one", "make two"} {
		ticket := d.put(t, text)
		d.Await(text)
		d.Await("eave it? ")
		d.Press("o\n")
		if got, err := ticket.Wait(t.Context(), time.Minute); err != nil || got == nil || !got.Allow {
			t.Errorf("%s: %+v %v\n%s", text, got, err, d.Screen())
		}
	}
	cancel()
	if code := <-ended; code != kit.ExitClean || d.queue.Watched() {
		t.Errorf("it ended with %d", code)
	}
}
