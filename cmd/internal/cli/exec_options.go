package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine/source"
)

// Options are the flags that say what is to run, and how.
type Options struct {
	argv    []string
	command string
	// isText: -c was given.
	isText   bool
	json     bool
	profile  string
	workdir  string
	env      []string
	host     string
	node     string
	agent    string
	ask      string
	security string
	elevated bool
	// elevatedSet tells "not said" from false.
	elevatedSet bool
	unattended  bool
	policies    []string
	config      string
	noConfig    bool
	color       string

	timeout    time.Duration
	yield      time.Duration
	yieldSet   bool
	background bool
	pty        bool
	outputDir  string
	skill      string
	tool       string
	// toolArgs are the arguments of a tool, "NAME=value".
	toolArgs []string
}

// check looks at what is to run, and how.
func (o *Options) check(dash int) error {
	switch {
	case o.tool != "" && (o.isText || len(o.argv) > 0):
		return usagef("--tool runs the tool's own command; leave the other out, and give arguments with --arg NAME=value")
	case o.tool == "" && len(o.toolArgs) > 0:
		return usagef("--arg is for --tool")
	case o.tool != "":
		return o.checkFlags()
	case o.isText && len(o.argv) > 0:
		return usagef("-c and a program with arguments exclude each other")
	case !o.isText && len(o.argv) == 0:
		return usagef("there is nothing to run: give -c TEXT, or -- PROGRAM and its arguments")
	case !o.isText && strings.TrimSpace(o.argv[0]) == "":
		return usagef("the name of the program is blank: %q; write it behind --", o.argv[0])
	case len(o.argv) > 0 && dash != 0:
		return usagef("write -- before the program: skillctl exec -- %s", strings.Join(o.argv, " "))
	}
	return o.checkFlags()
}

// checkFlags looks at the flags that say how something is to run, whatever it is.
func (o *Options) checkFlags() error {
	switch {
	case o.config != "" && o.noConfig:
		return usagef("--config and --no-config exclude each other")
	case o.timeout < 0:
		return usagef("--timeout %s is below 0", o.timeout)
	case o.yield < 0:
		return usagef("--yield %s is below 0", o.yield)
	case o.background && o.pty:
		return usagef("--background and --pty exclude each other")
	}
	for _, v := range o.env {
		if name, _, ok := strings.Cut(v, "="); !ok || name == "" {
			return usagef("--env %q is no NAME=value", v)
		}
	}
	if err := o.checkWorkdir(); err != nil {
		return err
	}
	if err := oneOf("--color", o.color, []string{colorAuto, colorAlways, colorNever}); err != nil {
		return err
	}
	if o.ask != "" {
		if err := oneOf("--ask", o.ask, asks()); err != nil {
			return err
		}
	}
	if host := strings.ToLower(strings.TrimSpace(o.host)); host != "" && !slices.Contains(runHosts(), host) {
		return unknown(fmt.Sprintf("--host %q", o.host), host, runHosts())
	}
	if o.security != "" {
		return oneOf("--security", o.security, securities())
	}
	return nil
}

// checkWorkdir refuses a folder that there is not: what a command would do there
// cannot be said.
func (o *Options) checkWorkdir() error {
	if o.workdir == "" {
		return nil
	}
	info, err := os.Stat(o.workdir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usagef("--workdir: there is no folder %q", o.workdir)
	case err != nil:
		return usagef("--workdir %q cannot be used: %w", o.workdir, source.Bare(err))
	case !info.IsDir():
		return usagef("--workdir %q is no folder", o.workdir)
	}
	return nil
}

// runHosts are what a request may name, in letters of any case.
func runHosts() []string { return []string{"auto", "sandbox", "gateway", "node"} }

// asks are the values of --ask.
func asks() []string { return []string{"off", "on-miss", "always"} }

// securities are the values of --security.
func securities() []string { return []string{"deny", "allowlist", "full"} }
