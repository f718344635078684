package policy

import (
	"context"
	"fmt"
	"sync"
)

// Once gives a question that is compiled when it is first asked. load may be
// called at any time before; what goes wrong is told everybody who asks.
func Once(load func() (*Set, error), entry string) func(context.Context) (*Query, error) {
	var (
		once  sync.Once
		query *Query
		err   error
	)
	return func(ctx context.Context) (*Query, error) {
		once.Do(func() {
			defer func() {
				if failed := recover(); failed != nil {
					err = fmt.Errorf("compile the policies: %v", failed)
				}
			}()
			var set *Set
			if set, err = load(); err == nil {
				// Whoever asks first may be interrupted; those after it are not.
				query, err = set.Prepare(context.WithoutCancel(ctx), entry)
			}
		})
		return query, err
	}
}
