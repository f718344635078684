package notebook

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/skillctl/skillctl/runner/kernel"
	"github.com/skillctl/skillctl/runner/supervised"
)

// Starter starts a kernel that has so much time.
type Starter func(ctx context.Context, left time.Duration) (*kernel.Kernel, error)

// Book is a session that this process has.
type Book struct {
	store    *Store
	meta     Meta
	dir      string
	listener net.Listener
	start    Starter
	private  json.RawMessage
	// history: the texts that ran are kept.
	keeps bool
	// turn is taken by whoever runs code.
	turn chan struct{}

	mu         sync.Mutex
	kernel     *kernel.Kernel
	executions int
	history    []Ran
	kept       int
	// dirty: the kernel has run code, and is not to run more.
	dirty bool
	over  context.CancelFunc
	end   End
	// ended is closed when nothing is left of the kernel.
	ended chan struct{}
}

// Keep opens the control socket of a session whose folder is there. private is what
// clients are told again; history keeps the texts that run for them.
func (s *Store) Keep(id string, start Starter, private json.RawMessage, history bool) (*Book, error) {
	dir, err := s.Folder(id)
	if err != nil {
		return nil, err
	}
	b := &Book{store: s, dir: dir, start: start, private: private, keeps: history, turn: make(chan struct{}, 1), ended: make(chan struct{})}
	if err := supervised.ReadFile(dir, supervised.MetaName, &b.meta); err != nil {
		return nil, fmt.Errorf("keep session %q: %w", id, err)
	}
	if b.listener, err = supervised.Listen(dir); err != nil {
		return nil, fmt.Errorf("keep session %q: %w", id, err)
	}
	return b, nil
}

// left is how much time the session has.
func (b *Book) left() time.Duration { return b.meta.Expires.Sub(b.store.Now()) }

// Begin starts the kernel.
func (b *Book) Begin(ctx context.Context) error {
	k, err := b.start(ctx, b.left())
	b.mu.Lock()
	defer b.mu.Unlock()
	b.kernel, b.dirty = k, false
	if err != nil {
		b.kernel = nil
		return err
	}
	go b.attend(k)
	return nil
}

// attend ends the session with a kernel that somebody else has ended. One that its code
// has ended is started again for the next.
func (b *Book) attend(k *kernel.Kernel) {
	<-k.Gone()
	if k.Severed() {
		b.Stop(Failed, "somebody else ended its kernel")
	}
}

// Stop ends the session: why is "closed", "expired" or "failed", and text says more.
func (b *Book) Stop(why, text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.end.Why == "" {
		b.end.Why, b.end.Error = why, text
	}
	if b.kernel != nil {
		b.kernel.End(cmp.Or(text, "the session has ended"))
	}
	if b.over != nil {
		b.over()
	}
}

// Serve answers those who ask until the session is over, calls last when nothing is
// left of the kernel, and then records the end for everybody to see. The end of ctx
// ends the session.
func (b *Book) Serve(ctx context.Context, last func(End, error) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b.mu.Lock()
	b.over = cancel
	b.mu.Unlock()
	timer := time.AfterFunc(max(b.left(), 0), func() { b.Stop(Expired, "") })
	defer timer.Stop()
	var asking sync.WaitGroup
	asking.Go(func() { b.accept(ctx, &asking) })
	<-ctx.Done()
	b.Stop(Closed, "")
	b.turn <- struct{}{} // what ran has ended
	err := b.close()
	b.mu.Lock()
	b.end.Finished, b.end.Executions = b.store.Now().UTC(), b.executions
	if err != nil && b.end.Error == "" {
		b.end.Error = err.Error()
	}
	end := b.end
	b.mu.Unlock()
	err = errors.Join(err, last(end, err))
	// The end is written before the socket goes: who finds no socket finds the end.
	failed := supervised.WriteFile(b.dir, supervised.EndName, end)
	close(b.ended)
	_ = b.listener.Close()
	asking.Wait()
	return errors.Join(err, failed)
}

// close ends the kernel.
func (b *Book) close() error {
	b.mu.Lock()
	k := b.kernel
	b.kernel = nil
	b.mu.Unlock()
	if k == nil {
		return nil
	}
	return k.Close()
}

// maxAsking is how many may ask at once.
const maxAsking = 64

func (b *Book) accept(ctx context.Context, asking *sync.WaitGroup) {
	places := make(chan struct{}, maxAsking)
	for {
		conn, err := b.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(50 * time.Millisecond) // such as too many open files
			continue
		}
		select {
		case places <- struct{}{}:
		default:
			_ = conn.Close()
			continue
		}
		asking.Go(func() {
			defer func() { <-places }()
			defer conn.Close()
			b.answer(ctx, newLine(conn, maxAsked))
		})
	}
}

// answer does what one connection asks.
func (b *Book) answer(ctx context.Context, l *line) {
	var what asked
	if l.SetReadDeadline(time.Now().Add(patience)) != nil || l.read(&what) != nil {
		return // somebody who only looked whether it answers
	}
	if l.SetReadDeadline(time.Time{}) != nil {
		return
	}
	switch what.Op {
	case "about":
		_ = l.write(told{About: b.about(len(b.turn) > 0)})
	case "close":
		b.Stop(Closed, "")
		<-b.ended
		_ = l.write(told{OK: true})
	case "reset":
		if b.await(ctx, l, what.NoWait) {
			said := told{OK: true}
			if err := b.renew(ctx); err != nil {
				said = told{Error: err.Error()}
			}
			<-b.turn
			_ = l.write(said)
		}
	case "take":
		if b.await(ctx, l, what.NoWait) {
			b.serve(ctx, l)
			<-b.turn
		}
	default:
		_ = l.write(told{Error: fmt.Sprintf("%q is nothing that can be asked of a session", what.Op)})
	}
}

// await waits for the turn.
func (b *Book) await(ctx context.Context, l *line, noWait bool) bool {
	select {
	case b.turn <- struct{}{}:
		return b.open(ctx)
	default:
	}
	if l.write(told{Busy: true}) != nil || noWait {
		return false
	}
	// Whoever waits and is gone must not get it.
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	read := make(chan struct{})
	go func() {
		defer close(read)
		var probe [1]byte
		if _, err := l.Conn.Read(probe[:]); err != nil && waiting.Err() == nil {
			cancel()
		}
	}()
	select {
	case b.turn <- struct{}{}:
	case <-waiting.Done():
		return false
	}
	gone := waiting.Err() != nil
	cancel()
	_ = l.SetReadDeadline(time.Now())
	<-read
	if l.SetReadDeadline(time.Time{}) != nil || gone {
		<-b.turn
		return false
	}
	return b.open(ctx)
}

// open gives the turn back when the session is over.
func (b *Book) open(ctx context.Context) bool {
	if ctx.Err() == nil {
		return true
	}
	<-b.turn
	return false
}

func (b *Book) about(busy bool) *About {
	b.mu.Lock()
	defer b.mu.Unlock()
	return &About{Executions: b.executions, Busy: busy, History: append([]Ran{}, b.history...), Private: b.private}
}

// renew gives the session a clean kernel.
func (b *Book) renew(ctx context.Context) error {
	err := b.close()
	b.mu.Lock()
	b.history, b.kept = nil, 0
	b.mu.Unlock()
	return errors.Join(err, b.Begin(ctx))
}
