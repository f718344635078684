package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/host/zeroclaw"
	"github.com/skillctl/skillctl/engine/lint"
)

// auditRow is a row of the suite "zeroclaw-audit"; which fields it has depends
// on the check.
type auditRow struct {
	Check  string           `json:"check"`
	Tree   map[string]entry `json:"tree"`
	Skill  string           `json:"skill"`
	Config struct {
		AllowScripts bool `json:"allow_scripts"`
	} `json:"config"`
	Expect json.RawMessage `json:"expect"`

	Findings       []string `json:"findings"`
	ScriptsBlocked *bool    `json:"scripts_blocked"`
	FilesScanned   *int     `json:"files_scanned"`
	Error          string   `json:"error"`

	TOML          string         `json:"toml"`
	Parsed        map[string]any `json:"parsed"`
	ErrorContains string         `json:"error_contains"`

	Tool       json.RawMessage `json:"tool"`
	Timeout    *int64          `json:"timeout_secs"`
	Source     string          `json:"source_spec"`
	Template   string          `json:"template"`
	Args       any             `json:"args"`
	LockedArgs map[string]any  `json:"locked_args"`
}

// auditor runs the rows of the suite.
type auditor struct {
	engine func() (*lint.Linter, error)
}

// ZeroClawAudit is the suite of ZeroClaw's skill audit, its manifest loader and
// the tools of a skill.
func ZeroClawAudit() Suite {
	a := &auditor{engine: sync.OnceValues(func() (*lint.Linter, error) { return lint.New() })}
	return Suite{Name: "zeroclaw-audit", Shapes: zeroClawAuditShapes(), Run: a.run}
}

func (a *auditor) run(ctx context.Context, raw json.RawMessage) (Result, error) {
	var row auditRow
	if err := json.Unmarshal(raw, &row); err != nil {
		return Result{}, fmt.Errorf("read row: %w", err)
	}
	e, err := a.engine()
	if err != nil {
		return Result{}, err
	}
	switch row.Check {
	case "audit":
		return row.audit(ctx, e)
	case "content_pattern":
		return row.pattern(ctx, e)
	case "load_skill":
		return row.load(ctx, e)
	case "skill_toml":
		return row.manifest(ctx, e)
	case "tool_callable", "tool_timeout":
		return row.tool(ctx, e)
	case "is_registry_source", "is_extra_registry_source":
		return row.source(ctx, e)
	case "composed_tool_name":
		return row.name()
	case "substitute_args":
		args, _ := row.Args.(map[string]any)
		return row.equal(zeroclaw.RenderTool(row.Template, args))
	case "merge_locked_args":
		return row.equal(zeroclaw.MergeArgs(row.LockedArgs, row.Args))
	}
	return Result{Outcome: Skipped, Detail: "unknown check " + row.Check}, nil
}

// ask lays the tree out and audits the skill in it.
func (r *auditRow) ask(ctx context.Context, e *lint.Linter) (lint.ZeroClawAudit, string, error) {
	root, err := os.MkdirTemp("", "conformance")
	if err != nil {
		return lint.ZeroClawAudit{}, "", err
	}
	defer func() { _ = os.RemoveAll(root) }()
	// The host names real paths.
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	if err := layOut(root, r.Tree); err != nil {
		return lint.ZeroClawAudit{}, "", err
	}
	audit, err := e.AuditZeroClaw(ctx, filepath.Join(root, filepath.FromSlash(r.Skill)), r.Config.AllowScripts)
	var refused *lint.ZeroClawSourceError
	if errors.As(err, &refused) {
		return audit, strings.ReplaceAll(refused.Error(), root, rootMark), nil
	}
	return audit, "", err
}

func (r *auditRow) audit(ctx context.Context, e *lint.Linter) (Result, error) {
	audit, refused, err := r.ask(ctx, e)
	if err != nil {
		return Result{}, err
	}
	expect := r.text()
	if len(audit.Unreadable) > 0 {
		refused = "not UTF-8: " + strings.Join(audit.Unreadable, ", ")
	}
	switch {
	case expect == "error" && refused == "":
		return Result{Looser, "no error; wanted " + r.Error}, nil
	case expect == "error" && len(audit.Unreadable) == 0 && refused != r.Error:
		return Result{Stricter, fmt.Sprintf("error %q; wanted %q", refused, r.Error)}, nil
	case expect == "error":
		return Result{}, nil
	case refused != "":
		return Result{Stricter, "error " + refused}, nil
	}
	if missing := lacking(r.Findings, audit.Findings); len(missing) > 0 {
		return Result{Looser, "not found: " + strings.Join(missing, "; ")}, nil
	}
	if more := lacking(audit.Findings, r.Findings); len(more) > 0 {
		return Result{Stricter, "found besides: " + strings.Join(more, "; ")}, nil
	}
	if r.ScriptsBlocked != nil && audit.ScriptsBlocked != *r.ScriptsBlocked {
		return graded(*r.ScriptsBlocked, fmt.Sprintf("scripts blocked %v", audit.ScriptsBlocked)), nil
	}
	if r.FilesScanned != nil && audit.Entries != *r.FilesScanned {
		return graded(audit.Entries < *r.FilesScanned, fmt.Sprintf("%d entries; wanted %d", audit.Entries, *r.FilesScanned)), nil
	}
	return Result{}, nil
}

func graded(looser bool, detail string) Result {
	if looser {
		return Result{Looser, detail}
	}
	return Result{Stricter, detail}
}

// lacking returns the texts of want that have does not hold. "(*)" stands for
// any text: what a parser says differs between parsers.
func lacking(want, have []string) []string {
	var missing []string
	for _, text := range want {
		found := false
		for _, other := range have {
			found = found || sameText(text, other)
		}
		if !found {
			missing = append(missing, text)
		}
	}
	return missing
}

func sameText(a, b string) bool {
	if a == b {
		return true
	}
	for range 2 {
		if before, after, ok := strings.Cut(a, "(*)"); ok {
			return strings.HasPrefix(b, before+"(") && strings.HasSuffix(b, ")"+after)
		}
		a, b = b, a
	}
	return false
}

func (r *auditRow) text() string {
	var text string
	_ = json.Unmarshal(r.Expect, &text) // rows of other checks hold no text
	return text
}

func (r *auditRow) pattern(ctx context.Context, e *lint.Linter) (Result, error) {
	if r.Skill == "" {
		for name := range r.Tree {
			r.Skill, _, _ = strings.Cut(name, "/")
		}
	}
	audit, _, err := r.ask(ctx, e)
	if err != nil {
		return Result{}, err
	}
	if missing := lacking(r.Findings, audit.Before); len(missing) > 0 {
		return Result{Looser, "not found: " + strings.Join(missing, "; ")}, nil
	}
	if more := lacking(audit.Before, r.Findings); len(more) > 0 {
		return Result{Stricter, "found besides: " + strings.Join(more, "; ")}, nil
	}
	return Result{}, nil
}

func (r *auditRow) load(ctx context.Context, e *lint.Linter) (Result, error) {
	var want struct {
		Loaded         bool   `json:"loaded"`
		Reason         string `json:"reason"`
		ScriptsBlocked bool   `json:"scripts_blocked"`
	}
	if err := json.Unmarshal(r.Expect, &want); err != nil {
		return Result{}, fmt.Errorf("read expect: %w", err)
	}
	audit, _, err := r.ask(ctx, e)
	if err != nil {
		return Result{}, err
	}
	got := fmt.Sprintf("loaded %v, reason %q, scripts blocked %v", audit.Loaded, audit.Reason, audit.ScriptsBlocked)
	wanted := fmt.Sprintf("loaded %v, reason %q, scripts blocked %v", want.Loaded, want.Reason, want.ScriptsBlocked)
	if got == wanted {
		return Result{}, nil
	}
	return graded(audit.Loaded && !want.Loaded, got+"; wanted "+wanted), nil
}

func (r *auditRow) manifest(ctx context.Context, e *lint.Linter) (Result, error) {
	r.Skill = "skill"
	r.Tree = map[string]entry{"skill/SKILL.toml": {text: r.TOML}}
	audit, _, err := r.ask(ctx, e)
	if err != nil {
		return Result{}, err
	}
	faults := strings.Join(audit.Faults, "; ")
	if r.text() == "error" {
		switch {
		case faults == "":
			return Result{Looser, "no error; wanted one about " + r.ErrorContains}, nil
		case !strings.Contains(faults, r.ErrorContains):
			return Result{Stricter, fmt.Sprintf("error %q; wanted one about %s", faults, r.ErrorContains)}, nil
		}
		return Result{}, nil
	}
	if faults != "" {
		return Result{Stricter, "error " + faults}, nil
	}
	if !holds(r.Parsed, plain(audit.Manifest)) {
		return Result{Stricter, fmt.Sprintf("parsed %v; wanted %v", audit.Manifest, r.Parsed)}, nil
	}
	return Result{}, nil
}

// plain turns a value into what encoding/json would read.
func plain(value any) any {
	text, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	var out any
	_ = json.Unmarshal(text, &out)
	return out
}

// holds reports whether got holds everything that want holds.
func holds(want, got any) bool {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		for key, value := range want {
			ok = ok && holds(value, object[key])
		}
		return ok || len(want) == 0
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			return false
		}
		for i := range want {
			if !holds(want[i], list[i]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(want, got)
}

func (r *auditRow) tool(ctx context.Context, e *lint.Linter) (Result, error) {
	var tool struct {
		Kind   string  `json:"kind"`
		Target *string `json:"target"`
	}
	if r.Check == "tool_callable" {
		if err := json.Unmarshal(r.Tool, &tool); err != nil {
			return Result{}, fmt.Errorf("read tool: %w", err)
		}
	}
	judged, err := e.JudgeZeroClawTool(ctx, tool.Kind, tool.Target, r.Timeout)
	if err != nil {
		return Result{}, err
	}
	if r.Check == "tool_timeout" {
		return r.equal(judged.Timeout)
	}
	want := r.text() == "callable"
	if judged.Callable == want {
		return Result{}, nil
	}
	return graded(judged.Callable, fmt.Sprintf("callable %v", judged.Callable)), nil
}

func (r *auditRow) source(ctx context.Context, e *lint.Linter) (Result, error) {
	judged, err := e.JudgeZeroClawSource(ctx, r.Source)
	if err != nil {
		return Result{}, err
	}
	got := judged.Registry
	if r.Check == "is_extra_registry_source" {
		got = judged.ExtraRegistry
	}
	var want bool
	if err := json.Unmarshal(r.Expect, &want); err != nil {
		return Result{}, fmt.Errorf("read expect: %w", err)
	}
	if got == want {
		return Result{}, nil
	}
	return graded(got, fmt.Sprintf("%v; wanted %v", got, want)), nil
}

func (r *auditRow) name() (Result, error) {
	var tool string
	if err := json.Unmarshal(r.Tool, &tool); err != nil {
		return Result{}, fmt.Errorf("read tool: %w", err)
	}
	return r.equal(zeroclaw.ToolName(r.Skill, tool, zeroclaw.ToolNameBytes()))
}

// equal compares a value with what the row expects. A value that differs is
// neither looser nor stricter by itself; it counts as looser, to be seen.
func (r *auditRow) equal(got any) (Result, error) {
	var want any
	if err := json.Unmarshal(r.Expect, &want); err != nil {
		return Result{}, fmt.Errorf("read expect: %w", err)
	}
	if reflect.DeepEqual(plain(got), want) {
		return Result{}, nil
	}
	return Result{Looser, fmt.Sprintf("%v; wanted %v", got, want)}, nil
}
