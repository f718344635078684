package exec

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/runner/notebook"
)

// keptSessions is how sessions are shown.
func keptSessions() *kept[notebook.Session] {
	return &kept[notebook.Session]{
		one: "session", many: "sessions", command: "session", empty: "`skillctl session open --lang python` opens one",
		id:     func(one notebook.Session) string { return one.ID },
		alive:  func(one notebook.Session) bool { return one.State == notebook.Open || one.State == notebook.Starting },
		header: []string{"ID", "NAME", "LANGUAGE", "STATE", "TIME LEFT"},
		row: func(one notebook.Session, now time.Time, _ int) []string {
			left := "-"
			if one.State == notebook.Open {
				left = layout.Roughly(max(one.Expires.Sub(now), 0))
			}
			return []string{one.ID, cmp.Or(one.Name, "-"), one.Language, stateOf(one), left}
		},
	}
}

func newSessionList(f *kit.Factory) *cobra.Command {
	opts := &keptOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the sessions",
		Long: `Lists the sessions, the oldest first. The states are

  starting  its supervisor is being started
  open
  ended     it was closed, or has expired
  lost      its supervisor was killed, and its interpreter with it`,
		Example: `  skillctl session list --open`,
		Args:    kit.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return sessionListRun(cmd.Context(), opts) },
	}
	cmd.Flags().BoolVar(&opts.only, "open", false, "only those that are open")
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON: a list of the schema \"session\"")
	return cmd
}

func sessionListRun(ctx context.Context, o *keptOptions) error {
	store, err := o.factory.Sessions()
	if err != nil {
		return err
	}
	all, damaged, err := store.List(ctx)
	if err != nil {
		return err
	}
	return keptSessions().list(o, all, damaged)
}

// stateOf is the state of a session for people.
func stateOf(one notebook.Session) string {
	if one.End != nil {
		return one.End.Why
	}
	return string(one.State)
}

func newSessionShow(f *kit.Factory) *cobra.Command {
	return sessionCommand(f, "show", "Show one session: its language, boundary, state and time left", func(ctx context.Context, o *keptOptions, store *notebook.Store, one notebook.Session) error {
		count := ""
		if one.State == notebook.Open {
			if about, err := store.About(ctx, one.ID); err == nil {
				count = strconv.Itoa(about.Executions)
			}
		} else if one.End != nil {
			count = strconv.Itoa(one.End.Executions)
		}
		if o.json {
			return kit.WriteJSON(o.factory.IO.Out, one)
		}
		return showSession(o.factory.IO, one, count, o.factory.Now())
	})
}

func showSession(streams *kit.IOStreams, one notebook.Session, count string, now time.Time) error {
	p := &layout.Panel{Whole: !streams.OutTTY}
	p.Row("id", one.ID)
	fill(p, [2]string{"name", one.Name}, [2]string{"language", one.Language}, [2]string{"state", stateOf(one)}, [2]string{"where", one.Cwd}, [2]string{"agent", one.Agent}, [2]string{"skill", one.Skill})
	p.Row("boundary", one.Sandbox+" ("+one.Host+")")
	if !one.Persist {
		p.Row("keeps", "no state: each execution begins with a clean one")
	}
	p.Row("opened", instant(one.Created))
	if one.State == notebook.Open {
		p.Row("ends in", layout.Roughly(max(one.Expires.Sub(now), 0)))
	}
	if count != "" {
		p.Row("executions", count)
	}
	if one.End != nil {
		p.Row("ended", instant(one.End.Finished))
		if one.End.Error != "" {
			p.Row("error", one.End.Error)
		}
	}
	_, err := io.WriteString(streams.Out, p.String())
	return err
}

func newSessionReset(f *kit.Factory) *cobra.Command {
	return sessionCommand(f, "reset", "Give a session a clean state", func(ctx context.Context, o *keptOptions, store *notebook.Store, one notebook.Session) error {
		if err := store.Reset(ctx, one.ID); err != nil {
			return err
		}
		return o.say(one, "session "+one.ID+" begins again with a clean state")
	})
}

func newSessionClose(f *kit.Factory) *cobra.Command {
	return sessionCommand(f, "close", "End a session, and what runs in it", func(ctx context.Context, o *keptOptions, store *notebook.Store, one notebook.Session) error {
		if err := store.Close(ctx, one.ID); err != nil {
			return err
		}
		one, err := store.Get(ctx, one.ID)
		if err != nil {
			return err
		}
		return o.say(one, "session "+one.ID+" is closed")
	})
}

// say writes the session, or a sentence about it.
func (o *keptOptions) say(one notebook.Session, text string) error {
	if o.json {
		return kit.WriteJSON(o.factory.IO.Out, one)
	}
	_, err := fmt.Fprintln(o.factory.IO.Out, text)
	return err
}

// sessionCommand is a command about one session.
func sessionCommand(f *kit.Factory, name, short string, do func(context.Context, *keptOptions, *notebook.Store, notebook.Session) error) *cobra.Command {
	opts := &keptOptions{factory: f}
	cmd := &cobra.Command{
		Use:   name + " ID",
		Short: short,
		Args:  kit.OneArg(oneSession),
		RunE: func(cmd *cobra.Command, args []string) error {
			store, one, err := sessionOf(cmd.Context(), f, args[0])
			if err != nil {
				return err
			}
			return sessionError(do(cmd.Context(), opts, store, one))
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON of the schema \"session\"")
	return cmd
}
