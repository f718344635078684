// Package conformance compares what the engine decides with what real systems
// decided, recorded as rows of data.
//
// An adapter turns a row into settings and a request for the engine's own entry
// points and compares the answer; it decides nothing.
package conformance

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sort"
)

// Outcome is how an answer compares with a row.
type Outcome int

// The outcomes. Looser means that the engine is more permissive than the row.
const (
	Agree Outcome = iota
	Looser
	Stricter
	Skipped
)

// String names the outcome as the report does.
func (o Outcome) String() string {
	switch o {
	case Agree:
		return "agree"
	case Looser:
		return "looser"
	case Stricter:
		return "stricter"
	case Skipped:
		return "skipped"
	}
	return "unknown"
}

// Result is the outcome of one row, and for all but [Agree] what differs.
type Result struct {
	Outcome Outcome
	Detail  string
}

// Suite is a set of rows and the adapter that runs one.
type Suite struct {
	// Name is the name of the suite, and of the file that holds the rows unless
	// Rows names another.
	Name string
	// Rows is the base name of that file, empty for the name of the suite.
	Rows string
	// Run asks the engine about one row. An error means that the row could not
	// be understood or the engine failed.
	Run func(ctx context.Context, row json.RawMessage) (Result, error)
	// Close gives back what the suite holds, nil when it holds nothing.
	Close func() error
}

// Join adds suites to others. One of the same name and rows as one that is there
// is asked about what that one skips.
func Join(suites []Suite, more ...Suite) []Suite {
	joined := slices.Clone(suites)
	for _, next := range more {
		at := slices.IndexFunc(joined, func(s Suite) bool { return s.Name == next.Name })
		if at < 0 {
			joined = append(joined, next)
			continue
		}
		joined[at] = joined[at].or(next)
	}
	return joined
}

// or asks another suite about the rows that this one skips.
func (s Suite) or(next Suite) Suite {
	first := s.Run
	s.Run = func(ctx context.Context, row json.RawMessage) (Result, error) {
		result, err := first(ctx, row)
		if err != nil || result.Outcome != Skipped {
			return result, err
		}
		return next.Run(ctx, row)
	}
	ends := []func() error{s.Close, next.Close}
	s.Close = func() error {
		var err error
		for _, end := range ends {
			if end != nil {
				err = errors.Join(err, end())
			}
		}
		return err
	}
	return s
}

// Difference is a row whose outcome is not [Agree].
type Difference struct {
	ID string
	Result
}

// Tally is what running a suite came to.
type Tally struct {
	Suite                                  string
	Rows, Agree, Looser, Stricter, Skipped int
	// Differences are sorted by id.
	Differences []Difference
}

// String is the line that is printed for the suite.
func (t *Tally) String() string {
	return fmt.Sprintf("suite %s: agree %d/%d, looser %d, stricter %d, skipped %d", t.Suite, t.Agree, t.Rows, t.Looser, t.Stricter, t.Skipped)
}

// ErrNoRows says that a folder has no rows for a suite.
var ErrNoRows = errors.New("no rows")

// maxLine bounds one row, in bytes.
const maxLine = 16 << 20

// RunSuite runs every row of NAME.jsonl or NAME.jsonl.gz in folder.
func RunSuite(ctx context.Context, folder fs.FS, suite Suite) (tally Tally, err error) {
	rows, err := open(folder, cmp.Or(suite.Rows, suite.Name))
	if err != nil {
		return Tally{}, err
	}
	if suite.Close != nil {
		defer func() { err = errors.Join(err, suite.Close()) }()
	}
	tally.Suite = suite.Name
	scanner := bufio.NewScanner(bytes.NewReader(rows))
	scanner.Buffer(nil, maxLine)
	for line := 1; scanner.Scan(); line++ {
		row := bytes.TrimSpace(scanner.Bytes())
		if len(row) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return tally, err
		}
		var named struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal(row, &named); err != nil {
			return tally, fmt.Errorf("suite %s, line %d: read row: %w", suite.Name, line, err)
		}
		result, err := suite.Run(ctx, row)
		if err != nil {
			return tally, fmt.Errorf("suite %s, row %s: %w", suite.Name, named.ID, err)
		}
		tally.add(named.ID, result)
	}
	if err := scanner.Err(); err != nil {
		return tally, fmt.Errorf("suite %s: read rows: %w", suite.Name, err)
	}
	sort.Slice(tally.Differences, func(i, j int) bool { return tally.Differences[i].ID < tally.Differences[j].ID })
	return tally, nil
}

func (t *Tally) add(id string, result Result) {
	t.Rows++
	switch result.Outcome {
	case Agree:
		t.Agree++
		return
	case Looser:
		t.Looser++
	case Stricter:
		t.Stricter++
	case Skipped:
		t.Skipped++
	}
	t.Differences = append(t.Differences, Difference{ID: id, Result: result})
}

func open(folder fs.FS, name string) ([]byte, error) {
	text, err := fs.ReadFile(folder, name+".jsonl")
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return text, err
	}
	packed, err := fs.ReadFile(folder, name+".jsonl.gz")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("suite %s: %w", name, ErrNoRows)
	}
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("unpack %s.jsonl.gz: %w", name, err)
	}
	if text, err = io.ReadAll(z); err != nil {
		return nil, fmt.Errorf("unpack %s.jsonl.gz: %w", name, err)
	}
	return text, nil
}
