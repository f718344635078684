package approval

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/internal/flock"
	"github.com/skillctl/skillctl/internal/folder"
)

const (
	// maxQuestions is how many questions wait at a time.
	maxQuestions = 100
	// maxEntries is how many files a queue has that is looked at.
	maxEntries = 10_000
	answerEnd  = ".answer"
	watchName  = "watch"
	// stays is how long a file is kept that nothing is done with any more.
	stays = time.Minute
	// lookAgain is how long an asker sleeps before it looks for its answer again.
	lookAgain = 100 * time.Millisecond
)

// Queue keeps the questions that wait for an answer from another terminal, in a folder
// that is as safe as that of approvals. It is safe for use by many processes at once.
//
// A question is one file, named by the digest of its bytes; its answer is another, which
// exists once. Who asks compares the answer with the bytes that it wrote itself, so that
// the answer to a question that somebody changed is none.
type Queue struct {
	store *Store
	now   func() time.Time
	life  func(audit.Owner) audit.Life
}

// OpenQueue returns the queue in a folder, which is made, for its owner alone, when
// something is first asked. now is the clock.
func OpenQueue(path string, now func() time.Time) (*Queue, error) {
	store, err := Open(path)
	if err != nil {
		return nil, err
	}
	return &Queue{store, now, audit.Owner.Life}, nil
}

// Path is the folder of the queue.
func (q *Queue) Path() string { return q.store.path }

// ErrFull says that too many questions wait.
var ErrFull = fmt.Errorf("%d questions wait for an answer already", maxQuestions)

// GoneError is a question that does not wait, and why.
type GoneError struct{ ID, Why string }

// Error names the question.
func (e *GoneError) Error() string { return fmt.Sprintf("question %s %s", ShortID(e.ID), e.Why) }

// ShortID is as much of the id of a question as people are shown.
func ShortID(id string) string { return id[:min(len(id), 12)] }

// Waiting is a question that waits.
type Waiting struct {
	ID string
	*Question
}

// Ticket is held by who asks.
type Ticket struct {
	queue *Queue
	// ID is that of the question.
	ID       string
	question *Question
}

// Put asks a question for a time, at most [MaxWait]; its version, nonce, times and asker
// are filled in. One that is too long to be read is a [*LongError]; [ErrFull] is a full
// queue.
func (q *Queue) Put(question Question, within time.Duration) (*Ticket, error) {
	now := q.now()
	question.Version, question.Nonce, question.Asker = questionVersion, rand.Text(), audit.Self()
	question.Created, question.Expires = now.Unix(), now.Add(within).Unix()+1
	if err := question.check(); err != nil {
		return nil, fmt.Errorf("ask: %w", err)
	}
	text, err := written(question)
	if err != nil {
		return nil, fmt.Errorf("ask: %w", err)
	}
	if len(text) > maxQuestion {
		return nil, &LongError{len(text)}
	}
	root, err := q.store.made()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	waiting, damaged, err := q.look(root)
	if err != nil {
		return nil, err
	}
	if len(waiting)+len(damaged) >= maxQuestions {
		return nil, ErrFull
	}
	id := idOf(text)
	if err := q.store.place(root, id+recordEnd, text); err != nil {
		return nil, fmt.Errorf("ask in %q: %w", q.Path(), err)
	}
	return &Ticket{q, id, &question}, nil
}

// Wait waits for the answer; nil is none in time. When it returns the question does not
// wait any more. An answer that cannot be believed is an error, and no answer.
func (t *Ticket) Wait(ctx context.Context, within time.Duration) (*Answer, error) {
	end := time.NewTimer(within)
	defer end.Stop()
	tick := time.NewTicker(lookAgain)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			_, _ = t.close()
			return nil, fmt.Errorf("wait for an answer: %w", ctx.Err())
		case <-end.C:
			return t.close()
		case <-tick.C:
			if answer, err := t.look(); answer != nil || err != nil {
				_, _ = t.close()
				return answer, err
			}
		}
	}
}

// close takes the question back. Whoever makes the file of the answer first has the last
// word: an answer that was given a moment before counts. That file stays for a while, so
// that nobody makes it a second time.
func (t *Ticket) close() (*Answer, error) {
	root, err := t.queue.store.root()
	if err != nil {
		return nil, err
	}
	if root == nil {
		return nil, nil
	}
	defer root.Close()
	var answer *Answer
	err = t.queue.store.writeState(root, t.ID, answerEnd, mark{At: t.queue.now().Unix()})
	if errors.Is(err, fs.ErrExist) {
		answer, err = t.read(root)
	}
	return answer, errors.Join(err, gone(root.Remove(t.ID+recordEnd)))
}

func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// look is the answer, nil as long as there is none.
func (t *Ticket) look() (*Answer, error) {
	root, err := t.queue.store.root()
	if err != nil {
		return nil, err
	}
	if root == nil {
		return nil, errors.New("the folder of the question was removed")
	}
	defer root.Close()
	return t.read(root)
}

func (t *Ticket) read(root *os.Root) (*Answer, error) {
	text, err := t.queue.store.read(root, t.ID+answerEnd)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	answer := &Answer{}
	if err == nil {
		err = strictly(text, answer)
	}
	if err == nil {
		err = answer.check()
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("the answer to question %s is not used: %w", ShortID(t.ID), err)
	case answer.Question != t.ID:
		return nil, fmt.Errorf("the answer to question %s is not used: it answers another one", ShortID(t.ID))
	case answer.Always && !t.question.Always:
		return nil, fmt.Errorf("the answer to question %s is not used: it cannot be approved for always", ShortID(t.ID))
	}
	return answer, nil
}

// List returns the questions that wait, the oldest first, and what is wrong with files in
// their place. A folder that is not safe is the error. What nobody waits for any more is
// removed.
func (q *Queue) List() (waiting []Waiting, damaged []error, err error) {
	root, err := q.store.root()
	if root == nil || err != nil {
		return nil, nil, err
	}
	defer root.Close()
	return q.look(root)
}

func (q *Queue) look(root *os.Root) ([]Waiting, []error, error) {
	names, err := entryNames(root)
	if err != nil {
		return nil, nil, err
	}
	var waiting []Waiting
	var damaged []error
	for _, name := range names {
		id, is := strings.CutSuffix(name, recordEnd)
		if !is || strings.HasPrefix(name, ".") {
			q.leftover(root, names, name)
			continue
		}
		question, err := q.load(root, id)
		var ended *GoneError
		switch {
		case errors.As(err, &ended):
		case err != nil:
			damaged = append(damaged, err)
		default:
			waiting = append(waiting, Waiting{id, question})
		}
	}
	slices.SortStableFunc(waiting, func(a, b Waiting) int { return int(min(1, max(-1, a.Created-b.Created))) })
	return waiting, damaged, nil
}

func entryNames(root *os.Root) ([]string, error) {
	dir, err := root.Open(".")
	if err != nil {
		return nil, fmt.Errorf("list questions: %w", err)
	}
	defer dir.Close()
	names, err := dir.Readdirnames(maxEntries)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, fmt.Errorf("list questions: %w", err)
	case len(names) == maxEntries:
		return nil, fmt.Errorf("list questions: more than %d files are in %q", maxEntries-1, dir.Name())
	}
	slices.Sort(names)
	return names, nil
}

// leftover removes a file that a process left behind that was killed: one that never got
// its name, and an answer without its question.
func (q *Queue) leftover(root *os.Root, names []string, name string) {
	id, answer := strings.CutSuffix(name, answerEnd)
	if !strings.HasPrefix(name, newStart) && (!answer || slices.Contains(names, id+recordEnd)) {
		return
	}
	if info, err := root.Lstat(name); err == nil && q.now().Sub(info.ModTime()) > stays {
		_ = root.Remove(name)
	}
}

// load reads a question that waits. One that nobody waits for any more is removed, and a
// [*GoneError].
func (q *Queue) load(root *os.Root, id string) (*Question, error) {
	name := filepath.Join(q.Path(), id+recordEnd)
	info, err := root.Lstat(id + recordEnd)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &GoneError{id, "does not wait any more"}
	case err != nil:
		return nil, fmt.Errorf("read question %q: %w", name, folder.Bare(err))
	case !info.Mode().IsRegular() || info.Size() > maxQuestion:
		return nil, fmt.Errorf("the question %q is not used: it is no regular file of at most %d bytes; remove it", name, maxQuestion)
	}
	text, err := q.store.read(root, id+recordEnd)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &GoneError{id, "does not wait any more"}
	}
	var question *Question
	if err == nil {
		question, err = parseQuestion(id, text)
	}
	if err != nil {
		return nil, fmt.Errorf("the question %q is not used: %w; remove it", name, folder.Bare(err))
	}
	var why string
	switch {
	case q.life(question.Asker) == audit.Gone:
		why = "does not wait any more: the process that asked has ended"
	case q.now().Unix() >= question.Expires:
		why = "does not wait any more: its time is over"
	case q.now().Unix() < question.Created-slack:
		return nil, fmt.Errorf("the question %q is not used: it was asked in the future", name)
	default:
		if _, err := root.Lstat(id + answerEnd); err == nil {
			return nil, &GoneError{id, "is answered already"}
		}
		return question, nil
	}
	_ = root.Remove(id + recordEnd)
	return nil, &GoneError{id, why}
}

// Answer answers a question, once for all who try.
func (q *Queue) Answer(id string, answer Answer) error {
	answer.Version, answer.Question, answer.At = questionVersion, id, q.now().Unix()
	if err := answer.check(); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	root, err := q.store.root()
	if err != nil {
		return err
	}
	if root == nil {
		return &GoneError{id, "does not wait any more"}
	}
	defer root.Close()
	question, err := q.load(root, id)
	if err != nil {
		return err
	}
	if answer.Always && !question.Always {
		return fmt.Errorf("question %s can be answered for this once only", ShortID(id))
	}
	text, err := written(answer)
	if err == nil {
		q.store.step("answering")
		err = q.store.place(root, id+answerEnd, text)
	}
	if errors.Is(err, fs.ErrExist) {
		return &GoneError{id, "is answered already"}
	}
	if err != nil {
		return fmt.Errorf("answer question %s: %w", ShortID(id), err)
	}
	q.store.step("answered")
	if q.life(question.Asker) == audit.Gone {
		_ = root.Remove(id + recordEnd)
		return &GoneError{id, "does not wait any more: the process that asked has ended"}
	}
	return nil
}

// Watch says that somebody looks at the questions as they come, until the file is closed.
// false: somebody does already.
func (q *Queue) Watch() (*os.File, bool, error) {
	root, err := q.store.made()
	if err != nil {
		return nil, false, err
	}
	defer root.Close()
	f, err := root.OpenFile(watchName, os.O_RDWR|os.O_CREATE|folder.OpenFlags, 0o600)
	if err != nil {
		return nil, false, fmt.Errorf("watch the questions: %w", err)
	}
	// Who asks holds it for a moment, to see whether it is held.
	for range 50 {
		held, err := flock.Try(f, false)
		if held && err == nil {
			return f, true, nil
		}
		if err != nil {
			_ = f.Close()
			return nil, false, fmt.Errorf("watch the questions: %w", err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil, false, f.Close()
}

// Watched reports whether somebody looks at the questions as they come.
func (q *Queue) Watched() bool {
	root, err := q.store.root()
	if root == nil || err != nil {
		return false
	}
	defer root.Close()
	f, err := root.OpenFile(watchName, os.O_RDWR|folder.OpenFlags, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	free, err := flock.Try(f, true)
	return err == nil && !free
}
