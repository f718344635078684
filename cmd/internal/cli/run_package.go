package cli

import (
	"context"
	"errors"
	"path"

	"github.com/skillctl/skillctl/cmd/internal/code"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/settings"
)

// errInstalled says that packages are there already.
var errInstalled = errors.New("the packages are installed")

// install installs the packages that the code wants. That is a request of its own:
// by the settings for packages, whatever the profile, and by the profile too.
func (o *codeRun) install(ctx context.Context, decider Decider, merged *settings.Settings) error {
	options := o.options.execOptions
	options.outputDir, options.pty, options.background, options.yieldSet, options.yield = "", false, false, true, 0
	options.isText, options.argv, options.skill = false, o.installer(), "" // who installs needs no secrets
	streams := *o.factory.IO
	factory := *o.factory
	factory.IO, options.factory = &streams, &factory
	if !options.explain && !options.compare {
		// What the code writes is what is wanted on standard output.
		streams.Out, streams.OutTTY, options.json = streams.Err, streams.ErrTTY, false
	}
	sub := &invocation{factory: options.factory, Options: &options.Options, language: o.language}
	request, err := sub.request(merged)
	if err != nil {
		return err
	}
	request.Exec.Extra = map[string]any{"language": o.language, "install": o.options.packages}
	container := contained(merged, &request.Exec)
	if !options.compare {
		if err := mayInstall(ctx, sub, decider, merged, request); err != nil {
			return err
		}
	}
	if err := o.stage.Prepare(); err != nil {
		return err
	}
	sub.ready = func(context.Context, *job) error {
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
	o.own = map[string]string{name: folder}
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
func mayInstall(ctx context.Context, in *invocation, decider Decider, merged *settings.Settings, request engine.Request) error {
	if in.profile == "codeexec" || in.profile == "" && merged.Exec.Profile == "codeexec" {
		return nil
	}
	request.Profile = "codeexec"
	return in.permitted(ctx, decider, request, merged)
}
