package conformance

import (
	"context"
	"fmt"
	"maps"
)

const zeroClawPackage = "data.skillctl.exec.profiles.zeroclaw."

// ask asks profile zeroclaw something else than a decision.
func (b *shellBench) ask(ctx context.Context, row *shellRow, entry string, more map[string]any, target any) error {
	return b.askUnder(ctx, row, shellSettings(row.Config), entry, more, target)
}

func (b *shellBench) askUnder(ctx context.Context, row *shellRow, settings map[string]any, entry string, more map[string]any, target any) error {
	request := b.request(row).Exec
	input := map[string]any{
		"settings": settings,
		"request":  map[string]any{"cwd": request.Cwd, "env": map[string]string{}, "inherited": request.Inherited},
	}
	maps.Copy(input, more)
	return b.decider.Ask(ctx, "zeroclaw", zeroClawPackage+entry, input, target)
}

// path also asks what holds when nobody asks for the recorded version: that is
// never looser than what the row says a careful engine does.
func (b *shellBench) path(ctx context.Context, row *shellRow) (Result, error) {
	var answer struct {
		Allowed bool `json:"allowed"`
	}
	input := map[string]any{"path": row.Path}
	if err := b.ask(ctx, row, "path", input, &answer); err != nil {
		return Result{}, err
	}
	if want := row.expect() == "allow"; answer.Allowed != want {
		return graded(answer.Allowed, fmt.Sprintf("path %q: allowed %v", row.Path, answer.Allowed)), nil
	}
	if row.Hardened == "" {
		return Result{}, nil
	}
	if err := b.askUnder(ctx, row, careful(row.Config), "path", input, &answer); err != nil {
		return Result{}, err
	}
	return row.hardened(answer.Allowed), nil
}

// careful are the row's settings with the default for forbidden paths.
func careful(config map[string]any) map[string]any {
	settings := shellSettings(config)
	delete(settings["zeroclaw"].(map[string]any), "forbidden_precedence")
	return settings
}

func (r *shellRow) hardened(got bool) Result {
	if want := r.Hardened == "allow"; got != want {
		return graded(got, fmt.Sprintf("path %q: by default allowed %v; wanted %s", r.Path, got, r.Hardened))
	}
	return Result{}
}

func (b *shellBench) tool(ctx context.Context, row *shellRow) (Result, error) {
	var answer struct{ Allowed, Excluded bool }
	if err := b.ask(ctx, row, "tool", map[string]any{"tool": row.Tool}, &answer); err != nil {
		return Result{}, err
	}
	got := map[bool]string{true: "allow", false: "deny"}[answer.Allowed]
	if row.Check == "is_tool_excluded" {
		got = map[bool]string{true: "excluded", false: "not_excluded"}[answer.Excluded]
	}
	if got == row.expect() {
		return Result{}, nil
	}
	return graded(got == "allow" || got == "not_excluded", fmt.Sprintf("tool %q: %s", row.Tool, got)), nil
}

func (b *shellBench) escalation(ctx context.Context, row *shellRow) (Result, error) {
	var answer struct {
		Error *string `json:"error"`
	}
	parent := shellSettings(row.Parent)["zeroclaw"]
	if err := b.ask(ctx, row, "escalation", map[string]any{"parent": parent}, &answer); err != nil {
		return Result{}, err
	}
	switch {
	case answer.Error == nil && row.expect() == "deny":
		return Result{Looser, "no error; wanted " + row.Reason}, nil
	case answer.Error != nil && row.expect() == "allow":
		return Result{Stricter, *answer.Error}, nil
	case answer.Error != nil && *answer.Error != row.Reason:
		return Result{Stricter, fmt.Sprintf("says %q; wanted %q", *answer.Error, row.Reason)}, nil
	}
	return Result{}, nil
}

// resolvedAnswer is what the policies say about where a path leads.
type resolvedAnswer struct {
	Write     bool    `json:"write"`
	Read      bool    `json:"read"`
	Protected bool    `json:"protected"`
	ReadRoot  *string `json:"read_root"`
	ToolPath  string  `json:"tool_path"`
	Under     struct{ Write, Read bool }
}

func (b *shellBench) resolved(ctx context.Context, row *shellRow) (Result, error) {
	var answer resolvedAnswer
	input := map[string]any{"path": row.Path}
	if err := b.ask(ctx, row, "resolved", input, &answer); err != nil {
		return Result{}, err
	}
	switch row.Check {
	case "approved_read_root":
		root := ""
		if answer.ReadRoot != nil {
			root = *answer.ReadRoot
		}
		return row.text(root), nil
	case "resolve_tool_path":
		return row.text(answer.ToolPath), nil
	}
	if got, want := answer.of(row.Check), row.expect() == "allow" || row.expect() == "true"; got != want {
		return graded(got, fmt.Sprintf("%s %q: %v", row.Check, row.Path, got)), nil
	}
	if row.Hardened == "" {
		return Result{}, nil
	}
	if err := b.askUnder(ctx, row, careful(row.Config), "resolved", input, &answer); err != nil {
		return Result{}, err
	}
	return row.hardened(answer.of(row.Check)), nil
}

func (a *resolvedAnswer) of(check string) bool {
	switch check {
	case "resolved_read":
		return a.Read
	case "resolved_write":
		return a.Write
	case "runtime_config_path":
		return !a.Protected
	case "is_under_allowed_root":
		return a.Under.Write
	case "is_under_read_only_allowed_root":
		return a.Under.Read
	}
	return a.Under.Write || a.Under.Read
}

func (r *shellRow) text(got string) Result {
	if got == r.expect() {
		return Result{}
	}
	return Result{Looser, fmt.Sprintf("%q; wanted %q", got, r.expect())}
}
