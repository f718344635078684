package run

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/cmd/internal/run/remains"
	"github.com/skillctl/skillctl/runner"
)

// aftermath is what is done when a run has ended: what it was not to change is put
// back, and what it left that would act later is taken away.
type aftermath struct {
	// notes are for people, cleaned for the record.
	notes, cleaned []string
	// unseen: something that the run left could not be looked at.
	unseen bool
}

// maxNotes is how many things are said of what a run left.
const maxNotes = 30

// lookBefore notes what is there before the run; nil where there is no boundary
// that keeps a run from anything.
func (j *Job) lookBefore(ctx context.Context) (*remains.State, error) {
	q := remainsQuery(j.Boundary, j.Merged.Run.GitConfig != "rw")
	if machine := j.request.Exec.Machine; machine != nil && machine.Cache != "" {
		q.Apart = append(q.Apart, machine.Cache)
		q.Folders = slices.DeleteFunc(q.Folders, func(dir string) bool { return dir == machine.Cache })
	}
	q.Entries = j.Boundary.Limits.Files
	if j.Boundary.Sandbox == "none" || len(q.Folders) == 0 {
		return nil, nil
	}
	s, err := remains.Look(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("look at the folders that the command may change: %w", err)
	}
	return s, nil
}

// noteSockets says which sockets a container does not see.
func (j *Job) noteSockets() {
	if j.before == nil || j.Boundary.Docker == nil {
		return
	}
	const most = 3
	sockets := j.before.Sockets()
	if more := len(sockets) - most; more > 0 {
		sockets = append(sockets[:most:most], fmt.Sprintf("and %d more", more))
	}
	if len(sockets) > 0 {
		j.note(strings.Join(sockets, ", ") + ": sockets of programs of this machine are covered in the container")
	}
}

// remainsQuery are the folders that a run may change, links resolved.
func remainsQuery(b runner.Boundary, git bool) remains.Query {
	var paths []string
	contained := b.Docker != nil
	if b.Workspace.Access == "rw" && (!contained || b.Docker.Mount) {
		paths = append(paths, b.Workspace.Path)
	}
	paths = append(paths, b.Write...)
	if contained {
		for _, bind := range b.Docker.Binds {
			if bind.Write {
				paths = append(paths, bind.Source)
			}
		}
	}
	q := remains.Query{Git: git, Modes: contained || privileged()}
	if contained {
		q.Elsewhere = append(q.Elsewhere, "/workspace")
		for _, bind := range b.Docker.Binds {
			q.Elsewhere = append(q.Elsewhere, bind.Target)
		}
	}
	for _, path := range paths {
		if real, err := filepath.EvalSymlinks(path); err == nil && !slices.Contains(q.Folders, real) {
			q.Folders = append(q.Folders, real)
		}
	}
	return q
}

// putBack is what is done at the end of a run.
func putBack(ctx context.Context, guard launch.Guard, before *remains.State) aftermath {
	a := aftermath{notes: restoreNotes(guard)}
	if before == nil {
		return a
	}
	report := before.Clear(context.WithoutCancel(ctx))
	a.cleaned, a.unseen = report.Done, report.Unseen
	for i, text := range slices.Concat(report.Done, report.Gaps) {
		if i == maxNotes {
			a.notes = append(a.notes, fmt.Sprintf("and %d more things that the run left", len(report.Done)+len(report.Gaps)-i))
			break
		}
		a.notes = append(a.notes, text)
	}
	return a
}
