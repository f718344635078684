package clause

import "sync"

// Skills of one author, and of a collection, say many sentences again word for word, and a
// package those of its template. What is said of one follows from its text alone, so that it
// is kept for the next time that the same text comes up.

// memory has what was found out about texts. It is safe for concurrent use.
type memory[T any] struct {
	mu sync.Mutex
	// late are the texts that came up last, early those before them: when the first are too
	// many they become the second, and those are forgotten.
	late, early map[string]T
}

// The bounds of a memory: how many texts it has of each kind, and the bytes of the longest one.
// Long ones do not come again.
const (
	maxKept     = 2048
	longestKept = 600
)

// of is what is known of a text; work finds it out. What it gives must not be changed.
func (m *memory[T]) of(text string, work func(string) T) T {
	if len(text) > longestKept {
		return work(text)
	}
	m.mu.Lock()
	found, known := m.late[text]
	if !known {
		if found, known = m.early[text]; known {
			m.keep(text, found)
		}
	}
	m.mu.Unlock()
	if known {
		return found
	}
	found = work(text)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keep(text, found)
	return found
}

func (m *memory[T]) keep(text string, found T) {
	if m.late == nil || len(m.late) >= maxKept {
		m.late, m.early = map[string]T{}, m.late
	}
	m.late[text] = found
}
