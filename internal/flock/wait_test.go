package flock

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestWait: a lock is waited for until it is free, or until nobody wants it any more.
func TestWait(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	first, second := open(), open()
	if err := Wait(t.Context(), first, false); err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Wait(over, second, false); !errors.Is(err, context.Canceled) {
		t.Errorf("a lock that another one holds: %v", err)
	}
	held := make(chan error, 1)
	go func() { held <- Wait(t.Context(), second, false) }()
	Unlock(first)
	if err := <-held; err != nil {
		t.Error(err)
	}
	if free, err := Try(first, false); free || err != nil {
		t.Errorf("both hold it: %t, %v", free, err)
	}
}
