package engine

import (
	"slices"

	"github.com/skillctl/skillctl/engine/shell"
)

// The facts that a profile asks for in the METADATA of its package, beside what
// the text itself says: custom.facts is a list of these.
const (
	factPrograms = "programs" // what program names resolve to on disk
	factPaths    = "paths"    // what path arguments resolve to
	factOpenClaw = "openclaw" // OpenClaw's reading of the text
	factZeroClaw = "zeroclaw" // ZeroClaw's reading of the text
)

// ExecFacts are the facts about a command.
type ExecFacts struct {
	shell.Facts
	// OpenClaw and ZeroClaw are the same text as those systems see it; nil unless
	// the profile asks for them.
	OpenClaw *shell.OpenClawView `json:"openclaw,omitempty"`
	ZeroClaw *shell.ZeroClawView `json:"zeroclaw,omitempty"`
}

// gather finds the facts about a request.
func (p *execProfile) gather(req *ExecRequest, settings map[string]any) *ExecFacts {
	opts := []shell.Option{shell.WithDialect(dialectOf(req.Shell))}
	if p.facts[factPrograms] {
		opts = append(opts, shell.WithPrograms(shell.ProgramSearch{
			Path: req.variable("PATH"), Dir: req.Cwd, Home: req.variable("HOME"),
		}))
	}
	var paths *shell.PathScope
	if p.facts[factPaths] {
		paths = &shell.PathScope{Dir: req.Cwd, Home: req.variable("HOME"), Roots: rootsOf(req, settings)}
		opts = append(opts, shell.WithPaths(*paths))
	}
	var found *shell.Facts
	if req.Argv != nil {
		found = shell.AnalyzeArgv(req.Argv, opts...)
	} else {
		found = shell.Analyze(req.Command, opts...)
	}
	var facts ExecFacts
	if p.facts[factOpenClaw] {
		scope := openClawScope(req, settings)
		facts.OpenClaw = shell.ReadOpenClaw(found, &scope)
	}
	if p.facts[factZeroClaw] {
		facts.ZeroClaw = shell.ReadZeroClaw(found, paths)
	}
	facts.Facts = *found
	return &facts
}

func dialectOf(s Shell) shell.Dialect {
	if s.Dialect == "" {
		return shell.Bash
	}
	return shell.Dialect(s.Dialect)
}

// variable is what the command will have: what it inherits, unless the request
// sets it.
func (r *ExecRequest) variable(name string) string {
	if value, ok := r.Env[name]; ok {
		return value
	}
	return r.Inherited[name]
}

// rootsOf are the folders that path arguments may lead to.
func rootsOf(req *ExecRequest, settings map[string]any) []string {
	roots := []string{req.Cwd}
	for section, keys := range map[string][]string{
		"exec":     {"allowedRoots"},
		"zeroclaw": {"allowed_roots", "allowed_roots_read_only", "allowed_roots_write_only"},
	} {
		part, _ := settings[section].(map[string]any)
		for _, key := range keys {
			allowed, _ := part[key].([]any)
			for _, root := range allowed {
				if text, ok := root.(string); ok {
					roots = append(roots, text)
				}
			}
		}
	}
	slices.Sort(roots[1:])
	return roots
}
