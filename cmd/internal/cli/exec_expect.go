package cli

import (
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner"
)

// expecter is a backend that can get ready while a request is still decided.
type expecter interface{ Expect(c runner.Container) }

// expect tells backends that a command is likely to run in a container of this
// machine's engine, so that its answers are there when the decision is. Nothing
// is started by it.
func expect(backends []runner.Backend, merged *settings.Settings, r *engine.ExecRequest) {
	if !contained(merged, r) || r.Node != "" || merged.Run.Host == "node" || r.Host == "node" {
		return
	}
	run, _ := merged.Document()["run"].(map[string]any)
	container, _ := run["docker"].(map[string]any)
	image, _ := container["image"].(string)
	if image == "" {
		return
	}
	for _, b := range backends {
		if e, ok := b.(expecter); ok {
			e.Expect(runner.Container{Image: image})
		}
	}
}
