package audit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/internal/flock"
)

// Place is where a record stands.
type Place struct {
	Seq  uint64
	Hash string
	File string
}

// WriteError says that something could not be recorded. What was to be recorded
// before it starts must not start.
type WriteError struct {
	Path string
	Err  error
}

// Error names the folder and what stood in the way.
func (e *WriteError) Error() string {
	return fmt.Sprintf("the audit record in %q cannot be written, so nothing runs: %v", e.Path, e.Err)
}

// Unwrap gives the cause.
func (e *WriteError) Unwrap() error { return e.Err }

// Begin records that a run is about to start. r has Run, Request, Decision and
// what else is known; this process becomes its owner unless r names one. When
// Begin fails, with a [*WriteError], the command must not start. When it returns,
// the record is on the disk.
func (l *Log) Begin(ctx context.Context, m *Mask, r Record) (Place, error) {
	r.Kind = Start
	if r.Owner == nil {
		self := Self()
		r.Owner = &self
	}
	return l.Append(ctx, m, r)
}

// End records how a run ended. The end of ctx does not keep it from being
// written: what ran is recorded even when the caller was interrupted.
func (l *Log) End(ctx context.Context, m *Mask, run string, result Result, output *Output) (Place, error) {
	return l.Append(context.WithoutCancel(ctx), m, Record{Kind: End, Run: run, Result: &result, Output: output})
}

// HandOver records that another process answers for a run from now on.
func (l *Log) HandOver(ctx context.Context, run string, to Owner) (Place, error) {
	return l.Append(context.WithoutCancel(ctx), nil, Record{Kind: Handover, Run: run, Owner: &to})
}

// Append records something. The log numbers, dates and chains the record; secrets
// that m knows of, and those of well-known forms, are masked, and texts cut to
// their bounds. A nil m knows the well-known forms only.
func (l *Log) Append(ctx context.Context, m *Mask, r Record) (Place, error) {
	if m == nil {
		m = &Mask{}
	}
	place, fresh, err := l.append(ctx, m.clean(r))
	if err != nil {
		return Place{}, &WriteError{l.path, err}
	}
	if fresh && l.days > 0 && r.Kind != Pruned {
		// What is too old can as well be deleted the next time.
		_, _ = l.Prune(context.WithoutCancel(ctx), l.days)
	}
	return place, nil
}

// append does so under the lock; fresh says that it began a file.
func (l *Log) append(ctx context.Context, r Record) (place Place, fresh bool, err error) {
	root, err := l.made()
	if err != nil {
		return Place{}, false, err
	}
	defer root.Close()
	l.turn.Lock()
	defer l.turn.Unlock()
	lock, err := l.lock(ctx, root, false, true)
	if err != nil {
		return Place{}, false, err
	}
	w := &writer{log: l, root: root, lock: lock}
	place, err = w.write(&r)
	flock.Unlock(lock)
	_ = lock.Close()
	if w.file == nil {
		return place, w.fresh, err
	}
	// Out of the lock: others need not wait for the disk, and what several wrote
	// meanwhile reaches it at once.
	if err == nil && l.sync && durable(r.Kind) {
		err = w.file.Sync()
	}
	return place, w.fresh, errors.Join(err, w.file.Close())
}

// durable says of which records it is made sure that they are on the disk: of
// those that something waits for. The others follow with them.
func durable(k Kind) bool { return k == Start || k == Pruned }

// writer adds one record, under the lock.
type writer struct {
	log  *Log
	root *os.Root
	lock *os.File
	file *os.File
	// fresh: the file was begun.
	fresh bool
}

func (w *writer) write(r *Record) (Place, error) {
	h, err := readHead(w.lock)
	if err != nil {
		return Place{}, err
	}
	t, err := w.log.tail(w.root, h)
	if err != nil {
		return Place{}, err
	}
	r.Time = w.log.now().UTC().Truncate(time.Microsecond)
	// A clock that went back must not put a record before those that are there:
	// the newest file goes on until its day is over.
	name := max(r.Time.Format(dayForm)+dayEnd, t.file)
	var text []byte
	seq, prev := t.seq, t.hash
	if seal := t.seal(h); seal != nil {
		if seal.Why == Cut {
			// The gap stays for everybody to see.
			seq, prev = h.Seq, h.Hash
		}
		s := &Record{Seq: seq + 1, Prev: prev, Time: r.Time, Kind: Sealed, Seal: seal}
		if text, err = encode(s); err != nil {
			return Place{}, err
		}
		seq, prev = s.Seq, s.Hash
		// What was torn is sealed in the file where it is.
		if seal.Bytes > 0 {
			name = t.file
		}
	}
	if t.open {
		text = append([]byte("\n"), text...)
		name = t.file
	}
	r.Seq, r.Prev = seq+1, prev
	line, err := encode(r)
	if err != nil {
		return Place{}, err
	}
	return Place{r.Seq, r.Hash, filepath.Join(w.log.path, name)}, w.writeFile(name, append(text, line...), r)
}

// writeFile adds lines to a file with one write and then moves the head. When either
// fails, the file is as it was.
func (w *writer) writeFile(name string, text []byte, r *Record) error {
	f, info, err := w.log.open(w.root, name, os.O_WRONLY|os.O_APPEND|os.O_CREATE)
	if err != nil {
		return err
	}
	w.file, w.fresh = f, info.Size() == 0
	w.log.step("write")
	n, err := f.Write(text)
	w.log.step("written")
	if err == nil {
		err = writeHead(w.lock, head{Seq: r.Seq, Hash: r.Hash, File: name, Size: info.Size() + int64(n)})
	}
	if err != nil && n > 0 {
		// Under the lock nobody else has added anything. Should this fail, too, the
		// next writer seals what is there.
		err = errors.Join(err, f.Truncate(info.Size()))
	}
	return err
}
