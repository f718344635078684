package kit

import (
	"path/filepath"

	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/settings"
)

// OpenGate builds the gate for the settings.
func (f *Factory) OpenGate(s *settings.Settings, opts ...install.Option) (Gate, error) {
	known, err := openIntel(f.IO.Getenv)
	if err != nil {
		return nil, err
	}
	opts = append(opts, install.WithIntel(known), install.WithControl(LintControl(s)), install.WithVersion(f.Build().Version), install.WithClock(f.Now))
	for _, dir := range s.Policies.Dirs {
		files, err := f.IO.PolicyDir(dir)
		if err != nil {
			return nil, &ExitError{Code: ExitUsage, Err: err}
		}
		opts = append(opts, install.WithPolicies(policy.WithOperator(filepath.ToSlash(dir), files)))
	}
	opts = append(opts, install.WithPolicies(compiled(f.IO, s.Policies.Dirs)...))
	rules, err := f.IO.LintPolicies(s.Policies.Dirs)
	if err != nil {
		return nil, err
	}
	return install.New(append(opts, install.WithRules(rules...))...), nil
}

// GateFiles are the files and folders that the gate goes by.
func (s *IOStreams) GateFiles(merged *settings.Settings) []string {
	out := append([]string{}, merged.Files...)
	out = append(out, merged.Policies.Dirs...)
	signature, _ := merged.Document()["install"].(map[string]any)
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
		if name, err := s.Abs(out[i]); err == nil {
			out[i] = name
		}
	}
	return out
}
