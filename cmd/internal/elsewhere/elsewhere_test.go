package elsewhere

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/settings"
)

func factory(t *testing.T) (*kit.Factory, *approval.Queue) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	queue, err := approval.OpenQueue(filepath.Join(dir, "questions"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	f := kit.NewFactory(&kit.IOStreams{Getenv: func(string) string { return "" }})
	f.Questions = func() (*approval.Queue, error) { return queue, nil }
	return f, queue
}

func waits(text string) *settings.Settings {
	return &settings.Settings{Approvals: settings.Approvals{Wait: text}}
}

// TestWithin: a question waits where somebody wants that, and never longer than whoever
// asks is waited for.
func TestWithin(t *testing.T) {
	t.Parallel()
	f, queue := factory(t)
	for text, want := range map[string]time.Duration{"": 0, "0s": 0, "30s": 30 * time.Second, "1h": time.Hour, "9h": approval.MaxWait, "1ms": 0} {
		if got := Within(t.Context(), f, waits(text)); got != want {
			t.Errorf("%q: %s; want %s", text, got, want)
		}
	}
	short, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	if got := Within(short, f, waits("1h")); got <= 0 || got > time.Hour-margin {
		t.Errorf("got %s", got)
	}
	late, cancel := context.WithTimeout(t.Context(), margin)
	defer cancel()
	if got := Within(late, f, waits("1h")); got != 0 {
		t.Errorf("there is no time, and it waits %s", got)
	}
	held, _, err := queue.Watch()
	if err != nil {
		t.Fatal(err)
	}
	if got := Within(t.Context(), f, waits("")); got != watched {
		t.Errorf("while somebody looks: %s", got)
	}
	if got := Within(t.Context(), f, waits("0s")); got != 0 {
		t.Errorf("while somebody looks, and it is switched off: %s", got)
	}
	_ = held.Close()
}

// TestAsk: whatever goes wrong is no answer, and says why.
func TestAsk(t *testing.T) {
	t.Parallel()
	f, queue := factory(t)
	text := "make"
	question := approval.Question{
		By: "codex", Reasons: []approval.Why{{Rule: "r", Message: "m"}},
		Command: &approval.Asked{Text: &text, Cwd: "/w", Dir: "/w", Programs: []approval.File{}, Scripts: []approval.File{}, Loose: []string{}},
	}
	if said, err := Ask(t.Context(), f, waits("0s"), question); err != nil || said.Answer != nil || said.Refusal() != "" {
		t.Errorf("got %+v %v", said, err)
	}
	if said, err := Ask(t.Context(), f, waits("200ms"), question); err != nil || said.Answer != nil || !strings.Contains(said.Refusal(), "nobody has answered") {
		t.Errorf("got %+v %v", said, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if said, err := Ask(ctx, f, waits("1h"), question); err == nil || said.Answer != nil {
		t.Errorf("got %+v %v", said, err)
	}
	long := strings.Repeat("x", 10_000)
	question.Command.Text = &long
	if said, err := Ask(t.Context(), f, waits("1h"), question); err != nil || !strings.Contains(said.Refusal(), "too long to be read") {
		t.Errorf("got %+v %v", said, err)
	}
	if waiting, damaged, err := queue.List(); len(waiting)+len(damaged) > 0 || err != nil {
		t.Errorf("left behind: %v %v %v", waiting, damaged, err)
	}
}
