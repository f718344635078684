package approval

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/skillctl/skillctl/engine/audit"
)

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
