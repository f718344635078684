package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func probeChecks() []Check {
	return []Check{
		{
			ID: "install-policy/probe", Title: "Install policy does not answer correctly", Deep: true,
			Why:    "While the policy fails, nothing can be installed; when its answers differ each time, warnings cannot be acknowledged.",
			Remedy: "Run the command as the hint says, and correct what makes it fail.",
			Run:    probePolicy,
		},
		{
			ID: "install-policy/malformed", Title: "Install policy allows requests that it cannot read", Deep: true,
			Why:    "An invalid request must never lead to an installation.",
			Remedy: "Make the policy answer block to what it does not understand; `skillctl gate --protocol openclaw` does.",
			Run:    probeMalformed,
		},
		{
			ID: "install-policy/proof", Title: "Install policy allows an attack or refuses a harmless skill", Deep: true,
			Why:    "Harmless and hostile test skills are sent to the policy as the agent would send them.",
			Remedy: "Use `skillctl gate --protocol openclaw` as the policy, or correct the one that there is.",
			Run:    proveInstall,
		},
		{
			ID: "exec/proof", Title: "Exec policy allows an attack or refuses a harmless command", Deep: true,
			Why:    "Harmless and hostile test commands are decided with the installed settings.",
			Remedy: "`skillctl exec --explain` with the command of the message shows which setting allows or refuses it. Set `tools.exec` of OpenClaw to `mode: \"ask\"`, or narrow the allow-list.",
			Run:    proveExec,
		},
		{
			ID: "run/boundary", Title: "Boundary of runs can be left, or not be set up", Deep: true,
			Why:    "Test programs try to leave the boundary that commands run in.",
			Remedy: "Change the settings below `run`; the message says what is missing on this machine.",
			Run:    proveRun,
		},
	}
}

// withFolder calls do with an empty folder of its own, and leaves nothing
// behind.
func withFolder(do func(dir string) error) error {
	dir, err := os.MkdirTemp("", "skillctl-doctor-")
	if err == nil { // programs that are started in it name it without links
		dir, err = filepath.EvalSymlinks(dir)
	}
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
	at, unasked := setting("command"), 0
	err := withFolder(func(dir string) error {
		for _, target := range m.policyTargets() {
			first := h.ask(ctx, doctorRequest(target, dir))
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if first.unasked {
				unasked++
				continue
			}
			if first.trouble != "" {
				report(Result{Setting: at, Message: fmt.Sprintf("asked about a %s, the policy failed: %s; no %[1]s can be installed", target, first.trouble),
					Hint: "run the command with an empty environment, in its own folder, to see why"})
				continue
			}
			switch second := h.ask(ctx, doctorRequest(target, dir)); {
			case second.unasked:
				unasked++
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
	reportUnasked(unasked, h, report)
	if h.budget.left > 0 {
		report(Result{Setting: at, Found: Left, Message: fmt.Sprintf("asked once, the policy left %d of its processes running; they were ended", h.budget.left),
			Hint: "end every process before the command ends: the agent does not"})
	}
	if h.budget.stuck > 0 {
		report(Result{Setting: at, Message: fmt.Sprintf("the policy started %d processes that could not be ended", h.budget.stuck), Hint: "look at what runs on this machine, and end them"})
	}
	return err
}

// reportUnasked says that there was no time for some requests.
func reportUnasked(n int, h *host, report func(Result)) {
	if n == 0 {
		return
	}
	report(Result{Setting: setting("command"), Found: Unseen, Message: fmt.Sprintf("for %d of the test requests no time was left: they may take twice the policy's time limit of %s in all", n, h.timeout),
		Hint: "make the policy faster, and examine it again"})
}

func probeMalformed(ctx context.Context, m *Machine, report func(Result)) error {
	h, ok := m.policyHost()
	if !ok {
		return nil
	}
	var allowed []string
	unasked := 0
	for _, c := range []struct{ what, text string }{
		{"nothing", ""}, {"no JSON", "{"}, {"a list", "[]"}, {"an empty object", "{}"}, {"another protocol", `{"protocolVersion":2}`},
		{"an unknown target", `{"protocolVersion":1,"openclawVersion":"2026.9.6","targetType":"rootkit","targetName":"x","sourcePath":"/","sourcePathKind":"directory","origin":{"type":"x"},"request":{"kind":"x","mode":"x"}}`},
	} {
		a := h.ask(ctx, []byte(c.text))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if a.unasked {
			unasked++
		}
		if a.Decision == "allow" {
			allowed = append(allowed, c.what)
		}
	}
	if len(allowed) > 0 {
		report(Result{Setting: setting("command"), Message: fmt.Sprintf("the policy answers allow when it is given %s; it must answer block", strings.Join(allowed, ", ")),
			Hint: "make it block what it does not understand"})
	}
	reportUnasked(unasked, h, report)
	return nil
}
