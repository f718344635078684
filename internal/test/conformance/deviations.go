package conformance

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/skillctl/skillctl/internal/document"
)

// Deviation is why a row is meant to be answered in another way than was recorded.
type Deviation struct {
	Reason string
	// Outcome is [Looser] unless the entry says that the answer is stricter.
	Outcome Outcome
}

// Deviations are such rows by suite and id.
type Deviations map[string]map[string]Deviation

// Reason is why a row has an outcome, "" when nothing says so.
func (d Deviations) Reason(suite string, row Difference) string {
	if known, ok := d[suite][row.ID]; ok && known.Outcome == row.Outcome {
		return known.Reason
	}
	return ""
}

// ReadDeviations reads deviations.yaml: for each suite a list of entries with
// an id, a reason, and "outcome: stricter" where it is not looser. A folder without
// the file has none.
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
		entries := map[string]Deviation{}
		for i, item := range suite.Value.Items {
			id, _ := item.At("id").Interface().(string)
			reason, _ := item.At("reason").Interface().(string)
			if id == "" || reason == "" {
				return nil, fmt.Errorf("%s: entry %d of %s wants an id and a reason", name, i+1, suite.Key)
			}
			outcome, ok := map[any]Outcome{nil: Looser, "looser": Looser, "stricter": Stricter}[item.At("outcome").Interface()]
			if !ok {
				return nil, fmt.Errorf("%s: the outcome of %s is looser or stricter", name, id)
			}
			entries[id] = Deviation{reason, outcome}
		}
		all[suite.Key] = entries
	}
	return all, nil
}

// Undeclared returns the looser rows of a suite that no deviation explains.
func (d Deviations) Undeclared(tally *Tally) []Difference {
	var open []Difference
	for _, difference := range tally.Differences {
		if difference.Outcome == Looser && d.Reason(tally.Suite, difference) == "" {
			open = append(open, difference)
		}
	}
	return open
}
