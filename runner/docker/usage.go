package docker

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/docker/docker/api/types/container"

	"github.com/skillctl/skillctl/runner"
)

// How often an engine is asked what a container uses: the pause doubles from the
// first to the last.
const (
	firstLook = 20 * time.Millisecond
	lastLook  = time.Second
)

// gauge asks an engine what a container uses, as long as it runs: when it has ended,
// nobody can tell any more. What was used after the last look is not in it.
type gauge struct {
	cancel context.CancelFunc
	done   chan struct{}

	mutex sync.Mutex
	usage runner.Usage
}

// gauge begins to look. kept: others have run in the container before.
func (e *engine) gauge(ctx context.Context, id string, kept bool) *gauge {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	g := &gauge{cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(g.done)
		g.follow(ctx, e, id, kept)
	}()
	return g
}

func (g *gauge) follow(ctx context.Context, e *engine, id string, kept bool) {
	var before uint64
	for pause := firstLook; ; pause = min(2*pause, lastLook) {
		now, err := e.uses(ctx, id)
		if err == nil {
			if kept && before == 0 {
				before = now.CPUStats.CPUUsage.TotalUsage
			}
			g.add(now, before, kept)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// uses is what a container uses now.
func (e *engine) uses(ctx context.Context, id string) (container.StatsResponse, error) {
	var now container.StatsResponse
	ctx, cancel := context.WithTimeout(ctx, e.patience)
	defer cancel()
	answer, err := e.ContainerStatsOneShot(ctx, id)
	if err != nil {
		return now, err
	}
	defer func() { _ = answer.Body.Close() }()
	err = json.NewDecoder(answer.Body).Decode(&now)
	return now, err
}

func (g *gauge) add(now container.StatsResponse, before uint64, kept bool) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if total := now.CPUStats.CPUUsage.TotalUsage; total > before {
		g.usage.CPU = max(g.usage.CPU, time.Duration(total-before))
	}
	most := now.MemoryStats.Usage
	if !kept { // the most that a kept one has used may be another run's
		most = max(most, now.MemoryStats.MaxUsage)
	}
	g.usage.MaxMemory = max(g.usage.MaxMemory, int64(most))
}

// seen is what was used so far.
func (g *gauge) seen() runner.Usage {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.usage
}

// end ends the looking.
func (g *gauge) end() runner.Usage {
	g.cancel()
	<-g.done
	return g.seen()
}
