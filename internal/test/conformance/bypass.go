package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
)

// bypassRow is a row of the suite "bypass": a command that runs something which
// the allow-list does not name.
type bypassRow struct {
	Command   string   `json:"command"`
	Allowlist []string `json:"allowlist"`
	Why       string   `json:"why"`
	// Shell is "dash" where only that shell runs it.
	Shell string `json:"shell"`
}

// Bypass is the suite of commands that get around an allow-list: profile strict
// lets none of them through.
func Bypass() Suite { return bypass("bypass") }

// Bypass2 has such commands of other kinds.
func Bypass2() Suite { return bypass("bypass-2") }

func bypass(name string) Suite {
	bench := newExecBench()
	return Suite{Name: name, Shapes: bypassShapes(), Close: bench.close, Run: func(ctx context.Context, raw json.RawMessage) (Result, error) {
		var row bypassRow
		if err := json.Unmarshal(raw, &row); err != nil {
			return Result{}, fmt.Errorf("read row: %w", err)
		}
		decision, err := bench.decide(ctx, row.Command, row.Shell, row.Allowlist)
		if err != nil {
			return Result{}, err
		}
		return graduated("deny", decision, row.Why), nil
	}}
}

// execBench is a scratch folder with an empty working directory, and folders that
// hold a stub for each program of an allow-list.
type execBench struct {
	decider *exec.Decider
	make    func() (string, error)
	stubs   map[string]string
}

func newExecBench() *execBench {
	return &execBench{
		decider: exec.New(),
		make: sync.OnceValues(func() (string, error) {
			root, err := os.MkdirTemp("", "conformance")
			if err != nil {
				return "", err
			}
			return root, os.Mkdir(filepath.Join(root, "work"), 0o755)
		}),
		stubs: map[string]string{},
	}
}

func (b *execBench) close() error {
	root, err := b.make()
	if err != nil {
		return err
	}
	return os.RemoveAll(root)
}

// decide asks profile strict about a command under an allow-list.
func (b *execBench) decide(ctx context.Context, command, shell string, allowed []string) (engine.Decision, error) {
	return b.decideUnder(ctx, command, shell, allowed, nil)
}

// decideUnder does so under more settings of the part exec.
func (b *execBench) decideUnder(ctx context.Context, command, shell string, allowed []string, more map[string]any) (engine.Decision, error) {
	root, err := b.make()
	if err != nil {
		return engine.Decision{}, err
	}
	bin, err := b.stub(root, allowed)
	if err != nil {
		return engine.Decision{}, err
	}
	list := make([]any, len(allowed))
	for i, name := range allowed {
		list[i] = name
	}
	request := exec.Request{Profile: "strict", Exec: exec.Invocation{
		Command: command, Cwd: filepath.Join(root, "work"),
		Inherited: map[string]string{"PATH": bin + ":/usr/bin:/bin", "HOME": filepath.Join(root, "home")},
	}}
	if shell == "dash" {
		request.Exec.Shell = exec.Shell{Program: "/bin/dash", Dialect: "posix"}
	}
	part := map[string]any{"security": "allowlist", "ask": "off", "allowlist": list}
	maps.Copy(part, more)
	decision, err := b.decider.Decide(ctx, request, engine.PlainSettings{"exec": part})
	if err != nil {
		return decision, err
	}
	return decision, failed(decision)
}

// stub makes the folder of stubs for the bare names of a list, once for each
// list.
func (b *execBench) stub(root string, names []string) (string, error) {
	key := strings.Join(names, "\x00")
	if dir := b.stubs[key]; dir != "" {
		return dir, nil
	}
	dir := filepath.Join(root, fmt.Sprintf("bin%d", len(b.stubs)))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	for _, name := range names {
		if name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\x00") {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\nexit 0\n"), 0o755); err != nil {
			return "", err
		}
	}
	b.stubs[key] = dir
	return dir, nil
}
