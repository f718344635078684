package intel

import (
	"bytes"
	"encoding/json"
	"time"
)

// Change is how a list differs from the one that was there before.
type Change struct {
	// Issued is when that was made.
	Issued time.Time
	// Added and Gone are entries that only the new one has, or only the old one; an entry
	// that says something else now is both.
	Added, Gone int
}

// Compare says how a list, its text, differs from the one that is there: nil where there
// is none, or none that can be read.
func (s *Store) Compare(text []byte) (*Change, error) {
	kept, err := s.read()
	if err != nil || kept == nil {
		return nil, err
	}
	_, there, _ := bytes.Cut(kept, []byte("\n"))
	was, made := entriesOf(there)
	is, _ := entriesOf(text)
	if was == nil {
		return nil, nil
	}
	c := &Change{Issued: made}
	for one, n := range is {
		c.Added += max(0, n-was[one])
	}
	for one, n := range was {
		c.Gone += max(0, n-is[one])
	}
	return c, nil
}

// entriesOf counts the entries of a list, each by all that it says; nil for no list.
func entriesOf(text []byte) (map[string]int, time.Time) {
	var w written
	if json.Unmarshal(text, &w) != nil {
		return nil, time.Time{}
	}
	made, err := time.Parse(time.RFC3339, w.Issued)
	if err != nil {
		return nil, time.Time{}
	}
	all := map[string]int{}
	for _, list := range w.kinds() {
		for _, one := range list.entries {
			said, err := json.Marshal(one)
			if err != nil {
				return nil, time.Time{}
			}
			all[string(list.kind)+" "+string(said)]++
		}
	}
	return all, made
}
