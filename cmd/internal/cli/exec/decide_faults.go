package exec

import (
	"context"
	"errors"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/runner/egress"
	"github.com/skillctl/skillctl/schema"
)

// faults are the mistakes in a text of settings, or in a configuration in their
// place, as reasons; nil for failures of another kind, such as a file that is not
// there.
func faults(err error) []engine.Reason {
	var (
		merge *schema.MergeError
		text  *document.Error
		out   []engine.Reason
	)
	deny := func(message, hint, place string) {
		if len(out) < maxViolations {
			out = append(out, engine.Reason{Rule: ruleSettings, Effect: engine.Deny, Message: message, Hint: hint, Setting: place})
		}
	}
	switch {
	case errors.As(err, &merge):
		for _, p := range merge.Problems {
			deny(p.Message, p.Hint, p.Place.String())
		}
	case errors.As(err, &text):
		deny(text.Message, text.Hint, schema.Place{File: text.File, Position: text.Span.Start}.String())
	case errors.As(err, new(*egress.PatternError)):
		for line := range strings.Lines(err.Error()) {
			deny(strings.TrimSpace(line), "", "")
		}
	}
	return out
}

// refuse answers every line with what is wrong with the settings, said once on
// standard error too. Whoever asks is not left without an answer.
func (o *decideOptions) refuse(ctx context.Context, reasons []engine.Reason, err error) error {
	kit.ReportError(o.factory.IO.Err, err, "skillctl decide")
	answers := newAnswerer(nil, nil)
	answers.faults = reasons
	if err := o.answer(ctx, answers); err != nil {
		return err
	}
	return &kit.ExitError{Code: kit.ExitUsage}
}
