package mcp

import (
	"fmt"
	"slices"
	"sync"
)

// sessions are the sessions of code that clients of a server have opened, each with the
// conversation that it is for: others neither see nor use it.
type sessions struct {
	mu      sync.Mutex
	open    map[string]string
	opening int
	watched map[string]bool
}

func newSessions() *sessions { return &sessions{open: map[string]string{}, watched: map[string]bool{}} }

// reserve takes a place for one that is to be opened.
func (o *sessions) reserve() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.open)+o.opening >= maxSessions {
		return fmt.Errorf("%d sessions are open already; close one with session_close", maxSessions)
	}
	o.opening++
	return nil
}

// opened keeps what became of a place; id is "" for nothing. first: it is the first of its
// conversation.
func (o *sessions) opened(id, owner string) (first bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.opening--; id == "" {
		return false
	}
	o.open[id] = owner
	first = !o.watched[owner]
	o.watched[owner] = true
	return first
}

func (o *sessions) check(id, owner string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if whose, there := o.open[id]; !there || whose != owner {
		return fmt.Errorf("there is no session %s of this conversation; session_open opens one, session_list lists them", quoted(id))
	}
	return nil
}

func (o *sessions) closed(id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.open, id)
}

// of are the ids of a conversation, or with all of every one.
func (o *sessions) of(owner string, all bool) []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var ids []string
	for id, whose := range o.open {
		if all || whose == owner {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}
