package docker

import (
	"context"
	"time"
)

const (
	// sizeLook is how often an engine is asked how large a root is.
	sizeLook = 250 * time.Millisecond
	// sizeIdle is how many times as long as an answer took nobody asks again: the
	// engine looks at every file for it, and meanwhile the run goes on writing.
	sizeIdle = 1
)

// watchRoot says how large the root of a container is, once, when it has more in it
// than a run may write. Engines have no bound for that on most file systems.
func (e *engine) watchRoot(ctx context.Context, id string, most int64, over chan<- int64) {
	for pause := sizeLook; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		began := time.Now()
		size, err := e.rootSize(ctx, id)
		if err == nil && size > most {
			over <- size
			return
		}
		pause = max(sizeLook, sizeIdle*time.Since(began))
	}
}

// rootSize is how many bytes a container has written to its root.
func (e *engine) rootSize(ctx context.Context, id string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, e.patience)
	defer cancel()
	seen, _, err := e.ContainerInspectWithRaw(ctx, id, true)
	if err != nil || seen.SizeRw == nil {
		return 0, err
	}
	return *seen.SizeRw, nil
}
