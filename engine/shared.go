package engine

import (
	"context"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/policy"
)

// Shared keeps the policies that are built in, compiled, for all engines of a
// process that are given it. Its zero value is ready for use, also by several
// goroutines at once.
type Shared struct {
	load  sync.Once
	set   *policy.Set
	rules []Rule
	err   error

	mutex   sync.Mutex
	queries map[string]func(context.Context) (*policy.Query, error)
}

// WithShared compiles policies once for all engines that share them. Policies that
// replace those that are built in are not shared.
func WithShared(shared *Shared) Option { return func(e *Engine) { e.shared = shared } }

// loaded reads the policies and their rules.
func (e *Engine) loaded() (*policy.Set, []Rule, error) {
	load := func() (*policy.Set, []Rule, error) {
		loading := []policy.Option{policy.WithFilter(isLintFile)}
		if !e.replaced {
			loading = append(loading, policy.WithUnsafeUnchecked())
		}
		set, err := policy.Load(e.files, loading...)
		if err != nil {
			return nil, nil, err
		}
		rules, err := readRules(set, e.files)
		return set, rules, err
	}
	s := e.shared
	if s == nil || e.replaced {
		return load()
	}
	s.load.Do(func() { s.set, s.rules, s.err = load() })
	return s.set, s.rules, s.err
}

// question asks an entry of the files that are kept; name says which those are.
func (e *Engine) question(entry string, keep func(file string) bool, name ...string) func(context.Context) (*policy.Query, error) {
	s := e.shared
	if s == nil || e.replaced {
		return prepared(e.set.Keep(keep), entry)
	}
	key := entry + "\x00" + strings.Join(name, "\x00")
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if known, ok := s.queries[key]; ok {
		return known
	}
	if s.queries == nil {
		s.queries = map[string]func(context.Context) (*policy.Query, error){}
	}
	s.queries[key] = prepared(e.set.Keep(keep), entry)
	return s.queries[key]
}
