package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/skillctl/skillctl/engine/audit"
)

// record writes a record with five requests of the first days of March 2026, one
// of them hostile: what has ended, was denied, and was lost.
func record(ts *testscript.TestScript, _ bool, args []string) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	dir := filepath.Join(ts.Getenv("XDG_STATE_HOME"), "skillctl", "audit")
	if len(args) > 0 {
		dir = ts.MkAbs(args[0])
	}
	l, err := audit.Open(dir, audit.WithClock(func() time.Time { return now }), audit.WithoutSync())
	ts.Check(err)
	put := func(r audit.Record) {
		_, err := l.Append(context.Background(), nil, r)
		ts.Check(err)
		now = now.Add(time.Second)
	}
	decided := func(effect, rule, message string) *audit.Decision {
		return &audit.Decision{Effect: effect, Policy: "sha256:0a", Reasons: []audit.Reason{{Rule: rule, Effect: effect, Message: message}}}
	}
	text := func(s string) *string { return &s }
	gone := &audit.Owner{PID: 1 << 30}
	boundary := map[string]any{"host": "gateway", "sandbox": "landlock", "network": "restricted", "workspace": map[string]any{"path": "/work", "access": "rw"}}
	put(audit.Record{Kind: audit.Start, Run: "20260301-aaaa", Owner: gone, Boundary: boundary, Decision: decided("allow", "exec/strict/program", "git is on the list"),
		Request: &audit.Request{Argv: []string{"git", "commit", "-m", "a b"}, Cwd: "/work", Agent: "main", Skill: "notes", Env: []string{"LANG"}}})
	put(audit.Record{Kind: audit.End, Run: "20260301-aaaa", Result: &audit.Result{Ended: "exited", DurationMS: 1234, CPUMS: 9, Connections: []audit.Connection{
		{Host: "example.com", Port: 443, Allowed: true, Sent: 10, Received: 20, Time: now}, {Host: "evil.example", Port: 80, Why: "not listed", Time: now},
	}}})
	put(audit.Record{Kind: audit.Decided, Run: "20260301-bbbb", Decision: decided("deny", "exec/strict/writing", "writes outside"),
		Request: &audit.Request{Command: text("rm -rf / \x1b[2J\u202e\nTOKEN=abcdefgh12345678"), Cwd: "/work", Agent: "=main"}})
	now = time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
	put(audit.Record{Kind: audit.Start, Run: "20260302-cccc", Owner: gone, Decision: decided("warn", "exec/strict/program", "make runs what Makefile says"),
		Request: &audit.Request{Command: text("make"), Cwd: "/work", Skill: "notes"}, Code: &audit.Text{Head: "print(1)\n", Bytes: 9}})
	put(audit.Record{Kind: audit.Start, Run: "20260302-dddd", Owner: gone, Decision: decided("allow", "exec/strict/program", "make is on the list"),
		Request: &audit.Request{Command: text("sleep 9"), Cwd: "/work"}})
	put(audit.Record{Kind: audit.End, Run: "20260302-dddd", Result: &audit.Result{Ended: "timeout", Code: 124, DurationMS: 65_000},
		Output: &audit.Output{Stdout: audit.Text{Head: "a\n", Tail: "z\n", Bytes: 100, Cut: 96}}})
}

// appendTo FILE TEXT adds to a file, with no line end.
func appendTo(ts *testscript.TestScript, _ bool, args []string) {
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_WRONLY|os.O_APPEND, 0o600)
	ts.Check(err)
	_, err = f.WriteString(args[1])
	ts.Check(err)
	ts.Check(f.Close())
}
