package kit

import (
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/settings"
)

// OpenGate builds the gate for the settings.
func OpenGate(s *settings.Settings, build func() Build, now func() time.Time) (Gate, error) {
	opts := []install.Option{
		install.WithControl(LintControl(s)), install.WithVersion(build().Version), install.WithClock(now),
	}
	for _, dir := range s.Policies.Dirs {
		files, err := settings.PolicyDir(dir)
		if err != nil {
			return nil, &ExitError{Code: ExitUsage, Err: err}
		}
		opts = append(opts, install.WithPolicies(policy.WithOperator(filepath.ToSlash(dir), files)))
	}
	return install.New(opts...), nil
}

// GateFiles are the files and folders that the gate goes by.
func GateFiles(s *settings.Settings) []string {
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
