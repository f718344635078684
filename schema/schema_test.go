package schema

import (
	"sync"
	"testing"
)

// TestPlans makes the plan of every kind.
func TestPlans(t *testing.T) {
	for _, kind := range Kinds() {
		if _, err := New().plan(kind); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// TestConcurrentUse validates with one Schema from many goroutines; the race
// detector watches.
func TestConcurrentUse(t *testing.T) {
	s := New()
	docs := goodDocuments()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, kind := range Kinds() {
				for _, doc := range docs[kind] {
					for _, v := range s.Validate(kind, doc) {
						if v.Refused() {
							t.Errorf("%s: %s", kind, v.Message)
						}
					}
				}
			}
		})
	}
	wg.Wait()
}
