//go:build !unix

package main

import "github.com/rogpeppe/go-internal/testscript"

// fifo FILE makes a named pipe, which there is none of here.
func fifo(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("this system has no named pipes")
}
