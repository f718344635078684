package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/host/dialect"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/internal/test/conformance"
)

// sessionWords are what rows call the session that code runs in.
func sessionWords() map[string][]string {
	return map[string][]string{
		"new": {"new", "fresh", "clean"}, "same": {"same", "reused", "reuse", "existing"}, "expired": {"expired", "ended", "closed"}, "denied": {"denied", "deny", "disabled"},
	}
}

// interactive asks which session code gets that comes so many seconds after the
// first: whether one may be opened is decided, how long it lasts and what it keeps is
// what the settings say that the row's become.
func (c *codeExec) interactive(ctx context.Context, row *codeRow) (conformance.Result, error) {
	var want struct {
		Session string `json:"session"`
	}
	if err := decode(row.Expect, &want); err != nil {
		return conformance.Result{}, err
	}
	if says := wrong(c.schema, row.Config); says != "" {
		return differs(says, "config_error", want.Session, strictness()), nil
	}
	at, _ := row.Op["t"].(float64)
	got, err := c.sessionAt(ctx, row.Config, seconds(at))
	if err != nil {
		return conformance.Result{}, err
	}
	if words := sessionWords()[got]; slices.Contains(words, want.Session) {
		got = want.Session
	}
	known := false
	for _, words := range sessionWords() {
		known = known || slices.Contains(words, want.Session)
	}
	if !known {
		return conformance.Result{}, fmt.Errorf("read row: nothing is known of a session that is %q", want.Session)
	}
	ranks := map[string]int{"new": 1, "denied": 2}
	return differs(fmt.Sprintf("%v after %v s", row.Config, at), got, want.Session, ranks), nil
}

func (c *codeExec) sessionAt(ctx context.Context, config map[string]any, at time.Duration) (string, error) {
	loaded, err := loadCodeExec(ctx, config)
	if err != nil {
		return "", err
	}
	decision, err := c.decider.Decide(ctx, exec.Request{Profile: "codeexec", Exec: exec.Invocation{
		Argv: []string{"python3", "main.py"}, Cwd: anywhere().workdir, Unattended: true, Machine: drawnMachine(anywhere().workdir),
		Extra: map[string]any{"language": "python", "interactive": true},
	}}, loaded)
	if err != nil {
		return "", err
	}
	for _, reason := range decision.Reasons {
		switch {
		case reason.Rule == "exec/policy":
			return "", fmt.Errorf("decide: %s", reason.Message)
		case reason.Effect == engine.Deny && reason.Rule == "exec/session":
			return "denied", nil
		}
	}
	if at == 0 {
		return "new", nil
	}
	text, err := json.Marshal(loaded.Run)
	if err != nil {
		return "", err
	}
	var run struct {
		Session struct {
			Lasts   string `json:"maxDuration"`
			Persist bool   `json:"persistState"`
		} `json:"session"`
	}
	if err := decode(text, &run); err != nil {
		return "", err
	}
	lasts, err := time.ParseDuration(run.Session.Lasts)
	switch {
	case err != nil:
		return "", fmt.Errorf("read how long a session lasts: %w", err)
	case at >= lasts:
		return "expired", nil
	case run.Session.Persist:
		return "same", nil
	}
	return "new", nil
}

// loadCodeExec are the settings that a document with skills.codeExec becomes.
func loadCodeExec(ctx context.Context, config map[string]any) (*settings.Settings, error) {
	dir, err := os.MkdirTemp("", "skillctl-rows-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	text, err := json.Marshal(map[string]any{"skills": map[string]any{"codeExec": config}})
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "skills.yaml") // JSON is YAML
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, err
	}
	return settings.Load(ctx, settings.WithFile(file), settings.WithTranslator(dialect.Reader{}.Translate), settings.WithoutProject(), settings.WithSystemDir(""), settings.WithUserDir(""))
}
