package hook

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/exec"
)

// dialogLife is how long a person may take to answer in the agent's own dialog.
const dialogLife = time.Hour

// enclosed is what the client is to run in place of an allowed command, so that it runs
// inside its boundary: skillctl exec, with the same command, folder, settings and
// policies, which decides once more. Where a person has to be asked about the command, it
// gets an approval for one run that counts nowhere else: the client starts what it is
// told when the person in front of it says yes.
func (j *judge) enclosed(ctx context.Context, decision engine.Decision) (string, error) {
	if !j.encloses() || decision.Effect == engine.Deny {
		return "", nil
	}
	if runtime.GOOS == "windows" {
		return "", errors.New("hook.enclose of the settings wants commands in a boundary, and there is none on Windows")
	}
	program, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find skillctl: %w", err)
	}
	words := []string{program, "exec", "--hook-run", j.client.Name}
	if len(j.asked) > 0 && j.approval == nil { // what a person has approved already, exec finds
		id, err := j.pending(ctx, decision)
		if err != nil {
			return "", fmt.Errorf("the question cannot be bound to the command: %w", err)
		}
		words[len(words)-1] += "/" + id
	}
	words = append(words, "--workdir", j.call.Dir, "--from", j.project())
	if j.Config != "" {
		// The client may run it from another folder.
		file, err := j.factory.IO.Abs(j.Config)
		if err != nil {
			return "", fmt.Errorf("find --config %q: %w", j.Config, err)
		}
		words = append(words, "--config", file)
	}
	if j.NoConfig {
		words = append(words, "--no-config")
	}
	for _, name := range j.Policies {
		folder, err := j.factory.IO.Abs(name)
		if err != nil {
			return "", fmt.Errorf("find --policy %q: %w", name, err)
		}
		words = append(words, "--policy", folder)
	}
	words = append(words, "-c", j.call.Command)
	for i, word := range words {
		words[i] = argv.Quote(word)
	}
	return strings.Join(words, " "), nil
}

// pending writes down the question that the client's dialog asks, as an approval for one
// run of exactly this.
func (j *judge) pending(ctx context.Context, decision engine.Decision) (string, error) {
	plan, err := approval.Bind(ctx, exec.Subject(j.judged, j.merged))
	if err != nil {
		return "", err
	}
	store, err := j.factory.Calls()
	if err != nil {
		return "", err
	}
	now := j.factory.Now()
	record, err := store.Add(plan, approval.Grant{
		Scope: approval.Once, Reviewer: j.client.Title, Reason: "asked in the dialog of " + j.client.Title, Now: now, Expires: now.Add(dialogLife),
		Asked: j.asked, Policy: decision.Policy,
	})
	if err != nil {
		return "", err
	}
	return record.ID, nil
}
