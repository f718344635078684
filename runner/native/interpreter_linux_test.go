package native

import (
	"os"
	"path/filepath"
	"testing"
)

// TestInterpreter: a message names what the first line of a script does, as the system reads it.
func TestInterpreter(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"#!/bin/sh\n":            "/bin/sh",
		"#! /usr/bin/env -S x\n": "/usr/bin/env",
		"#!\t/a/b\tc\n":          "/a/b",
		"#!/bin/sh\r\n":          "/bin/sh\r",
		"#!/a":                   "/a",
		"echo x\n":               "",
		"":                       "",
	} {
		file := filepath.Join(t.TempDir(), "script")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := interpreter(file); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := interpreter(filepath.Join(t.TempDir(), "none")); got != "" {
		t.Errorf("of no file: %q", got)
	}
}
