// Package conformance compares what the engine decides with what real systems
// decided, recorded as rows of data.
//
// An adapter turns a row into settings and a request for the engine's own entry
// points and compares the answer; it decides nothing.
package conformance

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"sort"
	"strings"

	"github.com/skillctl/skillctl/internal/test/shape"
)

// Outcome is how an answer compares with a row.
type Outcome int

// The outcomes. Looser means that the engine is more permissive than the row.
const (
	Agree Outcome = iota
	Looser
	Stricter
	Skipped
	// Failed is a row that was not understood, or that the engine gave no answer
	// to: it agrees with nothing.
	Failed
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
	case Failed:
		return "failed"
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
	// Shapes are those of the rows of the file, also of those that Run skips for
	// another suite of the name.
	Shapes Shapes
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
	Suite                                          string
	Rows, Agree, Looser, Stricter, Skipped, Failed int
	// Differences are sorted by id.
	Differences []Difference
}

// String is the line that is printed for the suite. That rows failed stands in it
// only where some did.
func (t *Tally) String() string {
	line := fmt.Sprintf("suite %s: agree %d/%d, looser %d, stricter %d, skipped %d", t.Suite, t.Agree, t.Rows, t.Looser, t.Stricter, t.Skipped)
	if t.Failed > 0 {
		line += fmt.Sprintf(", failed %d", t.Failed)
	}
	return line
}

// ErrNoRows says that a folder has no rows for a suite.
var ErrNoRows = errors.New("no rows")

// maxLine bounds one row, in bytes.
const maxLine = 16 << 20

// RunSuite runs every row of NAME.jsonl or NAME.jsonl.gz in folder. A row that
// fails does not end the run.
func RunSuite(ctx context.Context, folder fs.FS, suite Suite) (tally Tally, err error) {
	rows, err := suite.Read(folder)
	if err != nil {
		return Tally{}, err
	}
	if suite.Close != nil {
		defer func() { err = errors.Join(err, suite.Close()) }()
	}
	tally.Suite = suite.Name
	line, stands := 0, map[string]int{}
	for row := range bytes.Lines(rows) {
		line++
		if row = bytes.TrimSpace(row); len(row) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return tally, err
		}
		id, result := suite.Ask(ctx, row)
		if id == "" {
			id = fmt.Sprintf("line %d", line)
		}
		if first, twice := stands[id]; twice {
			result = Result{Failed, fmt.Sprintf("line %d has the id of line %d", line, first)}
		}
		stands[id] = line
		tally.add(id, result)
	}
	if err := ctx.Err(); err != nil {
		return tally, err
	}
	sort.SliceStable(tally.Differences, func(i, j int) bool { return tally.Differences[i].ID < tally.Differences[j].ID })
	return tally, nil
}

// Ask asks about one row, whatever it holds. The id is "" when the row has none.
func (s Suite) Ask(ctx context.Context, raw []byte) (id string, result Result) {
	defer func() {
		if broken := recover(); broken != nil {
			result = Result{Failed, fmt.Sprintf("%s: %v, at %s", panicked, broken, place())}
		}
	}()
	if len(raw) > maxLine {
		return "", Result{Failed, misread + fmt.Sprintf("the row has %d bytes; %d are read", len(raw), maxLine)}
	}
	row, err := shape.Read(raw)
	if err != nil {
		return "", Result{Failed, misread + err.Error()}
	}
	if fault := (shape.Object{"id": shape.Text}).Fault("", map[string]any{"id": row["id"]}); fault != "" || row["id"] == "" {
		return "", Result{Failed, misread + "the row has no id"}
	}
	id, _ = row["id"].(string)
	if fault := s.Shapes.Fault(row); fault != "" {
		return id, Result{Failed, misread + fault}
	}
	if result, err = s.Run(ctx, raw); err != nil {
		return id, Result{Failed, err.Error()}
	}
	return id, result
}

// panicked is how the detail of a row begins that an adapter was not ready for, and
// misread that of a row whose shape nobody knows.
const (
	panicked = "panic"
	misread  = "not understood: "
)

// Panicked reports whether the adapter gave up in an unforeseen way.
func (r Result) Panicked() bool { return r.Outcome == Failed && strings.HasPrefix(r.Detail, panicked) }

// Misread reports whether the row was not understood.
func (r Result) Misread() bool { return r.Outcome == Failed && strings.HasPrefix(r.Detail, misread) }

// place is the function that panicked, for a message in one line.
func place() string {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	beyond := false
	for {
		frame, more := frames.Next()
		if beyond && !strings.HasPrefix(frame.Function, "runtime.") {
			return fmt.Sprintf("%s:%d", frame.Function, frame.Line)
		}
		beyond = beyond || frame.Function == "runtime.gopanic"
		if !more {
			return "an unknown place"
		}
	}
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
	case Failed:
		t.Failed++
	}
	t.Differences = append(t.Differences, Difference{ID: id, Result: result})
}

// Read returns the rows of the suite, one a line.
func (s Suite) Read(folder fs.FS) ([]byte, error) {
	name := cmp.Or(s.Rows, s.Name)
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
