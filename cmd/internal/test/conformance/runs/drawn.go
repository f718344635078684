package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/schema"
)

// setting is a value of the operator's settings and where it stands.
type setting struct {
	value any
	path  []string
}

// errSettings says that settings are wrong, or that no boundary can be drawn
// from them.
var errSettings = errors.New("settings")

// place is where a command runs: its working directory, and the folder that its
// files go to, "" for none.
type place struct{ workdir, target string }

// anywhere is enough where nothing really runs.
func anywhere() place { return place{workdir: "/srv/project"} }

// drawn is the boundary that settings draw, by the way of the command line.
func drawn(ctx context.Context, decider *exec.Decider, at place, values ...setting) (runner.Boundary, error) {
	options := []settings.Option{settings.WithoutProject(), settings.WithSystemDir(""), settings.WithUserDir("")}
	for _, v := range values {
		options = append(options, settings.WithFlag(strings.Join(v.path, "."), v.value, v.path...))
	}
	loaded, err := settings.Load(ctx, options...)
	var wrong *schema.MergeError
	if errors.As(err, &wrong) {
		return runner.Boundary{}, fmt.Errorf("%w: %w", errSettings, err)
	}
	if err != nil {
		return runner.Boundary{}, err
	}
	decision, err := decider.Decide(ctx, exec.Request{Profile: "strict", Exec: exec.Invocation{
		Argv: []string{"true"}, Cwd: at.workdir, Machine: drawnMachine(at.workdir), OutputDir: at.target,
	}}, loaded)
	if err != nil {
		return runner.Boundary{}, err
	}
	for _, reason := range decision.Reasons {
		switch {
		case reason.Rule == "exec/policy":
			return runner.Boundary{}, fmt.Errorf("decide: %s", reason.Message)
		case reason.Rule == "exec/boundary" && reason.Effect == engine.Deny:
			return runner.Boundary{}, fmt.Errorf("%w: %s", errSettings, reason.Message)
		}
	}
	var boundary runner.Boundary
	text, err := json.Marshal(decision.Boundary)
	if err == nil {
		err = json.Unmarshal(text, &boundary)
	}
	if err != nil {
		return runner.Boundary{}, fmt.Errorf("read the boundary: %w", err)
	}
	return boundary, nil
}

// drawnMachine is one on which boundaries can be drawn.
func drawnMachine(workdir string) *exec.Machine {
	return &exec.Machine{
		OS: "linux", UID: 1000, Homes: []string{"/home/agent"}, Workdir: workdir, Path: []string{"/usr/bin"}, Own: []string{"/home/agent/.config/skillctl"},
		Settings: []string{}, Git: exec.Git{Folders: []string{}, Files: []string{}, Astray: []string{}}, Real: map[string]string{},
	}
}

// wrong says what is wrong with settings skills.codeExec, "" for nothing.
func wrong(s *schema.Schema, codeExec map[string]any) string {
	for _, v := range s.Validate(schema.CodeExec, map[string]any{"skills": map[string]any{"codeExec": codeExec}}) {
		if v.Refused() {
			return fmt.Sprintf("%s %s", schema.PathString(v.Path), v.Message)
		}
	}
	return ""
}
