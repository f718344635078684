package proxy

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/pin"
	"github.com/skillctl/skillctl/engine/report/fix"
	"github.com/skillctl/skillctl/engine/report/format"
)

type acceptOptions struct {
	factory *kit.Factory
	yes     bool
}

// NewAccept is the command accept.
func NewAccept(f *kit.Factory) *cobra.Command {
	opts := &acceptOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "accept SERVER [TOOL...]",
		Short: "Accept what a server behind the proxy tells of itself",
		Long: `Shows what skillctl mcp proxy does not show to clients - what is new, has changed, or
is objected to - as a difference to what was accepted, with the reason, and asks
whether that is accepted. All of it is shown: nothing is masked, and a character that
would hide something is written by its name. Clients are shown what was accepted when
the proxy starts again, or the server says that it has changed.

TOOL is the name of a tool or a prompt, the address of a resource, "instructions" or
"command"; without one, all that waits is accepted.

Exit codes
  0  it is accepted, or nothing waits
  1  a person said no, or there is nobody to ask
  2  a flag or an argument is wrong
  3  what was accepted is lost, or skillctl failed`,
		Example: `  skillctl mcp accept files
  skillctl mcp accept --yes files read_file`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return kit.Usagef("name the server, as --name of skillctl mcp proxy does")
			}
			if err := pin.CheckName(args[0]); err != nil {
				return kit.Usagef("%w", err)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return opts.run(cmd.Context(), args[0], args[1:]) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			names, _ := opts.names(args) // completion has no place for an error
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().BoolVar(&opts.yes, "yes", false, "accept without asking")
	return cmd
}

func (o *acceptOptions) store() (*pin.Store, error) {
	path, err := o.factory.StatePath("mcp")
	if err != nil {
		return nil, err
	}
	return pin.Open(path), nil
}

// names are servers, or what waits of one.
func (o *acceptOptions) names(args []string) ([]string, error) {
	store, err := o.store()
	if err != nil {
		return nil, err
	}
	if len(args) == 0 {
		return store.Names()
	}
	server, err := store.Get(args[0])
	if err != nil {
		return nil, err
	}
	var names []string
	for _, w := range pin.Sorted(server.Waiting) {
		names = append(names, w.Name)
	}
	return names, nil
}

func (o *acceptOptions) run(ctx context.Context, name string, only []string) error {
	store, err := o.store()
	if err != nil {
		return err
	}
	if err := kept(store, name); err != nil {
		return err
	}
	server, err := store.Get(name)
	if err != nil {
		return err
	}
	if server.Damage != nil {
		return &kit.ExitError{Code: kit.ExitFailure, Err: fmt.Errorf("what was accepted of server %q is lost: %w; the next start of skillctl mcp proxy has all that it tells wait: accept it then", name, server.Damage)}
	}
	waiting, err := o.meant(server, only)
	if err != nil {
		return err
	}
	if len(waiting) == 0 {
		_, err := fmt.Fprintf(o.factory.IO.Out, "nothing of server %q waits to be accepted\n", name)
		return err
	}
	for _, w := range waiting {
		if err := show(o.factory.IO.Out, server, w); err != nil {
			return err
		}
	}
	if yes, err := o.consent(ctx, len(waiting)); err != nil || !yes {
		return err
	}
	err = store.Change(ctx, name, func(now *pin.Server) error {
		for _, w := range waiting {
			// Only what was shown is accepted.
			if again, there := now.Waiting[w.Key()]; !there || again.Digest() != w.Digest() {
				return &kit.ExitError{Code: kit.ExitFindings, Err: fmt.Errorf("nothing is accepted: %s of server %q has changed meanwhile", line(w.Key()), name)}
			}
			now.Pin(w.Text, o.factory.Now(), false)
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.factory.IO.Out, "accepted: %d of server %q\n", len(waiting), name)
	return err
}

// kept refuses the name of a server of which nothing is kept.
func kept(store *pin.Store, name string) error {
	names, err := store.Names()
	if err != nil || slices.Contains(names, name) {
		return err
	}
	if len(names) == 0 {
		return kit.Usagef("there is no server %q: none has been started behind skillctl mcp proxy", name)
	}
	return kit.Usagef("there is no server %q behind skillctl mcp proxy; there is: %s", name, strings.Join(names, ", "))
}

// meant is what waits of a server, or of that what is named.
func (o *acceptOptions) meant(server *pin.Server, only []string) ([]pin.Waiting, error) {
	all := pin.Sorted(server.Waiting)
	if len(only) == 0 {
		return all, nil
	}
	for _, name := range only {
		if !slices.ContainsFunc(all, func(w pin.Waiting) bool { return w.Name == name }) {
			var names []string
			for _, w := range all {
				names = append(names, line(w.Name))
			}
			return nil, kit.Usagef("nothing called %q of server %q waits to be accepted; there is: %s", name, server.Name, strings.Join(names, ", "))
		}
	}
	return slices.DeleteFunc(all, func(w pin.Waiting) bool { return !slices.Contains(only, w.Name) }), nil
}

// show writes what has changed of a text, whole, and why it waits.
func show(to io.Writer, server *pin.Server, w pin.Waiting) error {
	before := "/dev/null"
	was, there := server.Pinned[w.Key()]
	if there {
		before = "accepted"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n", w.Kind, format.WholeLine(w.Name))
	for _, why := range w.Why { // was made fit to be shown when it was kept
		fmt.Fprintf(&b, "  %s\n", format.Escape(why))
	}
	b.WriteString(format.Whole(string(fix.Diff(before, []byte(was.JSON), "waiting", []byte(w.JSON)))) + "\n")
	_, err := io.WriteString(to, b.String())
	return err
}

// consent is --yes, or a person's.
func (o *acceptOptions) consent(ctx context.Context, n int) (bool, error) {
	if o.yes {
		return true, nil
	}
	no := &kit.ExitError{Code: kit.ExitFindings}
	if !o.factory.IO.CanAsk() {
		fmt.Fprintln(o.factory.IO.Err, "skillctl: nothing is accepted: there is no terminal to ask on; --yes accepts")
		return false, no
	}
	yes, err := o.factory.IO.Confirm(ctx, fmt.Sprintf("Accept this (%d)? A model will obey it as if you had written it. [y/N] ", n))
	if err == nil && !yes {
		fmt.Fprintln(o.factory.IO.Err, "nothing is accepted")
		err = no
	}
	return yes, err
}
