package runs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/host/dialect"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/internal/test/conformance"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/docker"
	"github.com/skillctl/skillctl/schema"
)

// containerRow is a row of the suite "zeroclaw-docker"; which fields it has
// depends on its class.
type containerRow struct {
	Class     string          `json:"class"`
	Config    map[string]any  `json:"config"`
	Workspace string          `json:"workspace"`
	Command   string          `json:"command"`
	Keys      []string        `json:"env_keys"`
	ArgsIn    []string        `json:"args_in"`
	ProgramIn string          `json:"program_in"`
	Args      []string        `json:"args"`
	Contain   [][]string      `json:"args_contain"`
	Absent    []string        `json:"args_absent"`
	Expect    json.RawMessage `json:"expect"`
	Reason    string          `json:"reason"`
	Files     struct {
		Links   map[string]string `json:"root_canon"`
		Missing []string          `json:"missing_roots"`
	} `json:"fs"`
}

// want is what a row expects in a word, "" when it is more than a word.
func (r *containerRow) want() string {
	var word string
	_ = json.Unmarshal(r.Expect, &word)
	return word
}

// containers answers the rows of the suite.
type containers struct {
	decider *exec.Decider
	schema  *schema.Schema
	held    *held
}

// Containers is the suite of what ZeroClaw and skills.codeExec ask of a
// container. A configuration file of the row's is read as the command line would
// read it, decided about, and planned; rows that were measured are run.
func Containers(parts Parts) conformance.Suite {
	decider := exec.New()
	outside := newOutside()
	c := &containers{decider: decider, schema: schema.New(), held: &held{decider: decider, outside: outside, parts: parts}}
	return conformance.Suite{Name: "zeroclaw-docker", Shapes: containerShapes(), Close: func() error { return errors.Join(c.held.close(), outside.close()) }, Run: func(ctx context.Context, raw json.RawMessage) (conformance.Result, error) {
		var row containerRow
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.UseNumber()
		if err := decoder.Decode(&row); err != nil {
			return conformance.Result{}, fmt.Errorf("read row: %w", err)
		}
		switch row.Class {
		case "runtime", "runtime-env", "runtime-mount", "runtime-command", "sandbox-wrapper":
			return c.planned(ctx, &row)
		case "runtime-props":
			return c.properties(ctx, &row)
		case "boundary-selection":
			return c.selected(ctx, &row)
		case "derived-codeexec":
			return c.derived(ctx, &row)
		case "measured":
			return c.measured(ctx, &row)
		}
		return conformance.Result{}, unknown(row.Class)
	}}
}

// ground is a part of a file system in which a row's paths lie.
type ground struct{ dir string }

func newGround() (ground, error) {
	dir, err := os.MkdirTemp("", "skillctl-rows-")
	if err != nil {
		return ground{}, err
	}
	real, err := filepath.EvalSymlinks(dir)
	return ground{real}, err
}

// at is where a path of a row really lies, which is always in the ground; / is what
// it is.
func (g ground) at(path string) string {
	if path == "/" {
		return path
	}
	return filepath.Join(g.dir, "fs", filepath.Clean("/"+path))
}

// named is an error with the paths of a row.
func (g ground) named(err error) string {
	return strings.NewReplacer(g.dir+"/fs", "", g.dir+"/", "").Replace(err.Error())
}

func (g ground) clear() { _ = os.RemoveAll(g.dir) }

// lay makes the folders and links of a row.
func (g ground) lay(row *containerRow, roots []string) error {
	folders := []string{row.Workspace, "/home/agent"}
	for _, root := range roots {
		if _, link := row.Files.Links[root]; !link && !slices.Contains(row.Files.Missing, root) {
			folders = append(folders, root)
		}
	}
	for _, folder := range folders {
		if err := os.MkdirAll(g.at(folder), 0o755); err != nil {
			return err
		}
	}
	for name, target := range row.Files.Links {
		if err := os.Symlink(g.at(target), g.at(name)); err != nil {
			return err
		}
	}
	return nil
}

// errRefused says that nothing would run.
var errRefused = errors.New("refused")

// plan is what an engine would be asked for: by the way of the command line, from
// a configuration file on. What says no on this way is an errRefused.
func (c *containers) plan(ctx context.Context, g ground, file, profile string, request exec.Invocation, flags ...setting) (*docker.Request, runner.Boundary, error) {
	boundary, loaded, err := c.draw(ctx, g, file, profile, &request, flags...)
	if err != nil {
		return nil, boundary, err
	}
	if boundary.Sandbox != docker.Name {
		return nil, boundary, nil
	}
	order := launch.Order{ID: "row", Request: request, Boundary: boundary, Machine: request.Machine, Settings: loaded.Run.Docker.Env}
	spec, err := launch.Spec(order)
	if err != nil {
		return nil, boundary, fmt.Errorf("%w: %w", errRefused, err)
	}
	spec.Stdin = strings.NewReader("")
	plan, err := docker.Plan(spec)
	if err != nil {
		return nil, boundary, fmt.Errorf("%w: %w", errRefused, err)
	}
	return plan, boundary, nil
}

// draw is the boundary alone.
func (c *containers) draw(ctx context.Context, g ground, file, profile string, request *exec.Invocation, flags ...setting) (runner.Boundary, *settings.Settings, error) {
	options := []settings.Option{settings.WithFile(file), settings.WithTranslator(dialect.Reader{}.Translate), settings.WithoutProject(), settings.WithSystemDir(""), settings.WithUserDir("")}
	for _, f := range flags {
		options = append(options, settings.WithFlag(strings.Join(f.path, "."), f.value, f.path...))
	}
	loaded, err := settings.Load(ctx, options...)
	var wrong *schema.MergeError
	if errors.As(err, &wrong) {
		return runner.Boundary{}, nil, fmt.Errorf("%w: %w", errRefused, err)
	}
	if err != nil {
		return runner.Boundary{}, nil, err
	}
	inherited := map[string]string{"PATH": "/usr/bin:/bin", "HOME": g.at("/home/agent"), "NOBODY_ASKED": "secret"}
	maps.Copy(inherited, request.Inherited)
	request.Inherited = inherited
	request.Shell = launch.ContainerShell()
	getenv := func(name string) string { return request.Inherited[name] }
	request.Machine = launch.Inspect(launch.Query{Dir: request.Cwd, Path: getenv("PATH"), Roots: loaded.Run.AllowedWorkspaceRoots, Settings: []string{file}, Getenv: getenv})
	decision, err := c.decider.Decide(ctx, exec.Request{Kind: "exec", Profile: profile, Exec: *request}, loaded)
	if err != nil {
		return runner.Boundary{}, nil, err
	}
	for _, reason := range decision.Reasons {
		switch {
		case reason.Rule == "exec/policy":
			return runner.Boundary{}, nil, fmt.Errorf("decide: %s", reason.Message)
		case reason.Rule == "exec/boundary" && reason.Effect == engine.Deny:
			return runner.Boundary{}, nil, fmt.Errorf("%w: %s", errRefused, reason.Message)
		}
	}
	boundary, err := launch.Boundary(decision)
	return boundary, loaded, err
}

// weigh is a list of differences in the words of a suite.
type weigh struct{ looser, stricter []string }

func (w *weigh) add(looser bool, format string, values ...any) {
	text := fmt.Sprintf(format, values...)
	if looser {
		w.looser = append(w.looser, text)
		return
	}
	w.stricter = append(w.stricter, text)
}

func (w *weigh) result(what any) conformance.Result {
	switch {
	case len(w.looser) > 0:
		return conformance.Result{Outcome: conformance.Looser, Detail: fmt.Sprintf("%v: %s", what, strings.Join(w.looser, "; "))}
	case len(w.stricter) > 0:
		return conformance.Result{Outcome: conformance.Stricter, Detail: fmt.Sprintf("%v: %s", what, strings.Join(w.stricter, "; "))}
	}
	return conformance.Result{}
}
