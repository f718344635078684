package kernel

import (
	"strings"

	"github.com/skillctl/skillctl/runner/early"
)

// writer is a function as a stream.
type writer func(part []byte)

func (w writer) Write(part []byte) (int, error) {
	w(part)
	return len(part), nil
}

// take takes what the tender says.
func (k *Kernel) take(part []byte) {
	if err := k.split.feed(part, k.frame); err != nil {
		k.crack(err)
	}
}

func (k *Kernel) frame(f frame) error {
	switch f.kind {
	case early.TenderOut, early.TenderErr:
		k.output(f)
	case early.TenderReply:
		if len(f.data) == 0 {
			k.crack(errClosed)
			return nil // that it ended comes later
		}
		return k.said.feed(f.data, k.answer)
	case early.TenderEnded:
		k.mu.Lock()
		k.code = int(f.data[0])
		k.mu.Unlock()
	}
	return nil
}

// answer passes an answer on, if one is waited for.
func (k *Kernel) answer(r reply) error {
	k.mu.Lock()
	wanted := ""
	switch {
	case k.current != nil:
		wanted = k.current.id
	case !k.began:
		wanted, k.began = "ready", true
	}
	k.mu.Unlock()
	if r.id != wanted {
		return errForeign
	}
	select {
	case k.answers <- r:
		return nil
	default:
		return errForeign // it was answered already
	}
}

// output passes on what the code wrote.
func (k *Kernel) output(f frame) {
	k.mu.Lock()
	e := k.current
	if e == nil {
		k.stray += int64(len(f.data))
		k.mu.Unlock()
		return
	}
	to := e.out
	if f.kind == early.TenderErr {
		to = e.err
	}
	k.mu.Unlock()
	_, _ = to.Write(f.data) // whoever is gone misses nothing
}

// hear keeps the beginning of what the interpreter and the tender say themselves.
func (k *Kernel) hear(part []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.noise.Write(part[:min(len(part), maxNoise-k.noise.Len())])
}

func (k *Kernel) heard() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return strings.TrimSpace(k.noise.String())
}

// crack says that nothing more of what comes is believed.
func (k *Kernel) crack(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.broken == nil {
		k.broken = err
		close(k.cracks)
	}
}

// Stray is how much was written while no code ran, in bytes, since it was last asked.
func (k *Kernel) Stray() int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := k.stray
	k.stray = 0
	return n
}
