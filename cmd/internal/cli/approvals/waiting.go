package approvals

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/approval"
)

type waitingOptions struct {
	factory *kit.Factory
	json    bool
}

func newApprovalsWaiting(f *kit.Factory) *cobra.Command {
	opts := &waitingOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "waiting",
		Short: "List the questions that wait for an answer",
		Long: `Lists what agents, hooks and servers ask at this moment, each question whole, the
oldest first. They wait until "skillctl approvals answer" answers them, their time is
over or their process has ended.`,
		Args: kit.NoArgs,
		RunE: func(*cobra.Command, []string) error { return waitingRun(opts) },
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, `write JSON: a list of the schema "question"`)
	return cmd
}

// listedQuestion is a question as --json writes it.
type listedQuestion struct {
	ID string `json:"id"`
	*approval.Question
}

func waitingRun(o *waitingOptions) error {
	queue, err := o.factory.Questions()
	if err != nil {
		return err
	}
	waiting, damaged, err := queue.List()
	if err != nil {
		return err
	}
	streams := o.factory.IO
	if o.json {
		list := []listedQuestion{}
		for _, w := range waiting {
			list = append(list, listedQuestion{w.ID, w.Question})
		}
		return errors.Join(kit.WriteJSON(streams.Out, list), kit.DamagedError(damaged))
	}
	var b strings.Builder
	for _, w := range waiting {
		b.WriteString(kit.ShowWaiting(w, !streams.OutTTY) + "\n")
	}
	if len(waiting) == 0 {
		b.WriteString("nothing waits for an answer\n")
	} else {
		b.WriteString("answer one: skillctl approvals answer QUESTION allow|deny\n")
	}
	_, err = io.WriteString(streams.Out, b.String())
	return errors.Join(err, kit.DamagedError(damaged))
}

// questionOf finds the question that an id, or the beginning of just one, stands for.
func questionOf(waiting []approval.Waiting, given string) (approval.Waiting, error) {
	var found []approval.Waiting
	for _, w := range waiting {
		if given != "" && strings.HasPrefix(w.ID, strings.ToLower(given)) {
			found = append(found, w)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return approval.Waiting{}, kit.Usagef("%q matches %d questions; give more characters of the id", given, len(found))
	case len(waiting) == 0:
		return approval.Waiting{}, &kit.ExitError{Code: kit.ExitFindings, Err: fmt.Errorf("question %q does not wait; nothing waits for an answer", given)}
	}
	return approval.Waiting{}, &kit.ExitError{Code: kit.ExitFindings, Err: fmt.Errorf("question %q does not wait; `skillctl approvals waiting` lists those that do", given)}
}
