package exec

import (
	"container/list"
	"sync"

	"github.com/skillctl/skillctl/engine/system"
	"github.com/skillctl/skillctl/internal/document"
)

// The bounds of a [memory], in answers and in bytes. What was not asked for longest goes first.
const (
	maxRemembered      = 4_096
	maxRememberedBytes = 32 << 20
)

// memory are answers of policies, by all that they follow from: the request and the settings are in
// the [fingerprint], what the machine was asked is in the record. It holds answers of one [Decider],
// whose policies never change. It is safe for concurrent use.
type memory struct {
	mu    sync.Mutex
	known map[fingerprint]*list.Element
	// order has what was asked for last in front.
	order *list.List
	bytes int
}

// remembered is one answer. It never changes.
type remembered struct {
	print  fingerprint
	record *system.Record
	answer *execAnswer
	bytes  int
}

func newMemory() *memory { return &memory{known: map[fingerprint]*list.Element{}, order: list.New()} }

// find is what was answered to a request, nil for nothing. It is for the caller to see whether its
// record still holds.
func (m *memory) find(print fingerprint) *remembered {
	m.mu.Lock()
	defer m.mu.Unlock()
	at, ok := m.known[print]
	if !ok {
		return nil
	}
	m.order.MoveToFront(at)
	return at.Value.(*remembered)
}

// keep remembers an answer in place of an older one to the same request. What cannot be handed out
// twice is not kept.
func (m *memory) keep(print fingerprint, record *system.Record, answer *execAnswer) {
	size, ok := answer.size()
	if !ok || record == nil {
		return
	}
	const fixed = 512
	r := &remembered{print: print, record: record, answer: answer, bytes: fixed + record.Bytes() + size}
	m.mu.Lock()
	defer m.mu.Unlock()
	if at, ok := m.known[print]; ok {
		m.forget(at)
	}
	m.known[print] = m.order.PushFront(r)
	m.bytes += r.bytes
	for m.order.Len() > maxRemembered || m.bytes > maxRememberedBytes {
		m.forget(m.order.Back())
	}
}

func (m *memory) forget(at *list.Element) {
	r := m.order.Remove(at).(*remembered)
	delete(m.known, r.print)
	m.bytes -= r.bytes
}

// size is about how much memory an answer takes; ok is false when it holds what [copied] cannot copy.
func (a *execAnswer) size() (bytes int, ok bool) {
	for i := range a.Reasons {
		const fixed = 160
		r := &a.Reasons[i]
		bytes += fixed + len(r.Rule) + len(r.Message) + len(r.Hint) + 16*len(r.Setting)
	}
	for _, tree := range []map[string]any{a.Boundary, a.Details} {
		n, ok := treeSize(tree)
		if !ok {
			return 0, false
		}
		bytes += n
	}
	return bytes, true
}

func treeSize(value any) (bytes int, ok bool) {
	const fixed = 16
	switch value := value.(type) {
	case nil, bool, float64, int, int64:
		return fixed, true
	case string:
		return fixed + len(value), true
	case []any:
		bytes = fixed
		for _, v := range value {
			n, ok := treeSize(v)
			if !ok {
				return 0, false
			}
			bytes += n
		}
		return bytes, true
	case map[string]any:
		bytes = 3 * fixed
		for key, v := range value {
			n, ok := treeSize(v)
			if !ok {
				return 0, false
			}
			bytes += 2*fixed + len(key) + n
		}
		return bytes, true
	}
	return 0, false
}

// copied is a tree that its owner may change.
func copied(tree map[string]any) map[string]any {
	if tree == nil {
		return nil
	}
	return copiedValue(tree).(map[string]any)
}

func copiedValue(value any) any {
	switch value := value.(type) {
	case []any:
		out := make([]any, len(value))
		for i, v := range value {
			out[i] = copiedValue(v)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(value))
		for key, v := range value {
			out[key] = copiedValue(v)
		}
		return out
	}
	return value // never changed in place
}

func copiedSpan(s *document.Span) *document.Span {
	out := *s
	return &out
}
