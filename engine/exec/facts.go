package exec

import (
	"slices"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
	openclawexec "github.com/skillctl/skillctl/engine/host/openclaw/exec"
	zeroclawexec "github.com/skillctl/skillctl/engine/host/zeroclaw/exec"
	"github.com/skillctl/skillctl/engine/system"
)

// The facts that a profile asks for in the METADATA of its package, beside what
// the text itself says: custom.facts is a list of these.
const (
	factPrograms = "programs"  // what program names resolve to on disk
	factOperands = "operands"  // what all arguments would be as files; paths holds less
	factPaths    = "paths"     // what path arguments resolve to
	factWords    = "arguments" // what the words of programs are for
	factOpenClaw = "openclaw"  // OpenClaw's reading of the text
	factZeroClaw = "zeroclaw"  // ZeroClaw's reading of the text
)

// Facts are the facts about a command.
type Facts struct {
	command.Facts
	// OpenClaw and ZeroClaw are the same text as those systems see it; nil unless
	// the profile asks for them.
	OpenClaw *openclawexec.View `json:"openclaw,omitempty"`
	ZeroClaw *zeroclawexec.View `json:"zeroclaw,omitempty"`
}

// gather finds the facts about a request. All that they depend on beside it is asked of a
// system.
func (p *execProfile) gather(req *Invocation, settings map[string]any, asked system.System) *Facts {
	opts := []analysis.Option{analysis.WithDialect(dialectOf(req.Shell))}
	if p.facts[factPrograms] {
		opts = append(opts, analysis.WithPrograms(lookup.Search{
			Path: req.variable("PATH"), Dir: req.Cwd, Home: req.variable("HOME"), System: asked,
		}))
	}
	var paths *lookup.Scope
	if p.facts[factPaths] {
		paths = &lookup.Scope{Dir: req.Cwd, Home: req.variable("HOME"), Roots: rootsOf(req, settings), System: asked}
		opts = append(opts, analysis.WithPaths(*paths))
	}
	if p.facts[factOperands] {
		opts = append(opts, analysis.WithOperands(lookup.Scope{Dir: req.Cwd, Home: req.variable("HOME"), Roots: rootsOf(req, settings), System: asked}))
	}
	if p.facts[factWords] {
		opts = append(opts, analysis.WithArguments(), analysis.WithPlaces(), analysis.WithoutParameters(), analysis.WithFolders(req.Cwd, req.variable("HOME"), req.variable("OLDPWD")), analysis.WithNames(lookup.Scope{Dir: req.Cwd, Home: req.variable("HOME"), System: asked}))
	}
	var found *command.Facts
	if req.Argv != nil {
		found = analysis.Argv(req.Argv, opts...)
	} else {
		found = analysis.Text(req.Command, opts...)
	}
	var facts Facts
	if p.facts[factOpenClaw] {
		scope := openClawScope(req, settings, asked)
		facts.OpenClaw = openclawexec.Read(found, &scope)
	}
	if p.facts[factZeroClaw] {
		facts.ZeroClaw = zeroclawexec.Read(found, paths)
	}
	facts.Facts = *found
	return &facts
}

func dialectOf(s Shell) command.Dialect {
	if s.Dialect == "" {
		return command.Bash
	}
	return command.Dialect(s.Dialect)
}

// variable is what the command will have: what it inherits, unless the request
// sets it.
func (r *Invocation) variable(name string) string {
	if value, ok := r.Env[name]; ok {
		return value
	}
	return r.Inherited[name]
}

// rootsOf are the folders that path arguments may lead to.
func rootsOf(req *Invocation, settings map[string]any) []string {
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
