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

// pass hands signals of this process on to all of a run until done is called:
// the third request to end kills it.
func (j *Job) pass(to *signalTarget) (done func()) {
	signals, stop := make(chan os.Signal, 16), make(chan struct{})
	signal.Notify(signals, passedSignals()...)
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
