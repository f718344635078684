package approvals

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/approval"
)

// watchAgain is how often it is looked whether something new waits.
const watchAgain = 300 * time.Millisecond

type answerOptions struct {
	factory  *kit.Factory
	reviewer string
	always   bool
	watch    bool
	// seen are the questions that the person was shown and has left.
	seen map[string]bool
}

func newApprovalsAnswer(f *kit.Factory) *cobra.Command {
	opts := &answerOptions{factory: f, seen: map[string]bool{}}
	cmd := &cobra.Command{
		Use:   "answer [QUESTION [allow|deny]]",
		Short: "Answer questions that wait in other terminals",
		Long: `Answers what an agent, a hook or a server asks where nobody can be asked: without a
terminal, and without a dialog of the client. QUESTION is an id of "skillctl approvals
waiting", or its beginning; without one, each that waits is asked about here.

An answer holds once, for exactly what was asked, and only while its process waits. With
--always a command is approved for every run of just this, as "skillctl approvals
approve" does.

--watch stays and asks about each question as it comes. As long as it is open, questions
wait 50 seconds for it; approvals.wait of the settings has them wait always. A hook waits
a second less than it may take: "skillctl setup --timeout 2m" gives it more time.

Exit codes
  0  answered, or nothing was to be answered
  1  the question does not wait (any more), or somebody else has answered it
  2  a flag or an argument is wrong
  3  skillctl failed`,
		Example: `  skillctl approvals answer
  skillctl approvals answer --watch
  skillctl approvals answer 4be1 allow --always`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error { return answerRun(cmd.Context(), opts, args) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 1 {
				return []string{"allow", "deny"}, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().BoolVar(&opts.always, "always", false, "allow every run of just this, here")
	cmd.Flags().BoolVar(&opts.watch, "watch", false, "stay, and ask about each question as it comes")
	cmd.Flags().StringVar(&opts.reviewer, "reviewer", "", "the `name` of who answers (default: the login name)")
	return cmd
}

func answerRun(ctx context.Context, o *answerOptions, args []string) error {
	if o.reviewer == "" {
		o.reviewer = o.factory.User()
	}
	switch {
	case strings.TrimSpace(o.reviewer) == "":
		return kit.Usagef("--reviewer is needed: the system does not know who you are, and the record names who answered")
	case o.watch && len(args) > 0:
		return kit.Usagef("--watch asks about every question; leave %q out", args[0])
	case o.always && len(args) < 2:
		return kit.Usagef("--always goes with a question and allow: skillctl approvals answer QUESTION allow --always")
	case len(args) == 2 && args[1] != "allow" && args[1] != "deny":
		return kit.OneOf("the answer", args[1], []string{"allow", "deny"})
	case o.always && args[1] == "deny":
		return kit.Usagef("--always goes with allow alone: what is denied is asked about again the next time")
	case len(args) < 2 && !o.factory.IO.CanAsk():
		return kit.Usagef("there is no terminal to ask on; `skillctl approvals waiting` lists what waits, `skillctl approvals answer QUESTION allow|deny` answers it")
	}
	queue, err := o.factory.Questions()
	if err != nil {
		return err
	}
	if o.watch {
		return o.stay(ctx, queue)
	}
	waiting, damaged, err := queue.List()
	if err != nil {
		return err
	}
	if len(args) == 0 {
		if len(waiting) == 0 {
			fmt.Fprintln(o.factory.IO.Out, "nothing waits for an answer")
		}
		return errors.Join(o.walk(ctx, queue, waiting), kit.DamagedError(damaged))
	}
	one, err := questionOf(waiting, args[0])
	if err != nil {
		return errors.Join(err, kit.DamagedError(damaged))
	}
	if len(args) == 1 {
		return o.walk(ctx, queue, []approval.Waiting{one})
	}
	return o.give(queue, one, args[1] == "allow", o.always)
}

// give answers a question.
func (o *answerOptions) give(queue *approval.Queue, one approval.Waiting, allow, always bool) error {
	err := queue.Answer(one.ID, approval.Answer{Allow: allow, Always: always, By: o.reviewer})
	var ended *approval.GoneError
	if errors.As(err, &ended) {
		return &kit.ExitError{Code: kit.ExitFindings, Err: err}
	}
	if err != nil {
		return err
	}
	said := "denied"
	switch {
	case always:
		said = "allowed for every run here"
	case allow:
		said = "allowed once"
	}
	_, err = fmt.Fprintf(o.factory.IO.Out, "%s: question %s\n", said, approval.ShortID(one.ID))
	return err
}

// walk asks about questions, one by one. What is left is not answered.
func (o *answerOptions) walk(ctx context.Context, queue *approval.Queue, waiting []approval.Waiting) error {
	for _, one := range waiting {
		offer := "\nAllow [o]nce, [d]eny, or [l]eave it? "
		if one.Always {
			offer = "\nAllow [o]nce, [a]lways here, [d]eny, or [l]eave it? "
		}
		o.seen[one.ID] = true
		word, err := o.factory.IO.Choose(ctx, "\nskillctl: your approval is needed\n\n"+kit.ShowWaiting(one, false)+offer)
		if err != nil {
			return err
		}
		switch {
		case word == "o" || word == "once":
			err = o.give(queue, one, true, false)
		case one.Always && (word == "a" || word == "always"):
			err = o.give(queue, one, true, true)
		case word == "d" || word == "deny":
			err = o.give(queue, one, false, false)
		default:
			fmt.Fprintln(o.factory.IO.Err, "left")
		}
		var late *approval.GoneError
		if errors.As(err, &late) {
			fmt.Fprintln(o.factory.IO.Err, "skillctl: "+late.Error())
			err = nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// stay asks about each question as it comes, until it is interrupted.
func (o *answerOptions) stay(ctx context.Context, queue *approval.Queue) error {
	held, free, err := queue.Watch()
	if err != nil {
		return err
	}
	if !free {
		return &kit.ExitError{Code: kit.ExitFindings, Err: errors.New("another `skillctl approvals answer --watch` is open; close it, or answer there")}
	}
	defer func(f *os.File) { _ = f.Close() }(held)
	if _, err := io.WriteString(o.factory.IO.Err, "questions are asked here as they come; Ctrl-C ends this\n"); err != nil {
		return err
	}
	told := map[string]bool{}
	again := time.NewTicker(watchAgain)
	defer again.Stop()
	for {
		waiting, damaged, err := queue.List()
		if err != nil {
			return err
		}
		for _, fault := range damaged {
			if text := fault.Error(); !told[text] {
				told[text] = true
				fmt.Fprintln(o.factory.IO.Err, "skillctl: "+text)
			}
		}
		for _, one := range waiting {
			if o.seen[one.ID] {
				continue
			}
			if err := o.walk(ctx, queue, []approval.Waiting{one}); err != nil {
				return interrupted(ctx, err)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-again.C:
		}
	}
}

// interrupted is no error: --watch has no other end.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
