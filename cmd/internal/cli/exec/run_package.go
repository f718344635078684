package exec

import (
	"context"
	"errors"
	"path"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/cmd/internal/run/code"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/settings"
)

// errInstalled says that packages are there already.
var errInstalled = errors.New("the packages are installed")

// install installs the packages that the code wants. That is a request of its own:
// by the settings for packages, whatever the profile, and by the profile too.
func (o *codeRun) install(ctx context.Context, decider kit.Decider, merged *settings.Settings) error {
	options := o.options.execOptions
	options.OutputDir, options.PTY, options.Background, options.YieldSet, options.Yield = "", false, false, true, 0
	options.IsText, options.Argv, options.Skill = false, o.installer(), "" // who installs needs no secrets
	streams := *o.Factory.IO
	factory := *o.Factory
	factory.IO, options.factory = &streams, &factory
	if !options.explain && !options.compare {
		// What the code writes is what is wanted on standard output.
		streams.Out, streams.OutTTY, options.JSON = streams.Err, streams.ErrTTY, false
	}
	sub := &run.Invocation{Factory: options.factory, Options: &options.Options, Language: o.Language}
	request, err := sub.Request(merged)
	if err != nil {
		return err
	}
	request.Exec.Extra = map[string]any{"language": o.Language, "install": o.options.packages}
	container := run.Contained(merged, &request.Exec)
	if !options.compare {
		if err := mayInstall(ctx, sub, decider, merged, request); err != nil {
			return err
		}
	}
	if err := o.stage.Prepare(); err != nil {
		return err
	}
	sub.BeforeStart = func(context.Context, *run.Job) error {
		if o.stage.Installed() {
			return errInstalled
		}
		return nil
	}
	if err := options.settle(ctx, sub, decider, request, merged); err != nil && !errors.Is(err, errInstalled) {
		return err
	}
	folder := o.stage.Path(o.stage.Packages(o.lang()))
	if container {
		folder = path.Join("/workspace", o.stage.Packages(o.lang()))
	}
	name := "NODE_PATH"
	if o.lang() == code.Python {
		name = "PYTHONPATH"
	}
	o.OwnEnv = map[string]string{name: folder}
	if options.explain || options.compare {
		return nil
	}
	return o.stage.Done()
}

// installer are the words that install the packages. Nothing but the index that
// the system names is asked, and nothing of a package is run.
func (o *codeRun) installer() []string {
	argv := append([]string{}, "npm", "install", "--prefix", o.stage.Base(), "--ignore-scripts=true", "--no-audit", "--no-fund", "--no-save", "--")
	if o.lang() == code.Python {
		argv = append(append([]string{}, o.interpreter.Argv...), "-m", "pip", "install", "--isolated", "--no-input", "--disable-pip-version-check",
			"--only-binary=:all:", "--target", o.stage.Packages(o.lang()), "--")
	}
	return append(argv, o.options.packages...)
}

// mayInstall asks the settings for packages where the request is not judged by
// them anyway.
func mayInstall(ctx context.Context, in *run.Invocation, decider kit.Decider, merged *settings.Settings, request exec.Request) error {
	if in.Profile == "codeexec" || in.Profile == "" && merged.Exec.Profile == "codeexec" {
		return nil
	}
	request.Profile = "codeexec"
	return in.Permitted(ctx, decider, request, merged)
}
