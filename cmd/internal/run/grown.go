package run

import (
	"context"
	"fmt"
	"os"

	"github.com/skillctl/skillctl/cmd/internal/run/growth"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/native"
)

// bounded refuses a boundary without limits for all that a run writes.
func bounded(b runner.Boundary) error {
	if b.Limits.Written <= 0 || b.Limits.Files <= 0 {
		return &runner.UnavailableError{Backend: "skillctl", Missing: "its limits for what is written in all are not above 0", Hint: "set run.limits.written and run.limits.files"}
	}
	return nil
}

// meter measures what a run adds from now on.
func meter(b runner.Boundary, id string) *growth.Meter {
	return growth.New(remainsQuery(b, false).Folders, native.Temporary(id), b.Limits.Written, b.Limits.Files)
}

// watchGrowth ends a run that adds too much. The function that it returns ends the
// watch, and says why the run was ended, "" when it was not.
func watchGrowth(m *growth.Meter, process func() runner.Process) (done func() string) {
	if m == nil {
		return func() string { return "" }
	}
	ctx, cancel := context.WithCancel(context.Background())
	said := make(chan string, 1)
	go func() {
		over, ok := m.Watch(ctx)
		if !ok {
			said <- ""
			return
		}
		_ = process().Signal(os.Kill) // it may have ended
		said <- m.Text(over)
	}()
	return func() string {
		cancel()
		return <-said
	}
}

// rootFull says that a container was ended for what it wrote to its root, "" when it
// was not.
func rootFull(r runner.Result, limits runner.Limits) string {
	if r.Root == 0 {
		return ""
	}
	return fmt.Sprintf("it wrote more than %d MiB to the root of its container and was stopped (run.limits.written); that is gone with the container", limits.Written>>20)
}
