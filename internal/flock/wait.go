package flock

import (
	"context"
	"os"
	"time"
)

// again is how long who waits for a lock sleeps before it tries once more.
const again = 2 * time.Millisecond

// Wait locks a file as [Try] does, as soon as nobody else holds it in the way. When the
// context ends first, the error is that of the context.
func Wait(ctx context.Context, f *os.File, shared bool) error {
	for {
		held, err := Try(f, shared)
		if held || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(again):
		}
	}
}
