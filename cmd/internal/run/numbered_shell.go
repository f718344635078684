package run

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/runner/session"
)

// clean ends the shell and all that runs in it. The number stays known.
func (n *Numbered) clean(ctx context.Context) error {
	unlock, err := n.numbers.Lock(ctx, n.seat)
	if err != nil {
		return err
	}
	defer unlock()
	if n.seated, n.known, err = n.numbers.Find(n.seat); err != nil {
		return err
	}
	if err := n.end(ctx); err != nil {
		return err
	}
	n.seated, n.known = session.Seated{Seat: n.seat}, true
	return n.numbers.Save(n.seated)
}

// end ends the shell and waits until nothing of it is left.
func (n *Numbered) end(ctx context.Context) error {
	id := n.seated.Run
	if id == "" {
		return nil
	}
	var missing *session.NotFoundError
	for asked := false; ; {
		run, err := n.store.Get(ctx, id)
		switch {
		case errors.As(err, &missing):
			return nil
		case err != nil:
			return err
		case run.State == session.Finished || run.State == session.Gone:
			return nil
		case !asked && run.State == session.Running:
			asked = n.store.Kill(ctx, id) == nil // else it has ended, or is about to
		}
		if err := (session.SystemClock{}).Sleep(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
}

// look finds out where the shell is. One that has ended is opened anew.
func (n *Numbered) look(ctx context.Context, limits session.Timeouts) error {
	if n.seated.Run == "" {
		return nil
	}
	heard, err := n.store.Ask(ctx, n.seated.Run, session.Call{Op: "state", Number: n.seat.Number}, graceOfServer)
	if err != nil {
		return n.unheard(err, limits)
	}
	if heard.Over {
		fmt.Fprintf(n.Factory.IO.Err, "skillctl: the shell of session %d had ended with %d; it is opened anew, without what it knew\n", n.seat.Number, heard.Code)
		n.seated.Run = ""
		return nil
	}
	if heard.Unnamed {
		return Refused(fmt.Sprintf("the shell of session %d is in a folder whose name is not UTF-8, so that nothing can be judged for it; reset the session (--reset)", n.seat.Number))
	}
	n.state = heard
	return nil
}

// judged is the folder that the code is judged for: that of the shell, where it can
// be known here.
func (n *Numbered) judged() string { return n.folderOf(n.state.Cwd) }

// folderOf is a working directory of the shell as it is named here.
func (n *Numbered) folderOf(cwd string) string {
	folder := n.folder
	below, contained := strings.CutPrefix(cwd, "/workspace")
	switch {
	case n.seated.Run == "" || cwd == "":
		return folder
	case !n.seatedInContainer():
		return cwd
	case contained && (below == "" || below[0] == '/'):
		return filepath.Join(folder, below)
	}
	return folder
}

func (n *Numbered) seatedInContainer() bool { _, ok := n.seated.Boundary["docker"]; return ok }

// seatFor makes sure that there is a shell with just the boundary that the code was
// judged for.
func (n *Numbered) seatFor(ctx context.Context, j *Job) error {
	parts, err := partsOf(j.answer.Decision.Boundary)
	if err != nil {
		return err
	}
	unlock, err := n.numbers.Lock(ctx, n.seat)
	if err != nil {
		return err
	}
	defer unlock()
	before := n.seated.Run
	now, known, err := n.numbers.Find(n.seat)
	if err != nil {
		return err
	}
	if known && now.Run != "" && now.Run != before {
		if run, err := n.store.Get(ctx, now.Run); err == nil && run.State == session.Running {
			if before != "" {
				return Refused(fmt.Sprintf("session %d was opened anew since the code was judged; call again", n.seat.Number))
			}
			before = now.Run // opened by another call meanwhile
			n.state = session.Heard{}
		}
	}
	if before != "" {
		n.seated = now
		if differ := differing(parts, now.Boundary); len(differ) > 0 {
			return Refused(fmt.Sprintf("session %d was opened with another boundary than this code would get: %s differ; reset the session (--reset) or name another", n.seat.Number, strings.Join(differ, ", ")))
		}
		return nil
	}
	id, err := n.openShell(ctx, j)
	if err != nil {
		return err
	}
	n.seated = session.Seated{Seat: n.seat, Run: id, Boundary: parts}
	if err := n.numbers.Save(n.seated); err != nil {
		return errors.Join(err, n.store.Kill(ctx, id))
	}
	return nil
}

// differing are the parts in which two boundaries differ.
func differing(a, b map[string]string) []string {
	var out []string
	for _, m := range []map[string]string{a, b} {
		for name := range m {
			if a[name] != b[name] && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return out
}
