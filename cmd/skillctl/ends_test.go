package main

import (
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// ends ARGUMENT... runs skillctl and wants it to come to an end by itself,
// whatever it says.
func ends(ts *testscript.TestScript, neg bool, args []string) {
	const patience = time.Minute
	if neg || len(args) == 0 {
		ts.Fatalf("usage: ends ARGUMENT...")
	}
	done := make(chan error, 1)
	go func() { done <- ts.Exec("skillctl", args...) }()
	select {
	case err := <-done:
		if err == nil {
			return
		}
		if code, ok := exitStatus(err); !ok || code < 0 || strings.Contains(ts.ReadFile("stderr"), "goroutine ") {
			ts.Fatalf("skillctl %s: %v", strings.Join(args, " "), err)
		}
	case <-time.After(patience):
		ts.Fatalf("skillctl %s does not end", strings.Join(args, " "))
	}
}
