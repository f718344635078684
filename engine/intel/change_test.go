package intel_test

import (
	"testing"
	"time"

	"github.com/skillctl/skillctl/engine/intel"
)

// TestCompare counts what a list has more and less than the one that is there.
func TestCompare(t *testing.T) {
	t.Parallel()
	const first = `{"schema":"skillctl.intel/v1","name":"x","issued":"2026-11-01T00:00:00Z",
"domains":[{"value":"a.example","reason":"r","reference":"x"},{"value":"b.example","reason":"r","reference":"x"},{"value":"b.example","reason":"r","reference":"x"}]}`
	const second = `{"schema":"skillctl.intel/v1","name":"x","issued":"2026-11-02T00:00:00Z",
"domains":[{"value":"b.example","reference":"x","reason":"r"},{"value":"a.example","reason":"other","reference":"x"}],"packages":[{"manager":"npm","value":"p","reason":"r","reference":"x"}]}`
	now := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	store := intel.Open(t.TempDir() + "/intel")
	if c, err := store.Compare([]byte(first)); c != nil || err != nil {
		t.Errorf("without a list: %+v, %v", c, err)
	}
	b, err := intel.Parse(t.Context(), []byte(first), now)
	if err == nil {
		_, err = store.Put(t.Context(), b, []byte(first), intel.Record{}, now)
	}
	if err != nil {
		t.Fatal(err)
	}
	c, err := store.Compare([]byte(second))
	if err != nil || c == nil || c.Added != 2 || c.Gone != 2 || c.Issued.Day() != 1 {
		t.Errorf("got %+v, %v", c, err)
	}
}
