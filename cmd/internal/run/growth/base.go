package growth

import (
	"encoding/json"
	"sync"
)

// Fill is how full a file system is; Counts says that it counts its files.
type Fill struct {
	Bytes, Files int64
	Counts       bool
}

// Base is how full file systems were, by what tells them apart. It is written as JSON
// for another process while the run is still being watched, so it has a lock.
type Base struct {
	mu sync.Mutex
	at map[string]Fill
}

func (b *Base) get(name string) (Fill, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f, ok := b.at[name]
	return f, ok
}

func (b *Base) set(name string, f Fill) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.at == nil {
		b.at = map[string]Fill{}
	}
	b.at[name] = f
}

func (b *Base) empty() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.at) == 0
}

// MarshalJSON writes an object with a [Fill] for each file system.
func (b *Base) MarshalJSON() ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return json.Marshal(b.at)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (b *Base) UnmarshalJSON(text []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return json.Unmarshal(text, &b.at)
}
