package exec_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
)

func openClawRequest(t testing.TB, command string) exec.Request {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tool"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return exec.Request{Profile: "openclaw", Exec: exec.Invocation{
		Command: command, Cwd: dir, Inherited: map[string]string{"PATH": dir, "HOME": dir},
	}}
}

// A refusal names the token, its place and the setting that would change it.
func TestDecideAsOpenClawSaysWhy(t *testing.T) {
	t.Parallel()
	d := sharedDecider()
	settings := engine.PlainSettings{"exec": map[string]any{"security": "allowlist", "ask": "off", "allowlist": []any{}}}
	decision, err := d.Decide(context.Background(), openClawRequest(t, "pwd && tool -x"), settings)
	if err != nil {
		t.Fatal(err)
	}
	reason := decision.Reasons[0]
	if decision.Effect != engine.Deny || !strings.Contains(reason.Message, `"tool -x"`) || reason.Setting != "exec.allowlist" {
		t.Errorf("%+v", decision)
	}
	if reason.Span == nil || reason.Span.Start.Column != 8 {
		t.Errorf("span %+v", reason.Span)
	}
	settings["exec"].(map[string]any)["allowlist"] = []any{"tool"}
	if decision, _ := d.Decide(context.Background(), openClawRequest(t, "pwd && tool -x"), settings); decision.Effect != engine.Allow {
		t.Errorf("%+v", decision)
	}
}

func TestDecideAsOpenClawUnreadable(t *testing.T) {
	t.Parallel()
	d := sharedDecider()
	settings := engine.PlainSettings{"exec": map[string]any{"security": "full", "ask": "off"}}
	for name, command := range map[string]string{
		"not UTF-8": "tool \xff", "empty": "", "white space": " \n", "too long": strings.Repeat("x", 2<<20),
	} {
		decision, err := d.Decide(context.Background(), openClawRequest(t, command), settings)
		if err != nil || decision.Effect != engine.Deny {
			t.Errorf("%s: %+v, %v", name, decision, err)
		}
	}
}

func BenchmarkDecideOpenClaw(b *testing.B) {
	settings := engine.PlainSettings{"exec": map[string]any{
		"security": "allowlist", "ask": "off",
		"allowlist": []any{"tool", "/usr/bin/git", "/opt/**", map[string]any{"pattern": "rg", "argPattern": "^-n"}, "ls", "cat", "echo"},
	}}
	for name, command := range map[string]string{
		"plain": "tool status --short", "chain": "tool -n 1 && tool | tool -x; pwd", "miss": "curl -s x", "bad": "tool > x",
	} {
		b.Run(name, func(b *testing.B) {
			d := sharedDecider()
			request := openClawRequest(b, command)
			for b.Loop() {
				if _, err := d.Decide(context.Background(), request, settings); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
