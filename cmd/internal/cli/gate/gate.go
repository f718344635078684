package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/report/format"
)

type gateOptions struct {
	factory *kit.Factory

	paths    []string
	protocol string
	config   string
	noConfig bool
	policies []string
	dialects []string
	lock     string
	failOn   string
	format   string
	json     bool
	output   string
	color    string
	noCache  bool
	quiet    bool
	verbose  bool
	timeout  time.Duration
	// wrong is what is wrong with the call; a host is answered with it.
	wrong error
}

// The values of --fail-on of the gate, besides never.
const (
	gateFailBlock = "block"
	gateFailWarn  = "warn"
)

// New is the command gate.
func New(f *kit.Factory) *cobra.Command {
	opts := &gateOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "gate [PATH|ARCHIVE...]",
		Short: "Decide what may be installed",
		Long: `Decides for every skill below the paths, or in an archive (zip, tar, tar.gz),
whether it may be installed: by what lint finds in it, its signature, origin, name
and dependencies. The answer for each skill is allow, warn or block, with reasons.
Nothing in a skill is executed; archives are unpacked into a private folder that is
removed afterwards. A folder with openclaw.plugin.json or .claude-plugin/plugin.json
is a plugin, and judged whole.

The settings under "install" say what leads to a warning or a block. --lock compares
with a lock file and warns about a skill that asks for more than was locked.

What was found in a skill is remembered until one of its files changes; signatures,
names and the decision itself are looked at anew each time. Answers to an agent and
"skillctl install" remember nothing.

With --protocol openclaw it is the install policy that OpenClaw 2026.6.5 or later
calls: one request on standard input, one answer on standard output, and always
exit code 0 once there is an answer. Whatever goes wrong is answered with "block"
and a reason. It needs no environment and no working directory. Its settings are
those of the machine (/etc/skillctl), of the user (.config/skillctl in the home
folder) and of --config, which then must exist; without any, the built-in ones
apply. In openclaw.json:

  "security": {"installPolicy": {"enabled": true, "exec": {
    "source": "exec", "command": "/usr/local/bin/skillctl",
    "args": ["gate", "--protocol", "openclaw"]}}}

"skillctl doctor --deep" tests that this works.

Exit codes
  0  nothing is blocked
  1  something is blocked, or --fail-on warn and something is warned about
  2  a flag, a path or a setting is wrong
  3  skillctl failed
  4  there was nothing to judge`,
		Example: `  skillctl gate skills
  skillctl gate weather.zip --fail-on warn
  skillctl gate skills --lock skills.lock --format sarif --output gate.sarif
  skillctl gate --protocol openclaw --config /etc/skillctl/gate.cue < request.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.paths = args
			kit.WarnHostFlag(cmd, opts.factory.IO)
			if err := opts.check(); err != nil {
				return err
			}
			return gateRun(cmd.Context(), opts)
		},
	}
	gateFlags(cmd, opts)
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if opts.protocol == protocolOpenClaw {
			opts.wrong = err
			return gateProtocol(cmd.Context(), opts)
		}
		return kit.FlagError(cmd, err)
	})
	return cmd
}

func gateRun(ctx context.Context, opts *gateOptions) error {
	if opts.protocol != "" {
		return gateProtocol(ctx, opts)
	}
	return gatePaths(ctx, opts)
}

func gateFlags(cmd *cobra.Command, opts *gateOptions) {
	f2 := cmd.Flags()
	f2.SortFlags = false
	f2.StringVar(&opts.format, "format", format.NamePretty, "how to write the report: "+strings.Join(format.Names(), ", "))
	f2.BoolVar(&opts.json, "json", false, "the same as --format json")
	f2.StringVarP(&opts.output, "output", "o", "", "write the report to this `file`, whole or not at all")
	f2.StringVar(&opts.failOn, "fail-on", gateFailBlock, "exit with 1 from this `answer` on: block, warn, never")
	f2.StringVar(&opts.lock, "lock", "", "compare with what this lock `file` has of the same names")
	kit.DialectFlag(cmd, &opts.dialects)
	f2.StringVar(&opts.config, "config", "", "read the settings of the project from this `file`")
	f2.BoolVar(&opts.noConfig, "no-config", false, "ignore the project's settings; those of the system and the user still apply")
	f2.StringSliceVar(&opts.policies, "policy", nil, "a `folder` with policies of your own, which can only tighten")
	f2.StringVar(&opts.color, "color", kit.ColorAuto, "colour the output: auto, always, never")
	f2.BoolVar(&opts.noCache, "no-cache", false, "do not use what is known of skills that did not change")
	f2.BoolVarP(&opts.quiet, "quiet", "q", false, "show no progress")
	f2.BoolVarP(&opts.verbose, "verbose", "v", false, "show which settings were read and what came from the cache")
	f2.StringVar(&opts.protocol, "protocol", "", "answer the request of an `agent` on standard input: openclaw")
	f2.DurationVar(&opts.timeout, "timeout", protocolTime, "time limit for the answer to an agent")
}

// check refuses what contradicts itself. A host is answered instead.
func (o *gateOptions) check() error {
	switch o.protocol {
	case "":
		return o.checkReport()
	case protocolOpenClaw:
	default:
		return kit.Usagef("--protocol %q is not known; it must be openclaw", o.protocol)
	}
	switch {
	case len(o.paths) > 0:
		o.wrong = fmt.Errorf("with --protocol the request names what is judged; leave out %q", o.paths[0])
	case o.timeout <= 0:
		o.wrong = fmt.Errorf("--timeout %s must be above 0", o.timeout)
		o.timeout = protocolTime
	case o.lock != "" || o.output != "" || o.json || o.noConfig || len(o.dialects) > 0 || o.noCache || o.quiet || o.verbose:
		o.wrong = errors.New("with --protocol there is no report: --lock, --output, --json, --no-config, --dialect, --no-cache, --quiet and --verbose have no meaning")
	}
	return nil
}

func (o *gateOptions) checkReport() error {
	if o.json {
		o.format = format.NameJSON
	}
	if o.quiet && o.verbose {
		return kit.Usagef("--quiet and --verbose cannot be used together")
	}
	if o.config != "" && o.noConfig {
		return kit.Usagef("--config and --no-config cannot be used together")
	}
	o.dialects = slices.Compact(slices.Sorted(slices.Values(o.dialects)))
	if err := kit.CheckDialects(o.dialects); err != nil {
		return err
	}
	if err := kit.OneOf("--fail-on", o.failOn, []string{gateFailBlock, gateFailWarn, kit.LevelNever}); err != nil {
		return err
	}
	if err := kit.OneOf("--color", o.color, []string{kit.ColorAuto, kit.ColorAlways, kit.ColorNever}); err != nil {
		return err
	}
	return kit.OneOf("--format", o.format, format.Names())
}
