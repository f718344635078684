package conformance

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/skillctl/skillctl/internal/document"
)

// Deviations are rows where the engine is meant to be looser than what was
// recorded, with the reason, by suite and id.
type Deviations map[string]map[string]string

// ReadDeviations reads deviations.yaml: for each suite a list of entries with
// an id and a reason. A folder without the file has none.
func ReadDeviations(ctx context.Context, folder fs.FS) (Deviations, error) {
	const name = "deviations.yaml"
	text, err := fs.ReadFile(folder, name)
	if errors.Is(err, fs.ErrNotExist) {
		return Deviations{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	doc, err := document.Parse(ctx, name, text, document.YAML)
	if err != nil {
		return nil, err
	}
	all := Deviations{}
	if doc.Root == nil || doc.Root.Kind == document.Null {
		return all, nil
	}
	if doc.Root.Kind != document.Object {
		return nil, fmt.Errorf("%s: a list of entries for each suite is wanted", name)
	}
	for _, suite := range doc.Root.Members {
		entries := map[string]string{}
		for i, item := range suite.Value.Items {
			id, _ := item.At("id").Interface().(string)
			reason, _ := item.At("reason").Interface().(string)
			if id == "" || reason == "" {
				return nil, fmt.Errorf("%s: entry %d of %s wants an id and a reason", name, i+1, suite.Key)
			}
			entries[id] = reason
		}
		all[suite.Key] = entries
	}
	return all, nil
}

// Undeclared returns the looser rows of a suite that no deviation explains.
func (d Deviations) Undeclared(tally *Tally) []Difference {
	var open []Difference
	for _, difference := range tally.Differences {
		if _, declared := d[tally.Suite][difference.ID]; difference.Outcome == Looser && !declared {
			open = append(open, difference)
		}
	}
	return open
}
