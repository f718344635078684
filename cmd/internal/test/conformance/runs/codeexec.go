package runs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/report/chat"
	"github.com/skillctl/skillctl/internal/test/conformance"
	"github.com/skillctl/skillctl/runner/output"
	"github.com/skillctl/skillctl/schema"
)

// codeRow is a row of the suite "codeexec" that no decision answers.
type codeRow struct {
	Class  string          `json:"class"`
	Config map[string]any  `json:"config"`
	Op     map[string]any  `json:"op"`
	Expect json.RawMessage `json:"expect"`
}

// codeExec answers rows, with what it made once.
type codeExec struct {
	schema  *schema.Schema
	decider *exec.Decider
}

// CodeExec is the part of the suite "codeexec" about units, files, chats and
// records.
func CodeExec() conformance.Suite {
	c := &codeExec{schema: schema.New(), decider: exec.New()}
	return conformance.Suite{Name: "codeexec", Shapes: conformance.CodeExecShapes(), Run: func(ctx context.Context, raw json.RawMessage) (conformance.Result, error) {
		var row codeRow
		if err := decode(raw, &row); err != nil {
			return conformance.Result{}, err
		}
		switch row.Class {
		case "units":
			return c.units(ctx, &row)
		case "output-files":
			return c.files(ctx, &row)
		case "channel-format", "channel-truncate":
			return row.message()
		case "audit":
			return c.records(ctx, &row)
		case "interactive":
			return c.interactive(ctx, &row)
		}
		return conformance.Result{}, unknown(row.Class)
	}}
}

// strictness of the words of this suite.
func strictness() map[string]int {
	return map[string]int{"keep": 1, "valid": 1, "config_warn": 2, "drop": 3, "config_error": 3}
}

// units asks whether a value of skills.codeExec is one, and what a boundary says
// that the same value draws.
func (c *codeExec) units(ctx context.Context, row *codeRow) (conformance.Result, error) {
	field, _ := row.Config["field"].(string)
	value := row.Op["value"]
	want := strings.Trim(string(row.Expect), `"`)
	what := fmt.Sprintf("%s: %v", field, value)
	if says := wrong(c.schema, map[string]any{"sandbox": map[string]any{field: value}}); says != "" {
		return differs(what+": "+says, "config_error", want, strictness()), nil
	}
	path := map[string][]string{"timeout": {"run", "timeout"}, "memoryLimit": {"run", "limits", "memory"}, "cpuLimit": {"run", "limits", "cpus"}}[field]
	if path == nil {
		return conformance.Result{Outcome: conformance.Skipped, Detail: "there is no setting for " + field}, nil
	}
	if text, ok := value.(string); ok && field == "cpuLimit" {
		number, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return conformance.Result{}, fmt.Errorf("read row: %w", err)
		}
		value = number
	}
	boundary, err := drawn(ctx, c.decider, anywhere(), setting{value, path}, setting{"docker", []string{"run", "sandbox"}}, setting{"sandbox:1", []string{"run", "docker", "image"}})
	if errors.Is(err, errSettings) {
		return differs(what+": "+err.Error(), "config_error", want, strictness()), nil
	}
	if err != nil {
		return conformance.Result{}, err
	}
	limits := boundary.Limits
	got := map[string]string{
		"timeout": strconv.FormatInt(limits.TimeoutMS, 10), "memoryLimit": strconv.FormatInt(limits.Memory, 10), "cpuLimit": strconv.FormatFloat(limits.CPUs, 'f', -1, 64),
	}[field]
	return differs(what, got, want, strictness()), nil
}

// files lays one file out in the folder of a run and takes what may leave.
func (c *codeExec) files(ctx context.Context, row *codeRow) (conformance.Result, error) {
	var want string
	if err := decode(row.Expect, &want); err != nil {
		return conformance.Result{}, err
	}
	if says := wrong(c.schema, row.Config); says != "" {
		return differs(says, "config_error", want, strictness()), nil
	}
	scratch, err := os.MkdirTemp("", "skillctl-rows-")
	if err != nil {
		return conformance.Result{}, err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	if scratch, err = filepath.EvalSymlinks(scratch); err != nil {
		return conformance.Result{}, err
	}
	values := []setting{
		{row.Config["allowedOutputTypes"], []string{"run", "allowedOutputTypes"}}, {row.Config["maxOutputFileSize"], []string{"run", "maxOutputFileSize"}},
	}
	boundary, err := drawn(ctx, c.decider, place{anywhere().workdir, filepath.Join(scratch, "target")}, values...)
	if err != nil {
		return conformance.Result{}, err
	}
	source := filepath.Join(scratch, "work", "out")
	if err := lay(filepath.Join(scratch, "work"), "out", row.Op); err != nil {
		return conformance.Result{}, err
	}
	report, err := output.Collect(ctx, output.In(filepath.Join(scratch, "work"), source), *boundary.Output)
	if err != nil {
		return conformance.Result{}, err
	}
	got := "drop"
	if len(report.Taken) > 0 {
		got = "keep"
	}
	return differs(fmt.Sprintf("%v %+v", row.Op, report.Left), got, want, strictness()), nil
}

// lay makes the file of a row, or the folder that it is, in a folder of the working
// directory. Its path may lead out of that folder, but not out of the directory.
func lay(work, source string, op map[string]any) (err error) {
	name, _ := op["path"].(string)
	size, _ := op["size"].(float64)
	if err := os.MkdirAll(filepath.Join(work, source), 0o700); err != nil {
		return err
	}
	folder, err := os.OpenRoot(work)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	at := filepath.Join(source, name)
	if err := folder.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		return err
	}
	if op["dir"] == true {
		return folder.Mkdir(at, 0o700)
	}
	file, err := folder.Create(at)
	if err != nil {
		return err
	}
	return errors.Join(file.Truncate(int64(size)), file.Close())
}

// message formats a text for a chat.
func (row *codeRow) message() (conformance.Result, error) {
	channel, _ := row.Config["channel"].(string)
	lang, _ := row.Config["lang"].(string)
	limit, _ := row.Config["limit"].(float64)
	text, isText := row.Op["text"].(string)
	if !isText {
		text, _ = row.Op["body"].(string)
	}
	if n, ok := row.Op["body_len"].(float64); ok {
		text = string(bytes.Repeat([]byte{'x'}, int(n)))
	}
	m, err := chat.Format(channel, lang, text, int(limit))
	if err != nil {
		return conformance.Result{}, err
	}
	what := fmt.Sprintf("%s, %d bytes", channel, len(text))
	if row.Class == "channel-truncate" {
		var want struct {
			Truncated bool `json:"truncated"`
			Most      int  `json:"max_message_len"`
		}
		if err := decode(row.Expect, &want); err != nil {
			return conformance.Result{}, err
		}
		got := fmt.Sprintf("cut %v", m.Truncated)
		if want.Most > 0 && m.Length > want.Most {
			got = fmt.Sprintf("%d of %d characters", m.Length, want.Most)
		}
		return differs(what, got, fmt.Sprintf("cut %v", want.Truncated), nil), nil
	}
	var want string
	if err := decode(row.Expect, &want); err != nil {
		return conformance.Result{}, err
	}
	if want == "fence must not close early" {
		got := want
		if n := strings.Count(m.Text, "```"); n != 2 || !strings.HasSuffix(m.Text, "```") {
			got = fmt.Sprintf("%d fences in %q", n, m.Text)
		}
		return differs(what, got, want, nil), nil
	}
	return differs(what, m.Text, want, nil), nil
}

// records asks about the settings of a record, or lets one grow old.
func (c *codeExec) records(ctx context.Context, row *codeRow) (conformance.Result, error) {
	var want string
	if err := decode(row.Expect, &want); err != nil {
		return conformance.Result{}, err
	}
	if says := wrong(c.schema, row.Config); says != "" {
		return differs(says, "config_error", want, strictness()), nil
	}
	days, old := row.Op["record_age_days"].(float64)
	if !old {
		return lintRow(ctx, row, want)
	}
	settings, _ := row.Config["audit"].(map[string]any)
	keep, _ := settings["retentionDays"].(float64)
	deleted, err := prune(ctx, int(days), int(keep))
	if err != nil {
		return conformance.Result{}, err
	}
	got := "keep"
	if deleted {
		got = "drop"
	}
	return differs(fmt.Sprintf("%v of %v days", days, keep), got, want, strictness()), nil
}

// prune writes a record so many days ago and reports whether it goes now.
func prune(ctx context.Context, age, keep int) (bool, error) {
	dir, err := os.MkdirTemp("", "skillctl-rows-")
	if err != nil {
		return false, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	now := time.Date(2026, time.March, 1, 0, 0, 0, 0, time.UTC)
	at := now.AddDate(0, 0, -age)
	log, err := audit.Open(dir, audit.WithClock(func() time.Time { return at }), audit.WithoutSync())
	if err != nil {
		return false, err
	}
	if _, err := log.Append(ctx, nil, audit.Record{Kind: audit.Decided, Run: "old"}); err != nil {
		return false, err
	}
	at = now
	files, err := log.Prune(ctx, keep)
	return len(files) > 0, err
}
