package approval

import (
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
