package launch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/runner"
)

// Order is what is to be started: the request as it was judged, and what the
// decision says.
type Order struct {
	ID       string
	Request  exec.Invocation
	Boundary runner.Boundary
	Machine  *exec.Machine
	// Plan is what a person approved; its files are held to. Nil without one.
	Plan *approval.Plan
	// Code is a file that the command runs; its zero value is for none. It is held
	// to as it was judged.
	Code runner.Pin
	// Given is what the shell is given in place of -c and the text of the request: a
	// file with the text, or the text with its arguments apart. Empty for neither.
	Given []string
	// Extra are variables that neither the request sets nor the command inherits,
	// such as those of a skill. They never go into a container.
	Extra map[string]string
	// Settings are the variables that the settings have for containers.
	Settings map[string]string
	// Own are variables that skillctl sets itself, in a container too.
	Own map[string]string
	// Carried are files that a container brings along.
	Carried []runner.Carried
	// Labels stand on a container.
	Labels map[string]string
	// Tied: it goes on in the background at once; see [runner.Spec].
	Tied bool
	// Snapshot is what was there before the request was judged; nil to take what is
	// there now.
	Snapshot *Snapshot
}

// Spec is the command and its boundary, without streams.
func Spec(o Order) (runner.Spec, error) {
	spec := runner.Spec{ID: o.ID, Boundary: o.Boundary, Labels: o.Labels, Tied: o.Tied, Dir: o.Boundary.Workspace.Path}
	argv, err := o.argv()
	if err != nil {
		return spec, err
	}
	spec.Argv = argv
	if o.Boundary.Sandbox == "docker" {
		spec.Env, spec.Carried = containerEnvironment(o), o.Carried
		if o.Code.Path != "" {
			spec.Files = []runner.Pin{o.Code}
		}
		return spec, nil
	}
	found := o.search().Resolve(argv[0])
	if !found.Found {
		return spec, &runner.NotFoundError{Program: argv[0]}
	}
	spec.Argv = append([]string{found.Path}, argv[1:]...)
	pin, err := Pin(found.Path)
	if err != nil {
		return spec, err
	}
	spec.Program = &pin
	spec.Files, spec.Env = o.files(), nativeEnvironment(o)
	if err := o.Snapshot.hold(&spec); err != nil {
		return spec, err
	}
	return spec, nil
}

// argv is what is started: the program itself, or the shell that reads the text.
func (o Order) argv() ([]string, error) {
	r := &o.Request
	if r.Argv != nil {
		if len(r.Argv) == 0 {
			return nil, errors.New("no program is given")
		}
		return r.Argv, nil
	}
	switch {
	case r.Shell.Program == "":
		return nil, &runner.NotFoundError{Program: "bash or sh"}
	case len(o.Given) > 0:
		return append([]string{r.Shell.Program}, o.Given...), nil
	case r.Shell.Dialect == "powershell":
		return []string{r.Shell.Program, "-NoProfile", "-NonInteractive", "-Command", r.Command}, nil
	case r.Shell.Dialect == "bash" || r.Shell.Dialect == "posix":
		return []string{r.Shell.Program, "-c", r.Command}, nil
	}
	return nil, fmt.Errorf("no shell for the dialect %q is installed", r.Shell.Dialect)
}

// search looks programs up as the policies' facts did.
func (o Order) search() lookup.Search {
	return lookup.Search{Path: variable(&o.Request, "PATH"), Dir: o.Request.Cwd, Home: variable(&o.Request, "HOME")}
}

func variable(r *exec.Invocation, name string) string {
	if value, ok := r.Env[name]; ok {
		return value
	}
	return r.Inherited[name]
}

// files are those that are held to besides the program: what a person approved,
// and the code.
func (o Order) files() []runner.Pin {
	var pins []runner.Pin
	if o.Plan != nil {
		for _, f := range append(slices.Clone(o.Plan.Programs), o.Plan.Scripts...) {
			if f.Real != "" {
				pins = append(pins, runner.Pin{Path: f.Path, Real: f.Real, Digest: f.Digest})
			}
		}
	}
	if o.Code.Path != "" {
		pins = append(pins, o.Code)
	}
	return pins
}

// maxPinned is the largest file that is held to by its digest, in bytes: to read
// larger ones takes longer than all the rest. They are held to by where their
// path leads.
const maxPinned = 32 << 20

// Pin is a file as it is now.
func Pin(path string) (runner.Pin, error) {
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return runner.Pin{}, &runner.NotFoundError{Program: path}
	}
	if err != nil {
		return runner.Pin{}, fmt.Errorf("look at %q: %w", path, err)
	}
	pin := runner.Pin{Path: path, Real: real}
	file, err := os.Open(real)
	if errors.Is(err, fs.ErrPermission) {
		return pin, nil // a program may be run by those who cannot read it
	}
	if err != nil {
		return pin, fmt.Errorf("look at %q: %w", path, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxPinned {
		return pin, nil //nolint:nilerr // what is no regular file is refused where it is started
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return pin, fmt.Errorf("read %q: %w", path, err)
	}
	pin.Digest = "sha256:" + hex.EncodeToString(sum.Sum(nil))
	return pin, nil
}

// Changed says in one line what is no longer as it was approved.
func Changed(drift []approval.Drift) string {
	lines := make([]string, 0, len(drift))
	for _, d := range drift {
		lines = append(lines, d.Message)
	}
	return strings.Join(lines, "; ")
}
