package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

type gateOptions struct {
	factory *Factory

	paths    []string
	protocol string
	config   string
	policies []string
	timeout  time.Duration
	// wrong is what is wrong with the call; a host is answered with it.
	wrong error
}

func newGate(f *Factory, runF func(context.Context, *gateOptions) error) *cobra.Command {
	opts := &gateOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "gate --protocol openclaw",
		Short: "Decide what may be installed",
		Long: `Decides whether a skill or plugin may be installed: by what lint finds in it,
who signed it, where it comes from, what it is called and what it brings along.

With --protocol openclaw it is the install policy that OpenClaw 2026.6.5 or later
calls: one request on standard input, one answer on standard output, and always
exit code 0 once there is an answer. Whatever goes wrong is answered with "block"
and a reason. It needs no environment and no working folder. Its settings are
those of the machine (/etc/skillctl), of the user (.config/skillctl in the home
folder) and of --config, which then has to be there; where there are none, what
is built in holds. In openclaw.json:

  "security": {"installPolicy": {"enabled": true, "exec": {
    "source": "exec", "command": "/usr/local/bin/skillctl",
    "args": ["gate", "--protocol", "openclaw"]}}}

"skillctl doctor --deep" tries whether that holds.`,
		Example: `  skillctl gate --protocol openclaw < request.json
  skillctl gate --protocol openclaw --config /etc/skillctl/gate.cue < request.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.paths = args
			if err := opts.check(); err != nil {
				return err
			}
			if runF != nil {
				return runF(cmd.Context(), opts)
			}
			return gateProtocol(cmd.Context(), opts)
		},
	}
	f2 := cmd.Flags()
	f2.SortFlags = false
	f2.StringVar(&opts.protocol, "protocol", "", "answer the request of a `host` on standard input: openclaw")
	f2.StringVar(&opts.config, "config", "", "read the settings from this `file`")
	f2.StringSliceVar(&opts.policies, "policy", nil, "a `folder` with policies of your own, which can only tighten")
	f2.DurationVar(&opts.timeout, "timeout", protocolTime, "how long an answer to a host may take")
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if opts.protocol == protocolOpenClaw {
			opts.wrong = err
			return gateProtocol(cmd.Context(), opts)
		}
		return flagError(cmd, err)
	})
	return cmd
}

// check refuses what contradicts itself. A host is answered instead.
func (o *gateOptions) check() error {
	if o.protocol != protocolOpenClaw {
		if o.protocol != "" {
			return usagef("--protocol %q is none that there is; openclaw is wanted", o.protocol)
		}
		return usagef("name the protocol: --protocol openclaw")
	}
	switch {
	case len(o.paths) > 0:
		o.wrong = fmt.Errorf("with --protocol the request says what is to be judged; %q is too much", o.paths[0])
	case o.timeout <= 0:
		o.wrong = fmt.Errorf("--timeout %s is no time in which an answer could be given", o.timeout)
		o.timeout = protocolTime
	}
	return nil
}
