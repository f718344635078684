package peers

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// side is one program of a row, and how it is started.
type side struct {
	name  string
	argv  []string
	dir   string
	env   []string
	stdin []byte
	// codes are the exit codes that it may end with, beside 0.
	codes []int
	// before makes ready what one start uses up; its time is not counted.
	before func() error
}

// cost is what one start took: processor time (user and system, with what it waited
// for) and time on the clock.
type cost struct {
	processor, clock time.Duration
	// resident is the largest resident set, in bytes; 0 where the system does not tell.
	resident int64
}

// start runs the side once, to its end.
func (s *side) start(ctx context.Context) (cost, error) {
	if s.before != nil {
		if err := s.before(); err != nil {
			return cost{}, fmt.Errorf("prepare %s: %w", s.name, err)
		}
	}
	command := exec.CommandContext(ctx, s.argv[0], s.argv[1:]...)
	command.Dir, command.Env, command.Stdin = s.dir, s.env, bytes.NewReader(s.stdin)
	var errs bytes.Buffer
	command.Stderr = &errs
	began := time.Now()
	err := command.Run()
	spent := time.Since(began)
	state := command.ProcessState
	if state == nil || err != nil && !slices.Contains(s.codes, state.ExitCode()) {
		return cost{}, fmt.Errorf("run %s: %w: %s", strings.Join(s.argv, " "), err, lastLine(errs.String()))
	}
	return cost{processor: state.UserTime() + state.SystemTime(), clock: spent, resident: resident(state)}, nil
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// measure starts all sides in turns and gives the costs of each. The first turn fills
// the caches of the system and is not counted.
func measure(ctx context.Context, sides []*side, turns int) ([][]cost, error) {
	all := make([][]cost, len(sides))
	for turn := range turns + 1 {
		for i, s := range sides {
			one, err := s.start(ctx)
			if err != nil {
				return nil, err
			}
			if turn > 0 {
				all[i] = append(all[i], one)
			}
		}
	}
	return all, nil
}

// median is that of one of the figures of costs.
func median[T time.Duration | int64](costs []cost, figure func(cost) T) T {
	values := make([]T, 0, len(costs))
	for _, c := range costs {
		values = append(values, figure(c))
	}
	slices.Sort(values)
	return values[len(values)/2]
}

func processor(c cost) time.Duration { return c.processor }
func clock(c cost) time.Duration     { return c.clock }
