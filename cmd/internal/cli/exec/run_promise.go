package exec

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/cmd/internal/run/code"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner"
)

// promise is what the settings say that code in the language finds.
func (o *codeRun) promise(merged *settings.Settings) code.Promise {
	said := settings.CodeLanguage{}
	switch o.lang() {
	case code.Python:
		said = merged.CodeExec.Python
	case code.JavaScript, code.TypeScript:
		said = merged.CodeExec.JavaScript
	}
	p := code.Promise{Version: versionOf(said.Version), Packages: said.PreinstalledPackages}
	if o.runs() == code.TypeScript && len(o.interpreter.Argv) > 0 && o.interpreter.Name() == "node" {
		p.Least = code.TypeScriptNode
	}
	return p
}

// versionOf is a version that is written as a text or as a number.
func versionOf(value any) string {
	switch value := value.(type) {
	case string:
		return strings.TrimPrefix(strings.TrimSpace(value), "v")
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return ""
}

// probeTime bounds how long it may take to say what is there; a container may have
// to be started for it.
const probeTime = 2 * time.Minute

// keepsPromise runs a program of skillctl's own where the code would run, in the
// same boundary and without a network, and holds what it says to what the settings
// promise.
func (o *codeRun) keepsPromise(ctx context.Context, j *run.Job) error {
	promise := o.promise(j.Merged)
	if promise.Empty() {
		return nil
	}
	found, err := o.probe(ctx, j, promise.Names())
	var missing *runner.NotFoundError
	if errors.As(err, &missing) {
		return err
	}
	where := o.where(j)
	if err != nil {
		return run.Refused(fmt.Sprintf("cannot check whether %s is what the settings promise: %v", where, err))
	}
	if promise.Least != "" && code.Older(found.Version, promise.Least) {
		promise.Least = ""
		if err := o.stripTypes(ctx, j); err != nil {
			return err
		}
	}
	if broken := promise.Broken(found); len(broken) > 0 {
		return run.Refused(fmt.Sprintf("%s is not what the settings promise: %s%s", where, strings.Join(broken, "; "), o.promised(j.Merged)))
	}
	return nil
}

// where names what runs the code.
func (o *codeRun) where(j *run.Job) string {
	if j.Boundary.Docker != nil {
		return fmt.Sprintf("%s in image %q", o.interpreter.Name(), j.Boundary.Docker.Image)
	}
	return j.Spec.Argv[0]
}

// promised says where the settings promise it.
func (o *codeRun) promised(merged *settings.Settings) string {
	key := o.Language
	if o.lang() == code.TypeScript {
		key = string(code.JavaScript)
	}
	for _, what := range []string{"version", "preinstalledPackages"} {
		if place, ok := merged.Origin("codeExec", key, what); ok {
			return fmt.Sprintf(" (%s codeExec.%s)", place, key)
		}
	}
	return ""
}

// probe asks what is there.
func (o *codeRun) probe(ctx context.Context, j *run.Job, names []string) (code.Found, error) {
	file, text := code.Probe(o.lang())
	spec := j.Spec
	at, err := o.copyProbe(&spec, file, text)
	if err != nil {
		return code.Found{}, err
	}
	spec.ID += "-probe"
	spec.Argv = append(append([]string{j.Spec.Argv[0]}, o.interpreter.Argv[1:]...), o.runPath(j, at))
	spec.Argv = append(spec.Argv, names...)
	spec.Files, spec.Stdin, spec.Terminal, spec.Proxy = nil, nil, nil, ""
	var stdout, stderr bytes.Buffer
	spec.Stdout, spec.Stderr = &stdout, &stderr
	spec.Boundary.Network, spec.Boundary.Egress = "none", nil
	spec.Boundary.Limits.TimeoutMS = min(spec.Boundary.Limits.TimeoutMS, probeTime.Milliseconds())
	if docker := spec.Boundary.Docker; docker != nil {
		own := *docker
		own.Network, own.Warm = "", false
		spec.Boundary.Docker = &own
	}
	process, err := j.Backend.Start(ctx, spec)
	if err != nil {
		return code.Found{}, err
	}
	result, err := process.Wait()
	switch {
	case err != nil:
		return code.Found{}, err
	case result.Code != 0:
		line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return code.Found{}, fmt.Errorf("it ended with %d: %s", result.Code, line)
	}
	return code.ReadFound(stdout.Bytes())
}

// copyProbe brings the program to where the code is, and says where.
func (o *codeRun) copyProbe(spec *runner.Spec, file string, text []byte) (string, error) {
	if len(spec.Carried) > 0 {
		spec.Carried = []runner.Carried{{Name: file, Text: text}}
		return path.Join(runner.CarriedFolder, file), nil
	}
	return o.stage.WriteFile(file, text)
}

// runPath is how the run sees a file of the stage.
func (o *codeRun) runPath(j *run.Job, at string) string {
	if o.Code.Path != "" && j.Boundary.Workspace.Access == "none" {
		return o.stage.Path(at)
	}
	return at
}
