package schema

import "testing"

// TestPlans makes the plan of every kind.
func TestPlans(t *testing.T) {
	for _, kind := range Kinds() {
		if _, err := New().plan(kind); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
