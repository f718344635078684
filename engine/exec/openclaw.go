package exec

import (
	"maps"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/host/openclaw/exec"
	"github.com/skillctl/skillctl/engine/system"
)

// openClawScope is what OpenClaw's reading of a command depends on: see
// policies/exec/openclaw.
func openClawScope(req *Invocation, settings map[string]any, asked system.System) openclawexec.Scope {
	env := make(map[string]string, len(req.Inherited)+len(req.Env))
	maps.Copy(env, req.Inherited)
	maps.Copy(env, req.Env)
	exec, _ := settings["exec"].(map[string]any)
	return openclawexec.Scope{
		// A request may not change the PATH of the host.
		Search:   lookup.Search{Path: req.Inherited["PATH"], Dir: req.Cwd, Home: req.variable("HOME"), System: asked},
		Env:      env,
		SafeBins: stringsOf(exec["safeBins"]),
		SafeDirs: stringsOf(exec["safeBinTrustedDirs"]),
	}
}

// stringsOf are the texts in a list of settings, nil for no list.
func stringsOf(value any) []string {
	list, ok := value.([]any)
	if !ok {
		return nil
	}
	out := make([]string, 0, len(list))
	for _, item := range list {
		if text, ok := item.(string); ok {
			out = append(out, text)
		}
	}
	return out
}
