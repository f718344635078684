package kernel

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"time"

	"github.com/skillctl/skillctl/runner"
)

const (
	// readyWithin is how long an interpreter may take to begin.
	readyWithin = time.Minute
	// endWithin is how long a kernel that cannot answer any more has to end by itself.
	endWithin = 5 * time.Second
	// maxNoise is how much is kept of what the interpreter itself says, in bytes.
	maxNoise = 4 << 10
)

// Kernel is an interpreter that waits for code, or runs some.
type Kernel struct {
	process runner.Process
	in      *io.PipeWriter
	split   splitter
	said    replies
	answers chan reply

	mu sync.Mutex
	// current gets what the code writes; nil while none runs.
	current *Execution
	stray   int64
	// began: it has said that it is ready.
	began bool
	noise bytes.Buffer
	// broken is why nothing that it says counts any more.
	broken error
	cracks chan struct{}
	// code is how the program ended, -1 before.
	code int
	// asked: somebody here has ended it.
	asked bool

	// gone is closed when nothing is left of it; result and err are set then.
	gone   chan struct{}
	result runner.Result
	err    error
}

// Start starts a kernel. The streams and the limit of the output of the
// specification are the kernel's.
func Start(ctx context.Context, backend runner.Backend, spec runner.Spec) (*Kernel, error) {
	stdin, in := io.Pipe()
	k := &Kernel{in: in, answers: make(chan reply, 1), cracks: make(chan struct{}), code: -1, gone: make(chan struct{})}
	spec.Tended, spec.Terminal = true, nil
	spec.Stdin, spec.Stdout, spec.Stderr = stdin, writer(k.take), writer(k.hear)
	// What is kept is bounded for each execution.
	spec.Boundary.Limits.Output = math.MaxInt64 >> 1
	process, err := backend.Start(context.WithoutCancel(ctx), spec)
	if err != nil {
		return nil, err
	}
	k.process = process
	go func() {
		k.result, k.err = process.Wait()
		_ = stdin.Close() // nobody reads it any more
		close(k.gone)
	}()
	timer := time.NewTimer(readyWithin)
	defer timer.Stop()
	why := "it does not answer"
	select {
	case r := <-k.answers:
		if r.id == "ready" {
			return k, nil
		}
	case <-k.gone:
		why = k.ending()
	case <-k.cracks:
		why = k.broken.Error()
		if errors.Is(k.broken, errClosed) {
			why = k.closing(why)
		}
	case <-timer.C:
	case <-ctx.Done():
		why = ctx.Err().Error()
	}
	_ = k.Close() // why it did not begin says more
	if text := k.heard(); text != "" {
		why += ": " + text
	}
	return nil, fmt.Errorf("start the interpreter: %s", why)
}

// closing says how a kernel ended that closed its channel, unless it goes on: then why.
func (k *Kernel) closing(why string) string {
	timer := time.NewTimer(endWithin)
	defer timer.Stop()
	select {
	case <-k.gone:
		return k.ending()
	case <-timer.C:
		return why
	}
}

// Gone is closed when the kernel and all that it started have ended.
func (k *Kernel) Gone() <-chan struct{} { return k.gone }

// End ends the kernel, and says why to whoever waits for an execution.
func (k *Kernel) End(why string) {
	k.crack(errors.New(why))
	k.kill()
}

func (k *Kernel) kill() {
	k.mu.Lock()
	k.asked = true
	k.mu.Unlock()
	_ = k.process.Signal(os.Kill) // it may have ended
}

// Severed reports, of a kernel that is gone, that neither its code ended it nor anybody
// here, nor the lack of memory: somebody else has ended what it runs in, or its engine has.
func (k *Kernel) Severed() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !k.asked && k.code < 0 && !k.result.OutOfMemory && k.result.Ended != runner.TimedOut
}

// Close ends the kernel and waits until nothing is left of it.
func (k *Kernel) Close() error {
	k.kill()
	<-k.gone
	return k.err
}

// ending says how the kernel ended by itself.
func (k *Kernel) ending() string {
	k.mu.Lock()
	code := k.code
	k.mu.Unlock()
	switch {
	case k.result.OutOfMemory:
		return "it ran out of memory"
	case code > 128:
		return fmt.Sprintf("a signal ended it (%d)", code-128)
	case code >= 0:
		return fmt.Sprintf("the code ended it with %d", code)
	case k.result.Ended == runner.TimedOut:
		return "the time of the session is over"
	case k.err != nil:
		return k.err.Error()
	}
	return fmt.Sprintf("it ended with %d", k.result.Code)
}
