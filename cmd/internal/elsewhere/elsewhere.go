// Package elsewhere has a person answer from another terminal what nobody can be asked
// where it arises.
package elsewhere

import (
	"context"
	"fmt"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/desktop"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/settings"
)

const (
	// watched is how long a question waits while somebody looks at them and the settings
	// say nothing: clients give calls of tools a minute.
	watched = 50 * time.Second
	// margin is what is left of the time for an answer, to say and record it.
	margin = time.Second
	// least is the shortest time that is waited.
	least = 100 * time.Millisecond
)

// Reason is why something was approved so, for the record.
const Reason = "answered from another terminal"

// Said is what became of a question.
type Said struct {
	// Answer is the answer, nil for none. ID is that of the question.
	Answer *approval.Answer
	ID     string
	// Why says why there is no answer; "" where the question did not wait.
	Why string
}

// Within is how long a question would wait now, 0 for not at all: what the settings say,
// or, where they say nothing, while somebody looks at the questions; never longer than
// the context lasts, less a margin.
func Within(ctx context.Context, f *kit.Factory, merged *settings.Settings) time.Duration {
	within := watched
	if text := merged.Approvals.Wait; text != "" {
		said, err := time.ParseDuration(text) // the schema has looked at it
		if err != nil {
			return 0
		}
		within = min(said, approval.MaxWait)
	} else if queue, err := f.Questions(); err != nil || !queue.Watched() {
		return 0
	}
	if end, ok := ctx.Deadline(); ok {
		within = min(within, time.Until(end)-margin)
	}
	if within < least {
		return 0
	}
	return within
}

// Ask puts a question to whoever answers in another terminal, and waits for the answer.
// Whatever goes wrong with that is no answer; an error is the end of the context.
func Ask(ctx context.Context, f *kit.Factory, merged *settings.Settings, question approval.Question) (Said, error) {
	within := Within(ctx, f, merged)
	if within == 0 {
		return Said{}, nil
	}
	queue, err := f.Questions()
	if err != nil {
		return Said{Why: err.Error()}, nil //nolint:nilerr // nobody can answer, which is a no
	}
	ticket, err := queue.Put(question, within)
	if err != nil {
		return Said{Why: "nobody could be asked: " + err.Error()}, nil
	}
	said := Said{ID: ticket.ID}
	if merged.Approvals.Notify {
		desktop.Here(f.IO.Getenv).Tell("skillctl: a question waits", fmt.Sprintf("skillctl approvals answer %s: %s: %s", approval.ShortID(ticket.ID), question.By, question.Line()))
	}
	said.Answer, err = ticket.Wait(ctx, within)
	switch {
	case err != nil && ctx.Err() != nil:
		return said, err
	case err != nil:
		said.Answer, said.Why = nil, err.Error()
	case said.Answer == nil:
		said.Why = fmt.Sprintf("nobody has answered within %s", within.Round(time.Second))
	}
	return said, nil
}

// Refusal says why nothing may run, "" for a question that did not wait.
func (s Said) Refusal() string {
	if s.Answer != nil && !s.Answer.Allow {
		return fmt.Sprintf("%q has said no", s.Answer.By)
	}
	return s.Why
}
