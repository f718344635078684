package kit

import (
	"fmt"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/policy"
)

// checkPolicies refuses a folder that --policy names and in which nothing is asked
// by this command: whoever named it would believe that it is.
func checkPolicies(streams *IOStreams, q SettingsQuery) error {
	kinds := q.PolicyKinds
	if len(kinds) == 0 {
		kinds = []policy.Kind{policy.KindExec}
	}
	for _, dir := range q.Policies {
		files, err := streams.PolicyDir(dir)
		if err != nil {
			continue // said by who opens it
		}
		all, err := policy.Packages(filepath.ToSlash(dir), files)
		if err != nil {
			return &ExitError{Code: ExitUsage, Err: err}
		}
		if err := policy.Asked(filepath.ToSlash(dir), kinds, all); err != nil {
			return &ExitError{Code: ExitUsage, Err: fmt.Errorf("--policy: %w", err)}
		}
	}
	return nil
}

// For are the flags with those folders alone in which a command that asks policies of some
// kinds finds something, and those that cannot be read, which it then says. One folder may
// be named for several commands.
func (p PolicyFlags) For(streams *IOStreams, kinds ...policy.Kind) PolicyFlags {
	var dirs []string
	for _, dir := range p.Policies {
		if files, err := streams.PolicyDir(dir); err == nil {
			all, err := policy.Packages(filepath.ToSlash(dir), files)
			if err == nil && policy.Asked(filepath.ToSlash(dir), kinds, all) != nil {
				continue
			}
		}
		dirs = append(dirs, dir)
	}
	p.Policies = dirs
	return p
}

// GatePolicies are what the gate asks of an operator's policies: the rules of lint say
// what is in a skill, and the policies of the gate what follows.
func GatePolicies() []policy.Kind { return []policy.Kind{policy.KindInstall, policy.KindLint} }

// LintPolicies opens those folders of policies in which there are rules of lint.
func (s *IOStreams) LintPolicies(dirs []string) ([]policy.Option, error) {
	var opts []policy.Option
	for _, dir := range dirs {
		files, err := s.PolicyDir(dir)
		if err != nil {
			return nil, &ExitError{Code: ExitUsage, Err: err}
		}
		name := filepath.ToSlash(dir)
		all, err := policy.Packages(name, files)
		if err != nil {
			return nil, &ExitError{Code: ExitUsage, Err: err}
		}
		for i := range all {
			if all[i].Kind == policy.KindLint {
				opts = append(opts, policy.WithOperator(name, files))
				break
			}
		}
	}
	if len(opts) == 0 {
		return nil, nil
	}
	return append(opts, compiled(s, dirs)...), nil
}

// OwnRules has a linter ask the rules of lint in folders of policies.
func (s *IOStreams) OwnRules(dirs []string) ([]lint.Option, error) {
	own, err := s.LintPolicies(dirs)
	if err != nil || len(own) == 0 {
		return nil, err
	}
	return []lint.Option{lint.WithPolicies(own...)}, nil
}
