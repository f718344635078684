package install_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/install"
)

// gateSkill is a manifest that nothing is wrong with.
const gateSkill = `---
name: hello
description: Says hello to a person by name. Use when somebody asks to be greeted.
license: Apache-2.0
---
# Hello

Say hello to the person.
`

var sharedGate = sync.OnceValue(func() *install.Gate { return install.New() })

// gateFolder writes files below a new folder called hello.
func gateFolder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "hello")
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func gateRequest(dir string) install.Request {
	return install.Request{
		Host: "openclaw", Version: "2026.9.6", Target: install.Target{Type: "skill", Name: "hello"},
		Source: &install.Source{Kind: "local-path", Authority: "user", Mutable: true},
		Origin: map[string]any{"type": "path", "spec": dir}, Action: install.Action{Kind: "skill-install", Mode: "install"},
		PathKind: "directory", Path: dir, Dir: "hello",
	}
}

func judged(t testing.TB, req install.Request) install.Decision {
	t.Helper()
	decision, err := sharedGate().Judge(context.Background(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(decision.Reasons) == 0 || decision.Policy == "" {
		t.Fatalf("%+v", decision)
	}
	return decision
}

func speaks(decision *install.Decision, rule string) bool {
	return slices.ContainsFunc(decision.Reasons, func(r install.Reason) bool { return r.Rule == rule })
}

// TestGateFaults puts what is wrong with a folder before the gate: each is a no
// with its rule, and none an error, a hang or a panic.
func TestGateFaults(t *testing.T) {
	t.Parallel()
	sound := map[string]string{"SKILL.md": gateSkill}
	for name, c := range map[string]struct {
		make func(t *testing.T) install.Request
		want engine.Effect
		rule string
	}{
		"sound": {func(t *testing.T) install.Request { return gateRequest(gateFolder(t, sound)) }, engine.Allow, "install/origin/known"},
		"manifest of 9 MiB": {func(t *testing.T) install.Request {
			return gateRequest(gateFolder(t, map[string]string{"SKILL.md": gateSkill + strings.Repeat("text\n", 9<<20/5)}))
		}, engine.Deny, "install/content/unread"},
		"manifest of 100 MB that is a hole": {func(t *testing.T) install.Request {
			dir := gateFolder(t, sound)
			if err := os.Truncate(filepath.Join(dir, "SKILL.md"), 100<<20); err != nil {
				t.Fatal(err)
			}
			return gateRequest(dir)
		}, engine.Deny, ""},
		"deep tree": {func(t *testing.T) install.Request {
			return gateRequest(gateFolder(t, map[string]string{"SKILL.md": gateSkill, strings.Repeat("d/", 60) + "x.txt": "x"}))
		}, engine.Deny, "install/content/unread"},
		"deeply nested front matter": {func(t *testing.T) install.Request {
			return gateRequest(gateFolder(t, map[string]string{"SKILL.md": "---\nname: hello\ndescription: " + strings.Repeat("[", 20_000) + "\n---\n"}))
		}, "", ""},
		"case collision": {func(t *testing.T) install.Request {
			return gateRequest(gateFolder(t, map[string]string{"SKILL.md": gateSkill, "Run.sh": "echo a\n", "run.sh": "echo b\n"}))
		}, "", "files/name-portability"},
		"two manifests that differ in case": {func(t *testing.T) install.Request {
			return gateRequest(gateFolder(t, map[string]string{"SKILL.md": gateSkill, "skill.md": strings.Replace(gateSkill, "hello", "github", 1)}))
		}, "", "files/name-portability"},
		"names with line feeds and marks": {func(t *testing.T) install.Request {
			return gateRequest(gateFolder(t, map[string]string{"SKILL.md": gateSkill, "a\nb\u202e\u200b.txt": "x"}))
		}, "", ""},
		"shadowed by a nested skill": {func(t *testing.T) install.Request {
			return gateRequest(gateFolder(t, map[string]string{"SKILL.md": gateSkill, "inner/SKILL.md": strings.Replace(gateSkill, "hello", "github", 1)}))
		}, engine.Deny, "install/names/shadowing"},
		"a path in itself": {func(t *testing.T) install.Request {
			req := gateRequest(gateFolder(t, sound))
			req.Rulers = []string{filepath.Join(req.Path, "gate.cue")}
			return req
		}, engine.Deny, "install/request/ruler"},
		"the gate's own folder": {func(t *testing.T) install.Request {
			req := gateRequest(gateFolder(t, sound))
			req.Rulers = []string{req.Path}
			return req
		}, engine.Deny, "install/request/ruler"},
		"settings beside it": {func(t *testing.T) install.Request {
			req := gateRequest(gateFolder(t, sound))
			req.Rulers = []string{req.Path + "-gate.cue"}
			return req
		}, engine.Allow, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			req := c.make(t)
			decision := judged(t, req)
			if c.want != "" && decision.Effect != c.want || c.rule != "" && !speaks(&decision, c.rule) {
				t.Errorf("got %s %+v, want %s by %s", decision.Effect, decision.Reasons, c.want, c.rule)
			}
			for _, reason := range decision.Reasons {
				if strings.Contains(reason.Message, filepath.Dir(req.Path)) && !strings.HasPrefix(reason.Rule, "install/request/ruler") {
					t.Errorf("the answer names a folder of this call: %+v", reason)
				}
			}
		})
	}
}

// A folder that changes between two requests gives two answers.
func TestGatePinsContent(t *testing.T) {
	t.Parallel()
	dir := gateFolder(t, map[string]string{"SKILL.md": gateSkill})
	before := judged(t, gateRequest(dir))
	again := judged(t, gateRequest(dir))
	if before.Digest == "" || before.Digest != again.Digest || before.Reasons[0] != again.Reasons[0] {
		t.Errorf("%+v, then %+v", before, again)
	}
	if err := os.WriteFile(filepath.Join(dir, "run.sh"), []byte("echo hello\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if after := judged(t, gateRequest(dir)); after.Digest == before.Digest {
		t.Errorf("the same digest of other content: %+v", after)
	}
}

// A request that is interrupted has no answer.
func TestGateInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if decision, err := sharedGate().Judge(ctx, gateRequest(gateFolder(t, map[string]string{"SKILL.md": gateSkill})), nil); err == nil {
		t.Errorf("%+v", decision)
	}
}

// Settings that cannot be used are a no.
func TestGateSettings(t *testing.T) {
	t.Parallel()
	req := gateRequest(gateFolder(t, map[string]string{"SKILL.md": gateSkill}))
	for name, part := range map[string]any{
		"keys that are not there": map[string]any{"signature": map[string]any{"keys": []any{"/nonexistent/key.pub"}}},
		"a wrong type":            map[string]any{"names": "none"},
		"almost nothing":          map[string]any{"origins": map[string]any{}},
	} {
		decision, err := sharedGate().Judge(context.Background(), req, engine.PlainSettings{"install": part})
		if err != nil || decision.Effect != engine.Deny {
			t.Errorf("%s: %+v, %v", name, decision, err)
		}
	}
}

// The answer is the same, whoever asks at the same time.
func TestGateConcurrent(t *testing.T) {
	t.Parallel()
	dir := gateFolder(t, map[string]string{"SKILL.md": gateSkill, ".hidden.sh": "#!/bin/sh\necho\n"})
	want := fmt.Sprint(judged(t, gateRequest(dir)))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if got := fmt.Sprint(judged(t, gateRequest(dir))); got != want {
				t.Errorf("%s\n%s", got, want)
			}
		})
	}
	group.Wait()
}

// broken are settings that fail in a way that nobody expects.
type broken struct{ engine.PlainSettings }

func (broken) Document() map[string]any { panic("out of range") }

// TestFails: a panic while a request is judged is a denial, and no end of the process.
func TestFails(t *testing.T) {
	t.Parallel()
	got, err := sharedGate().Judge(t.Context(), gateRequest(gateFolder(t, map[string]string{"SKILL.md": gateSkill})), broken{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Effect != engine.Deny || got.Reasons[0].Rule != "install/failure" || !strings.Contains(got.Reasons[0].Message, "a fault of its own: out of range") {
		t.Errorf("got %s %+v", got.Effect, got.Reasons)
	}
}

// BenchmarkGate is a decision in a process that has decided before.
func BenchmarkGate(b *testing.B) {
	req := gateRequest(gateFolder(b, map[string]string{"SKILL.md": gateSkill}))
	judged(b, req)
	for b.Loop() {
		judged(b, req)
	}
}

// BenchmarkGateCold is the first decision of a process, with all that it compiles.
func BenchmarkGateCold(b *testing.B) {
	req := gateRequest(gateFolder(b, map[string]string{"SKILL.md": gateSkill}))
	for b.Loop() {
		if _, err := install.New().Judge(context.Background(), req, nil); err != nil {
			b.Fatal(err)
		}
	}
}
