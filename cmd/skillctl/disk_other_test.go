//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

// canMount: there are no disks in memory to be made here.
func canMount() bool { return false }

func disk(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("there is no disk in memory") }

func full(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("there is no disk in memory") }
