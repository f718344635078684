package exec

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/system"
)

// Explanation is a decision and what it was drawn from.
type Explanation struct {
	engine.Decision
	// Profile is the one that was asked.
	Profile string
	// Facts are what is known about the command. From [Decider.Explain] they are
	// never nil, and say what every program resolves to.
	Facts *Facts
}

// Explain answers a request as [Decider.Decide] does and hands the facts back,
// also of a request that no policy was asked about.
func (d *Decider) Explain(ctx context.Context, req Request, settings engine.Settings) (Explanation, error) {
	got, err := d.decide(ctx, req, settings, nil, true)
	if err != nil {
		return got, err
	}
	return complete(got, req, settings), nil
}

// complete adds the facts that the policies did not want to know; a reader does.
func complete(got Explanation, req Request, settings engine.Settings) Explanation {
	if got.Facts == nil || len(got.Facts.Programs) == 0 && len(got.Facts.Commands) > 0 {
		programs := &execProfile{facts: map[string]bool{factPrograms: true}}
		document := map[string]any{}
		if settings != nil {
			document = settings.Document()
		}
		facts := programs.gather(&req.Exec, document, system.Here{})
		if got.Facts == nil {
			got.Facts = facts
		} else {
			// What was decided from stays as it is.
			shown := *got.Facts
			shown.Programs = facts.Programs
			got.Facts = &shown
		}
	}
	return got
}

// Profiles lists the profiles that there are, sorted: those that ship with
// skillctl and those of the operator's policies. A policy that cannot be read is
// an error.
func (d *Decider) Profiles() ([]string, error) {
	names, err := d.names()
	return slices.Clone(names), err
}

func (d *Decider) findProfiles() ([]string, error) {
	found := map[string]bool{}
	shipped, err := fs.Glob(d.loader.Files(), "exec/*/*.rego")
	if err != nil {
		return nil, fmt.Errorf("list profiles: %w", err)
	}
	for _, file := range shipped {
		found[path.Base(path.Dir(file))] = true
	}
	all, err := d.loader.OperatorMetadata()
	if err != nil {
		return nil, fmt.Errorf("list profiles: %w", err)
	}
	for _, metadata := range all {
		if name, ok := strings.CutPrefix(strings.Join(metadata.Package, "."), "skillctl.exec.profiles."); ok {
			found[name] = true
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}
