package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/channel"
	"github.com/skillctl/skillctl/engine/report/source"
)

// Options are the flags that say what is to run, and how.
type Options struct {
	Argv    []string
	Command string
	// IsText: -c was given.
	IsText   bool
	JSON     bool
	Profile  string
	Workdir  string
	Env      []string
	Host     string
	Node     string
	Agent    string
	Ask      string
	Security string
	Elevated bool
	// ElevatedSet tells "not said" from false.
	ElevatedSet bool
	Unattended  bool
	Policies    []string
	Config      string
	NoConfig    bool
	// From is the folder whose project's settings hold, "" for the working directory.
	From  string
	Color string
	// Unenclosed: an agent starts it itself, outside of every boundary.
	Unenclosed bool
	// Hook is the agent that starts it, in place of a command that it asked about, and
	// Call the approval in [kit.Factory.Calls] that the agent's own dialog gives; "" for
	// none.
	Hook, Call string
	// Started is a file that is made when the command has started, "" for none: its own
	// exit code may be that of a refusal.
	Started string `json:"-"`
	// Serves: it answers a client for as long as that wants, so that what it writes is
	// not bounded by its sum, nor its time where no setting does.
	Serves bool `json:"-"`

	Timeout    time.Duration
	Yield      time.Duration
	YieldSet   bool
	Background bool
	PTY        bool
	OutputDir  string
	// Channel is the chat that the output is written for, "" for none.
	Channel string
	Skill   string
	Tool    string
	// ToolArgs are the arguments of a tool, "NAME=value".
	ToolArgs []string
}

// Check looks at what is to run, and how.
func (o *Options) Check(streams *kit.IOStreams, dash int) error {
	switch {
	case o.Tool != "" && (o.IsText || len(o.Argv) > 0):
		return kit.Usagef("--tool runs the tool's own command; leave out other commands, and give arguments with --arg NAME=value")
	case o.Tool == "" && len(o.ToolArgs) > 0:
		return kit.Usagef("--arg needs --tool")
	case o.Tool != "":
		return o.CheckFlags(streams)
	case o.IsText && len(o.Argv) > 0:
		return kit.Usagef("-c and a program with arguments cannot be used together")
	case !o.IsText && len(o.Argv) == 0:
		return kit.Usagef("nothing to run: give -c TEXT, or -- PROGRAM and its arguments")
	case !o.IsText && strings.TrimSpace(o.Argv[0]) == "":
		return kit.Usagef("the name of the program is empty: %q; write it after --", o.Argv[0])
	case len(o.Argv) > 0 && dash != 0:
		return kit.Usagef("write -- before the program: skillctl exec -- %s", strings.Join(o.Argv, " "))
	}
	return o.CheckFlags(streams)
}

// CheckFlags looks at the flags that say how something is to run, whatever it is.
func (o *Options) CheckFlags(streams *kit.IOStreams) error {
	switch {
	case o.Config != "" && o.NoConfig:
		return kit.Usagef("--config and --no-config cannot be used together")
	case o.Timeout < 0:
		return kit.Usagef("--timeout %s is below 0", o.Timeout)
	case o.Yield < 0:
		return kit.Usagef("--yield %s is below 0", o.Yield)
	case o.Background && o.YieldSet && o.Yield > 0:
		return kit.Usagef("--background leaves the command in the background at once; leave --yield out")
	case o.Background && o.Channel != "":
		return kit.Usagef("--background writes no output; `skillctl runs logs --channel %s ID` does", o.Channel)
	}
	if err := channel.Check(o.Channel); err != nil {
		return err
	}
	for _, v := range o.Env {
		if name, _, ok := strings.Cut(v, "="); !ok || name == "" {
			return kit.Usagef("--env %q is not NAME=value", v)
		}
	}
	if err := o.checkWorkdir(streams); err != nil {
		return err
	}
	if err := kit.OneOf("--color", o.Color, []string{kit.ColorAuto, kit.ColorAlways, kit.ColorNever}); err != nil {
		return err
	}
	if o.Ask != "" {
		if err := kit.OneOf("--ask", o.Ask, AskModes()); err != nil {
			return err
		}
	}
	if host := strings.ToLower(strings.TrimSpace(o.Host)); host != "" && !slices.Contains(Placements(), host) {
		return kit.UnknownValue(fmt.Sprintf("--host %q", o.Host), host, Placements())
	}
	if o.Security != "" {
		return kit.OneOf("--security", o.Security, SecurityModes())
	}
	return nil
}

// checkWorkdir refuses a folder that there is not: what a command would do there
// cannot be said.
func (o *Options) checkWorkdir(streams *kit.IOStreams) error {
	if o.Workdir == "" {
		return nil
	}
	info, err := os.Stat(streams.At(o.Workdir))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return kit.Usagef("--workdir: folder %q does not exist", o.Workdir)
	case err != nil:
		return kit.Usagef("--workdir %q cannot be used: %w", o.Workdir, source.Bare(err))
	case !info.IsDir():
		return kit.Usagef("--workdir %q is not a folder", o.Workdir)
	}
	return nil
}

// Placements are what a request may name, in letters of any case.
func Placements() []string { return []string{"auto", "sandbox", "gateway", "node"} }

// AskModes are the values of --ask.
func AskModes() []string { return []string{"off", "on-miss", "always"} }

// SecurityModes are the values of --security.
func SecurityModes() []string { return []string{"deny", "allowlist", "full"} }
