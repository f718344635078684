package lint

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/fact"
	"github.com/skillctl/skillctl/engine/host/zeroclaw"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/skill"
	folders "github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/schema"
)

// zeroClaw asks what ZeroClaw would do: "audit", "tool" or "source".
func (e *Linter) zeroClaw(ctx context.Context, question string) (*policy.Query, error) {
	entry := "data.skillctl.lib.zeroclaw." + question
	return e.loader.Prepare(ctx, entry, entry, func(file string) bool { return !isRuleFile(file) })
}

// lookAsZeroClaw adds the facts that not every run wants: where links lead that
// leave the package, when the skills are for ZeroClaw, and what a rule that is
// off by default looks for.
func (e *Linter) lookAsZeroClaw(facts *fact.Skill, read *skill.Skill, real string, in engine.Dialects) {
	if slices.Contains(in.Judged, "zeroclaw") {
		facts.ZeroClaw = zeroclaw.Read(read, real)
	}
	if rule, ok := e.byID["zeroclaw/content-pattern"]; ok && e.control.enabled(rule) {
		facts.ZeroClaw.Patterns = zeroclaw.ReadPatterns(read)
	}
}

// ZeroClawAudit is what ZeroClaw 15d28660 makes of a skill's folder, in its own
// words.
type ZeroClawAudit struct {
	// Findings make the host skip the skill; sorted.
	Findings []string `json:"findings"`
	// Before are what audits before #5952 found besides.
	Before []string `json:"before"`
	// ScriptsBlocked means that scripts are in the way, and that the operator
	// could allow them.
	ScriptsBlocked bool `json:"scriptsBlocked"`
	// Entries counts what was looked at, the folder included.
	Entries int `json:"entries"`
	// Unreadable are documents that are not UTF-8.
	Unreadable []string `json:"unreadable"`
	// Loaded says whether the host loads the skill; Reason is "AuditFindings",
	// "AuditError" or "ManifestParseError" when it does not.
	Loaded bool   `json:"loaded"`
	Reason string `json:"reason"`
	// Faults are why the loader could not take SKILL.toml.
	Faults []string `json:"faults"`
	// Manifest is SKILL.toml with what the loader fills in, nil when there is
	// none.
	Manifest map[string]any `json:"-"`
}

// ZeroClawSourceError is a folder that cannot be audited. Its text is the
// host's own.
type ZeroClawSourceError struct{ Folder, Fault string }

// Error names the fault and the folder.
func (e *ZeroClawSourceError) Error() string { return e.Fault + ": " + e.Folder }

// AuditZeroClaw answers for a folder as ZeroClaw's skill audit and loader do,
// from the same facts and policies as lint. A [*ZeroClawSourceError] means that
// the host would refuse to look.
func (e *Linter) AuditZeroClaw(ctx context.Context, folder string, allowScripts bool) (ZeroClawAudit, error) {
	info, err := os.Stat(folder)
	switch {
	case err != nil:
		return ZeroClawAudit{}, &ZeroClawSourceError{Folder: folder, Fault: "Skill source does not exist"}
	case !info.IsDir():
		return ZeroClawAudit{}, &ZeroClawSourceError{Folder: folder, Fault: "Skill source must be a directory"}
	}
	real, err := filepath.EvalSymlinks(folder)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return ZeroClawAudit{}, fmt.Errorf("audit %q: %w", folder, err)
	}
	root, err := folders.Open(real)
	if err != nil {
		return ZeroClawAudit{}, fmt.Errorf("audit %q: %w", folder, err)
	}
	defer func() { _ = root.Close() }()
	read, err := skill.Read(ctx, root, filepath.ToSlash(folder), skill.WithDir(filepath.Base(real)))
	if err != nil {
		return ZeroClawAudit{}, err
	}
	facts := fact.OfSkill(read)
	facts.ZeroClaw = zeroclaw.Read(read, real)
	facts.ZeroClaw.Patterns = zeroclaw.ReadPatterns(read)
	found := e.violations(read)
	if facts.ZeroClaw.Manifest != nil && read.TOML == nil {
		// The host prefers SKILL.toml to SKILL.md.
		found["zeroclaw"] = e.schema.Validate(schema.ZeroClawSkill, facts.ZeroClaw.Document())
	}
	facts.Violations = found
	query, err := e.zeroClaw(ctx, "audit")
	if err != nil {
		return ZeroClawAudit{}, err
	}
	var audit ZeroClawAudit
	err = query.EvalInto(ctx, &lintInput{
		Kind: "skill", Hosts: []string{"zeroclaw"}, Skill: facts,
		Options: policy.ValueOf(map[string]map[string]any{"zeroclaw/script-file": {"allow_scripts": allowScripts}}),
	}, &audit)
	audit.Manifest = facts.ZeroClaw.Manifest
	return audit, err
}

// ZeroClawTool is how the host takes a tool of a skill.
type ZeroClawTool struct {
	// Callable means that the model is offered the tool.
	Callable bool `json:"callable"`
	// Timeout is in seconds.
	Timeout int64 `json:"timeout"`
}

// JudgeZeroClawTool says how ZeroClaw takes a tool: kind, target and timeout,
// the last two as in SKILL.toml, nil when not given.
func (e *Linter) JudgeZeroClawTool(ctx context.Context, kind string, target *string, timeout *int64) (ZeroClawTool, error) {
	query, err := e.zeroClaw(ctx, "tool")
	if err != nil {
		return ZeroClawTool{}, err
	}
	var tool ZeroClawTool
	err = query.EvalInto(ctx, map[string]any{"tool": map[string]any{"kind": kind, "target": target, "timeout": timeout}}, &tool)
	return tool, err
}

// ZeroClawSource is how the host takes the source that a skill is installed
// from.
type ZeroClawSource struct {
	// Registry is a bare name, ExtraRegistry a name in a further registry.
	Registry      bool `json:"registry"`
	ExtraRegistry bool `json:"extraRegistry"`
}

// JudgeZeroClawSource says where ZeroClaw looks for a source.
func (e *Linter) JudgeZeroClawSource(ctx context.Context, source string) (ZeroClawSource, error) {
	query, err := e.zeroClaw(ctx, "source")
	if err != nil {
		return ZeroClawSource{}, err
	}
	var judged ZeroClawSource
	err = query.EvalInto(ctx, map[string]any{"source": source}, &judged)
	return judged, err
}
