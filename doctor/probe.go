package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// The limits that OpenClaw 2026.9.6 sets for a policy command that says none.
const (
	defaultTimeout = 10 * time.Second
	defaultOutput  = 1 << 20
	// maxTimeout bounds what a configuration may ask of this examination.
	maxTimeout = 60 * time.Second
)

// answer is what a policy command said.
type answer struct {
	Decision string `json:"decision"`
	Reason   string `json:"reason"`
	// raw is what it printed, trouble why the host would not take it.
	raw     string
	trouble string
	took    time.Duration
}

// host runs the policy command as OpenClaw 2026.9.6 does.
type host struct {
	command Command
	env     []string
	timeout time.Duration
	output  int64
}

func (m *Machine) policyHost() (*host, bool) {
	c, ok := m.commandOf()
	if !ok || len(c.Refusals(m.UID, m.Home)) > 0 {
		return nil, false
	}
	h := &host{command: c, timeout: defaultTimeout, output: defaultOutput}
	for _, name := range m.OpenClaw.texts(setting("passEnv")...) {
		if value := m.Getenv(name); value != "" {
			h.env = append(h.env, name+"="+value)
		}
	}
	if env, ok := m.OpenClaw.value(setting("env")...).(map[string]any); ok {
		for name := range env {
			h.env = append(h.env, name+"="+m.OpenClaw.text(setting("env", name)...))
		}
	}
	h.env = append(h.env, "OPENCLAW_CLI=1")
	if ms := number(m.OpenClaw.value(setting("timeoutMs")...)); ms > 0 {
		h.timeout = min(time.Duration(ms)*time.Millisecond, maxTimeout)
	}
	if n := number(m.OpenClaw.value(setting("maxOutputBytes")...)); n > 0 {
		h.output = min(int64(n), 64<<20)
	}
	return h, true
}

func number(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case int64:
		return float64(v)
	case json.Number:
		f, _ := v.Float64()
		return f
	}
	return 0
}

// ask sends one request and reads the answer by the host's rules.
func (h *host) ask(ctx context.Context, request []byte) answer {
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, h.command.Path, h.command.Args...)
	cmd.Dir, cmd.Env, cmd.Stdin = filepath.Dir(h.command.Path), h.env, bytes.NewReader(request)
	cmd.WaitDelay = time.Second
	var both counter
	both.limit, both.stop = h.output, cancel
	var stdout bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.MultiWriter(&both, &stdout), &both
	start := time.Now()
	err := cmd.Run()
	a := answer{raw: strings.TrimSpace(stdout.String()), took: time.Since(start)}
	var exit *exec.ExitError
	switch {
	case both.over:
		a.trouble = fmt.Sprintf("its output exceeded %d bytes", h.output)
	case ctx.Err() != nil:
		a.trouble = fmt.Sprintf("it took longer than %s", h.timeout)
	case errors.As(err, &exit):
		a.trouble = fmt.Sprintf("it exited with code %d", exit.ExitCode())
	case err != nil && !errors.Is(err, os.ErrClosed) && !strings.Contains(err.Error(), "broken pipe"):
		a.trouble = fmt.Sprintf("it could not be started: %v", err)
	default:
		a.read()
	}
	return a
}

// read takes the answer apart as the host does.
func (a *answer) read() {
	var body struct {
		ProtocolVersion any    `json:"protocolVersion"`
		Decision        string `json:"decision"`
		Reason          string `json:"reason"`
	}
	decoder := json.NewDecoder(strings.NewReader(a.raw))
	switch err := decoder.Decode(&body); {
	case a.raw == "":
		a.trouble = "it printed nothing"
	case err != nil || decoder.More():
		a.trouble = "it printed something that is not one JSON object"
	case body.ProtocolVersion != 1.0:
		a.trouble = fmt.Sprintf("it answered with protocolVersion %v; it must be the number 1", body.ProtocolVersion)
	case body.Decision != "allow" && body.Decision != "warn" && body.Decision != "block":
		a.trouble = fmt.Sprintf("it answered with the decision %q; it must be allow, warn or block", body.Decision)
	case body.Decision != "allow" && strings.TrimSpace(body.Reason) == "":
		a.trouble = fmt.Sprintf("it answered %s without a reason", body.Decision)
	}
	a.Decision, a.Reason = body.Decision, body.Reason
}

// counter counts what is written, and stops the command above a limit.
type counter struct {
	n, limit int64
	over     bool
	stop     context.CancelFunc
}

func (c *counter) Write(p []byte) (int, error) {
	if c.n += int64(len(p)); c.n > c.limit {
		c.over = true
		c.stop()
	}
	return len(p), nil
}

func probeChecks() []Check {
	return []Check{
		{
			ID: "install-policy/probe", Title: "Install policy does not answer correctly", Deep: true,
			Why: "While the policy fails, nothing can be installed; when its answers differ each time, warnings cannot be acknowledged.",
			Run: probePolicy,
		},
		{
			ID: "install-policy/malformed", Title: "Install policy allows requests that it cannot read", Deep: true,
			Why: "An invalid request must never lead to an installation.",
			Run: probeMalformed,
		},
		{
			ID: "install-policy/proof", Title: "Install policy allows an attack or refuses a harmless skill", Deep: true,
			Why: "Harmless and hostile test skills are sent to the policy as the agent would send them.",
			Run: proveInstall,
		},
		{
			ID: "exec/proof", Title: "Exec policy allows an attack or refuses a harmless command", Deep: true,
			Why: "Harmless and hostile test commands are decided with the installed settings.",
			Run: proveExec,
		},
		{
			ID: "run/boundary", Title: "Boundary of runs can be left", Deep: true,
			Why: "Test programs try to leave the boundary that commands run in.",
			Run: proveRun,
		},
	}
}

// withFolder calls do with an empty folder of its own, and leaves nothing
// behind.
func withFolder(do func(dir string) error) error {
	dir, err := os.MkdirTemp("", "skillctl-doctor-")
	if err != nil {
		return fmt.Errorf("make folder for probes: %w", err)
	}
	err = do(dir)
	return errors.Join(err, os.RemoveAll(dir))
}

// doctorRequest is what the host's own doctor asks.
func doctorRequest(target, dir string) []byte {
	text, _ := json.Marshal(map[string]any{ // plain strings and maps
		"protocolVersion": 1, "openclawVersion": "2026.9.6", "targetType": target, "targetName": "doctor-install-policy-probe", "sourcePath": dir,
		"sourcePathKind": "directory", "origin": map[string]any{"type": "doctor"},
		"request": map[string]any{"kind": map[string]string{"skill": "skill-install", "plugin": "plugin-dir"}[target], "mode": "install",
			"requestedSpecifier": "doctor:install-policy-probe"},
	})
	return text
}

func probePolicy(ctx context.Context, m *Machine, report func(Result)) error {
	h, ok := m.policyHost()
	if !ok {
		return nil
	}
	return withFolder(func(dir string) error {
		for _, target := range []string{"skill", "plugin"} {
			first := h.ask(ctx, doctorRequest(target, dir))
			if ctx.Err() != nil {
				return ctx.Err()
			}
			at := setting("command")
			switch second := h.ask(ctx, doctorRequest(target, dir)); {
			case first.trouble != "":
				report(Result{Setting: at, Message: fmt.Sprintf("asked about a %s, the policy failed: %s; no %[1]s can be installed", target, first.trouble),
					Hint: "run the command with an empty environment, in its own folder, to see why"})
				continue
			case first.raw != second.raw:
				report(Result{Setting: at, Message: fmt.Sprintf("asked twice about the same %s, the policy gave two answers; a warning that changes cannot be acknowledged", target),
					Hint: "leave times, temporary paths and random order out of its reasons"})
			case first.Decision == "block":
				report(Result{Setting: at, Found: Refused, Message: fmt.Sprintf("asked by the doctor about an empty %s, the policy blocks it: %s", target, first.Reason),
					Hint: `answer a request whose origin.type is "doctor" with allow`})
			}
			if first.took > h.timeout/2 {
				report(Result{Setting: at, Found: Slow, Message: fmt.Sprintf("asked about a %s, the policy took more than half of its time limit of %s", target, h.timeout),
					Hint: "raise timeoutMs or make the policy faster: every install that exceeds the limit fails"})
			}
		}
		return nil
	})
}

func probeMalformed(ctx context.Context, m *Machine, report func(Result)) error {
	h, ok := m.policyHost()
	if !ok {
		return nil
	}
	var allowed []string
	for _, c := range []struct{ what, text string }{
		{"nothing", ""}, {"no JSON", "{"}, {"a list", "[]"}, {"an empty object", "{}"}, {"another protocol", `{"protocolVersion":2}`},
		{"an unknown target", `{"protocolVersion":1,"openclawVersion":"2026.9.6","targetType":"rootkit","targetName":"x","sourcePath":"/","sourcePathKind":"directory","origin":{"type":"x"},"request":{"kind":"x","mode":"x"}}`},
	} {
		a := h.ask(ctx, []byte(c.text))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if a.trouble == "" && a.Decision == "allow" {
			allowed = append(allowed, c.what)
		}
	}
	if len(allowed) > 0 {
		report(Result{Setting: setting("command"), Message: fmt.Sprintf("the policy answers allow when it is given %s; it must answer block", strings.Join(allowed, ", ")),
			Hint: "make it block what it does not understand"})
	}
	return nil
}
