package run

import (
	"os"
	"os/signal"
	"sync"

	"github.com/skillctl/skillctl/runner"
)

// signalTarget is the run that signals go to. Another process's run gets none.
type signalTarget struct {
	mu      sync.Mutex
	process runner.Process
}

func (t *signalTarget) set(process runner.Process) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.process = process
}

func (t *signalTarget) get() runner.Process {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.process
}

// caught are the signals that a run is told of, from before it starts: one that came
// in between would be lost.
func caught() chan os.Signal {
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, passedSignals()...)
	return signals
}

// pass hands signals of this process on to all of a run until done is called:
// the third request to end kills it.
func (j *Job) pass(signals chan os.Signal, to *signalTarget) (done func()) {
	stop := make(chan struct{})
	go func() {
		ends := 0
		for {
			select {
			case <-stop:
				return
			case s := <-signals:
				process := to.get()
				switch {
				case isResize(s):
					if size := j.size(); size != nil {
						_ = process.Resize(*size) // it may have ended
					}
				case endsRun(s):
					if ends++; ends > 2 {
						_ = process.Signal(os.Kill)
					} else if ends == 2 {
						_ = process.Stop()
					} else {
						_ = process.Signal(s)
					}
				default:
					_ = process.Signal(s)
				}
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(stop)
	}
}
