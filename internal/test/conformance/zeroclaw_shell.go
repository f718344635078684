package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
)

// shellRow is a row of the suite "zeroclaw-shell"; which fields it has depends
// on the check.
type shellRow struct {
	Class    string             `json:"class"`
	Check    string             `json:"check"`
	Config   map[string]any     `json:"config"`
	Parent   map[string]any     `json:"parent"`
	Command  string             `json:"command"`
	Path     string             `json:"path"`
	Tool     string             `json:"tool"`
	Args     map[string]any     `json:"args"`
	FS       map[string]*string `json:"fs"`
	Expect   json.RawMessage    `json:"expect"`
	Hardened string             `json:"hardened_expect"`
	Risk     string             `json:"risk"`
	Reason   string             `json:"reason"`
	Error    string             `json:"error"`
	Contains string             `json:"error_contains"`
	Stages   struct {
		Gate string  `json:"gate"`
		Path *string `json:"path_arg"`
	} `json:"stages"`

	// What only a runner can show.
	Stdout    any `json:"stdout_contains"`
	Forwarded any `json:"forwarded"`
	SafeEnv   any `json:"safe_env_vars"`
}

// shellAnswer is what profile zeroclaw says beside the decision.
type shellAnswer struct {
	Gate      string `json:"gate"`
	Allowlist bool   `json:"allowlist"`
	Risk      string `json:"risk"`
	Validate  struct {
		OK     bool   `json:"ok"`
		Reason string `json:"reason"`
		Stop   struct {
			Message string `json:"message"`
		} `json:"stop"`
	} `json:"validate"`
	PathArg          *string         `json:"path_arg"`
	WorkspacePathArg *string         `json:"workspace_path_arg"`
	Stages           []string        `json:"stages"`
	Grammar          bool            `json:"grammar"`
	Redirects        map[string]bool `json:"redirects"`
}

// shellBench asks profile zeroclaw.
type shellBench struct {
	decider *exec.Decider
	root    func() (string, error)
}

// ZeroClawShell is the suite of ZeroClaw's shell policy, asked as the version
// that the rows were recorded with decides.
func ZeroClawShell() Suite {
	b := &shellBench{decider: exec.New(), root: sync.OnceValues(func() (string, error) {
		root, err := os.MkdirTemp("", "conformance")
		if err != nil {
			return "", err
		}
		return filepath.EvalSymlinks(root)
	})}
	return Suite{Name: "zeroclaw-shell", Shapes: zeroClawShellShapes(), Run: b.run, Close: func() error {
		root, err := b.root()
		if err != nil {
			return err
		}
		return os.RemoveAll(root)
	}}
}

func (b *shellBench) run(ctx context.Context, raw json.RawMessage) (Result, error) {
	var row shellRow
	if err := json.Unmarshal(raw, &row); err != nil {
		return Result{}, fmt.Errorf("read row: %w", err)
	}
	if err := b.place(&row); err != nil {
		return Result{}, err
	}
	switch row.Check {
	case "shell_tool", "allowlist", "validate", "path_arg", "workspace_path_arg", "risk", "tool_execute",
		"split_powershell_pipeline_syntax", "unsafe_input_redirect", "unsafe_output_redirect":
		return b.command(ctx, &row)
	case "powershell_allowlist_entry_match":
		return b.entry(ctx, &row)
	case "path":
		return b.path(ctx, &row)
	case "is_tool_allowed", "is_tool_excluded":
		return b.tool(ctx, &row)
	case "escalation":
		return b.escalation(ctx, &row)
	case "resolved_read", "resolved_write", "runtime_config_path", "approved_read_root", "resolve_tool_path",
		"is_under_allowed_root", "is_under_any_allowed_root", "is_under_read_only_allowed_root":
		return b.resolved(ctx, &row)
	}
	return Result{Outcome: Skipped, Detail: "unknown check " + row.Check}, nil
}

// scratchMarks are how rows name the folder that the recorder made, which had a
// number in its name, and other folders that are there.
var scratchMarks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\{(ROOT\}\d*|TMP\d+\})`) })

// place lays out the row's files and puts the names of folders in.
func (b *shellBench) place(row *shellRow) error {
	text, err := json.Marshal(row)
	if err != nil || !strings.Contains(string(text), "${") {
		return err
	}
	root, err := b.root()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(root, "row")
	if err != nil {
		return err
	}
	fill := func(s string) string { return scratchMarks().ReplaceAllString(s, dir) }
	if err := within(dir, slices.Sorted(maps.Keys(row.FS)), func(folder *os.Root, name string) error {
		return lay(folder, name, row.FS[name], fill)
	}); err != nil {
		return err
	}
	row.Path = fill(row.Path)
	row.Expect = json.RawMessage(fill(string(row.Expect)))
	row.Config = filled(row.Config, fill).(map[string]any)
	return nil
}

func lay(folder *os.Root, place string, content *string, fill func(string) string) error {
	if content == nil || os.IsPathSeparator(place[len(place)-1]) {
		return folder.MkdirAll(filepath.Clean(place), 0o755)
	}
	if target, ok := strings.CutPrefix(*content, "-> "); ok {
		return folder.Symlink(fill(target), place)
	}
	return folder.WriteFile(place, []byte(*content), 0o644)
}

// filled applies fill to every text in a value.
func filled(value any, fill func(string) string) any {
	switch value := value.(type) {
	case string:
		return fill(value)
	case []any:
		for i := range value {
			value[i] = filled(value[i], fill)
		}
	case map[string]any:
		for key := range value {
			value[key] = filled(value[key], fill)
		}
	}
	return value
}

// shellSettings turns a row's configuration into settings. The rows were
// recorded from a version in which any allowed root outweighs a forbidden path.
func shellSettings(config map[string]any) map[string]any {
	section := map[string]any{"forbidden_precedence": "roots"}
	for key, value := range config {
		switch key {
		case "autonomy":
			section["level"] = value
		case "dialect":
			section["runtime_has_shell"] = value != "none"
		case "approved", "env", "timeout_secs", "timeout_ms", "runtime_docker", "persistent_writes":
		default:
			if value != "@default" {
				section[key] = value
			}
		}
	}
	return map[string]any{"zeroclaw": section}
}

func (b *shellBench) request(row *shellRow) exec.Request {
	dialect, _ := row.Config["dialect"].(string)
	program := exec.Shell{Program: dialect, Dialect: dialect}
	if dialect == "posix" || dialect == "none" {
		// bash, so that what the profile cannot read is what no shell can.
		program = exec.Shell{}
	}
	approved, _ := row.Config["approved"].(bool)
	if told, ok := row.Args["approved"].(bool); ok {
		approved = told
	}
	workspace, _ := row.Config["workspace_dir"].(string)
	if !filepath.IsAbs(workspace) {
		workspace = "/nonexistent"
	}
	return exec.Request{Profile: "zeroclaw", Exec: exec.Invocation{
		Command: row.Command, Cwd: workspace, Inherited: map[string]string{"HOME": "/home/user"}, Approved: approved, Unattended: true,
		Shell: program,
	}}
}

func (b *shellBench) decide(ctx context.Context, row *shellRow, settings map[string]any) (engine.Decision, shellAnswer, error) {
	var answer shellAnswer
	decision, err := b.decider.Decide(ctx, b.request(row), engine.PlainSettings(settings))
	if err != nil {
		return decision, answer, err
	}
	if err := failed(decision); err != nil {
		return decision, answer, err
	}
	text, err := json.Marshal(decision.Details)
	if err != nil {
		return decision, answer, err
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return decision, answer, fmt.Errorf("read what profile zeroclaw says: %w", err)
	}
	return decision, answer, nil
}

func (b *shellBench) command(ctx context.Context, row *shellRow) (Result, error) {
	if row.Check == "tool_execute" && (row.expect() == "error" || row.Forwarded != nil || row.SafeEnv != nil) {
		return Result{Skipped, "what a runner does: " + row.Reason}, nil
	}
	if row.Class == "skill-tool" {
		// Tools of skills are run as if somebody had approved.
		row.Config["approved"] = true
	}
	decision, answer, err := b.decide(ctx, row, shellSettings(row.Config))
	if err != nil {
		return Result{}, err
	}
	message := decision.Reasons[0].Message
	switch row.Check {
	case "allowlist":
		return row.allowed(answer.Allowlist, answer, "", answer.gateReason())
	case "validate":
		return row.allowed(answer.Validate.OK, answer, answer.Validate.Stop.Message, answer.Validate.Reason)
	case "path_arg":
		return row.allowed(answer.PathArg == nil, answer, "", answer.pathReason(answer.PathArg, "ok"))
	case "workspace_path_arg":
		return row.allowed(answer.WorkspacePathArg == nil, answer, "", answer.pathReason(answer.WorkspacePathArg, "ok"))
	case "risk":
		return row.class(answer.Risk), nil
	case "split_powershell_pipeline_syntax":
		return row.stages(answer), nil
	case "unsafe_input_redirect":
		return row.boolean(!answer.Redirects["input"]), nil
	case "unsafe_output_redirect":
		return row.boolean(!answer.Redirects["output"]), nil
	}
	reason := answer.Validate.Reason
	if answer.Validate.OK {
		reason = answer.pathReason(answer.WorkspacePathArg, "ok")
	}
	return row.allowed(decision.Effect == engine.Allow, answer, message, reason)
}

func (a *shellAnswer) gateReason() string { return a.Gate }

func (a *shellAnswer) pathReason(path *string, otherwise string) string {
	if path == nil {
		return otherwise
	}
	return "forbidden_path:" + *path
}

func (r *shellRow) expect() string {
	var text string
	_ = json.Unmarshal(r.Expect, &text) // rows of some checks hold no text
	return text
}

// ownReasons are reasons of rows that name no gate.
func ownReason(reason string) bool {
	return reason == "truncated" || strings.Contains(reason, " ")
}

// allowed compares the outcome, then the class of risk, the message and the
// gate.
func (r *shellRow) allowed(got bool, a shellAnswer, message, reason string) (Result, error) {
	if want := r.expect() == "allow"; got != want {
		return graded(got, fmt.Sprintf("%s: %q: allowed %v (%s); wanted %s (%s)", r.Check, r.Command, got, reason, r.expect(), r.Reason)), nil
	}
	if r.Risk != "" && r.Risk != a.Risk {
		if result := r.rank(a.Risk, r.Risk); result.Outcome != Agree {
			return result, nil
		}
	}
	if r.Error != "" && r.Error != message || r.Contains != "" && !strings.Contains(message, r.Contains) && r.Check != "tool_execute" {
		return Result{Stricter, fmt.Sprintf("%q: says %q; wanted %q", r.Command, message, r.Error+r.Contains)}, nil
	}
	bare := r.Check == "validate" && strings.HasPrefix(reason, "forbidden_path")
	if !got && !bare && !ownReason(r.Reason) && reason != r.Reason && r.Reason != "forbidden_path" {
		return Result{Stricter, fmt.Sprintf("%q: gate %s; wanted %s", r.Command, reason, r.Reason)}, nil
	}
	return Result{}, nil
}

func (r *shellRow) class(got string) Result {
	if got == r.expect() {
		return Result{}
	}
	return r.rank(got, r.expect())
}

func (r *shellRow) rank(got, want string) Result {
	ranks := []string{"low", "medium", "high"}
	return Result{
		map[bool]Outcome{true: Looser, false: Stricter}[slices.Index(ranks, got) < slices.Index(ranks, want)],
		fmt.Sprintf("%q: risk %s; wanted %s", r.Command, got, want),
	}
}

func (r *shellRow) stages(a shellAnswer) Result {
	var want any
	_ = json.Unmarshal(r.Expect, &want) // compared below
	var got any = "reject"
	if a.Grammar {
		got = plain(a.Stages)
	}
	if reflect.DeepEqual(got, want) {
		return Result{}
	}
	return graded(a.Grammar, fmt.Sprintf("%q: %v; wanted %v", r.Command, got, want))
}

// boolean compares a predicate; true is what is more permissive unless the
// predicate is about what is unsafe, where the caller negates both.
func (r *shellRow) boolean(safe bool) Result {
	if want := r.expect() == "false"; want != safe {
		return graded(safe, fmt.Sprintf("%q: safe %v; wanted %v", r.Command, safe, want))
	}
	return Result{}
}

// entry asks whether an entry of the allow-list matches an executable, by
// running that executable under that entry alone.
func (b *shellBench) entry(ctx context.Context, row *shellRow) (Result, error) {
	allowed, _ := row.Args["allowed"].(string)
	row.Command, _ = row.Args["executable"].(string)
	row.Config["allowed_commands"] = []any{allowed}
	_, answer, err := b.decide(ctx, row, shellSettings(row.Config))
	if err != nil {
		return Result{}, err
	}
	if want := row.expect() == "true"; answer.Allowlist != want {
		return graded(answer.Allowlist, fmt.Sprintf("entry %q matches %q: %v", allowed, row.Command, answer.Allowlist)), nil
	}
	return Result{}, nil
}
