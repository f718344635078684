package approvals

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/schema"
)

// New is the command approvals.
func New(f *kit.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "approvals",
		Short: "Manage approvals of commands, and answer questions that wait",
		Long: `Where the policies ask, a person may approve. An approval is for one command and
nothing else: the text or the arguments byte for byte, the folder, the variables
that can change what it does, the programs and the script that it runs (by real
path and digest), the profile, placement and agent, and the questions that were asked.
When any of this changes, it no longer applies. What is denied cannot be approved.

Where nobody can be asked, a question may wait: "waiting" lists what does, and "answer"
answers it from another terminal.

Approvals are kept in skillctl/approvals in $XDG_STATE_HOME (~/.local/state), one
file each. Files or folders that others can write to are refused.`,
		Args: cobra.ArbitraryArgs,
		RunE: kit.Group,
	}
	cmd.AddCommand(
		newApprovalsList(f), newApprovalsShow(f), newApprovalsApprove(f), newApprovalsRevoke(f), newApprovalsImport(f),
		newApprovalsWaiting(f), newApprovalsAnswer(f),
	)
	return cmd
}

// resolveID finds the approval that a whole id, or the beginning of just one,
// stands for.
func resolveID(store *approval.Store, given string) (string, error) {
	ids, err := store.IDs()
	if err != nil {
		return "", err
	}
	var found []string
	for _, id := range ids {
		if id == given {
			return id, nil
		}
		if given != "" && strings.HasPrefix(id, given) {
			found = append(found, id)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return "", kit.Usagef("%q matches %d approvals: %s; give more characters of the id", given, len(found), strings.Join(found[:min(len(found), 10)], ", "))
	case len(ids) == 0:
		return "", kit.Usagef("approval %q does not exist; there are no approvals", given)
	}
	if near := schema.Nearest(given, ids); near != "" {
		return "", kit.Usagef("approval %q does not exist; did you mean %q?", given, near)
	}
	return "", kit.Usagef("approval %q does not exist; `skillctl approvals list --all` lists them", given)
}

func date(seconds int64) string {
	if seconds <= 0 {
		return "-"
	}
	return time.Unix(seconds, 0).UTC().Format("2006-01-02 15:04 UTC")
}

// lifetime reads "30d", "2w", "12h" or "90m".
func lifetime(text string) (time.Duration, error) {
	wrong := kit.Usagef("--expires %q is not a duration; write one such as 12h, 30d or 4w, at most 366d", text)
	if len(text) < 2 {
		return 0, wrong
	}
	unit, known := map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}[text[len(text)-1]]
	var n int
	if _, err := fmt.Sscanf(text, "%d"+text[len(text)-1:], &n); err != nil || !known || n <= 0 || n > 1_000_000 || fmt.Sprint(n)+text[len(text)-1:] != text {
		return 0, wrong
	}
	if got := time.Duration(n) * unit; got <= 366*24*time.Hour {
		return got, nil
	}
	return 0, wrong
}
