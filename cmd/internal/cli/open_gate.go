package cli

import (
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/settings"
)

// openGate builds the gate for the settings.
func openGate(s *settings.Settings, build func() Build, now func() time.Time) (Gate, error) {
	opts := []engine.GateOption{
		engine.WithGateControl(controlOf(s)), engine.WithGateVersion(build().Version), engine.WithGateClock(now),
	}
	for _, dir := range s.Policies.Dirs {
		files, err := settings.PolicyDir(dir)
		if err != nil {
			return nil, &ExitError{Code: ExitUsage, Err: err}
		}
		opts = append(opts, engine.WithGatePolicies(policy.WithOperator(filepath.ToSlash(dir), files)))
	}
	return engine.NewGate(opts...), nil
}

// rulers are the files and folders that the gate goes by.
func rulers(s *settings.Settings) []string {
	out := append([]string{}, s.Files...)
	out = append(out, s.Policies.Dirs...)
	signature, _ := s.Document()["install"].(map[string]any)
	signature, _ = signature["signature"].(map[string]any)
	for _, key := range []string{"keys", "roots"} {
		list, _ := signature[key].([]any)
		for _, item := range list {
			if name, ok := item.(string); ok {
				out = append(out, name)
			}
		}
	}
	if name, ok := signature["trustedRoot"].(string); ok {
		out = append(out, name)
	}
	for i := range out {
		if name, err := filepath.Abs(out[i]); err == nil {
			out[i] = name
		}
	}
	return out
}
