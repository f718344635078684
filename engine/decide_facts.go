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

// gather finds the facts about a request.
func (p *execProfile) gather(req *ExecRequest, settings map[string]any) *shell.Facts {
	opts := []shell.Option{shell.WithDialect(dialectOf(req.Shell)), shell.WithViews(p.facts[factOpenClaw], p.facts[factZeroClaw])}
	if p.facts[factPrograms] {
		opts = append(opts, shell.WithPrograms(shell.ProgramSearch{
			Path: req.variable("PATH"), Dir: req.Cwd, Home: req.variable("HOME"),
		}))
	}
	if p.facts[factOpenClaw] {
		opts = append(opts, shell.WithOpenClaw(openClawScope(req, settings)))
	}
	if p.facts[factPaths] {
		opts = append(opts, shell.WithPaths(shell.PathScope{Dir: req.Cwd, Home: req.variable("HOME"), Roots: rootsOf(req, settings)}))
	}
	if req.Argv != nil {
		return shell.AnalyzeArgv(req.Argv, opts...)
	}
	return shell.Analyze(req.Command, opts...)
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
