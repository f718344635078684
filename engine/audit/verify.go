package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Problem is a place in the log that is not as it was written, or that something
// is to be said about.
type Problem struct {
	// File is the path of the file, Line the number of the line in it, from 1; 0
	// for the file as a whole.
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Message string `json:"message"`
}

// String is "file:line: message".
func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// Report is what verifying a log came to.
type Report struct {
	Files   int    `json:"files"`
	Records uint64 `json:"records"`
	// First and Last are the numbers of the first and last record, Head is the
	// digest of the last: who keeps the two elsewhere can tell later that nothing
	// before was changed.
	First uint64 `json:"first"`
	Last  uint64 `json:"last"`
	Head  string `json:"head,omitempty"`
	// Problems say what was changed, in the order of the files; Notes what a killed
	// writer left, and what was pruned. More counts problems beyond maxProblems.
	Problems []Problem `json:"problems"`
	Notes    []Problem `json:"notes"`
	More     int       `json:"more,omitempty"`
}

// OK reports whether the record is as it was written.
func (r *Report) OK() bool { return len(r.Problems) == 0 }

// maxProblems bounds each list of a report.
const maxProblems = 1000

// Anchor is a record that is known from elsewhere; the zero value is none.
type Anchor struct {
	Seq  uint64
	Hash string
}

// Verify reads the whole log and says what is wrong with it. Writers go on
// meanwhile; what they add is not looked at.
func (l *Log) Verify(ctx context.Context, known Anchor) (*Report, error) {
	for try := 0; ; try++ {
		report, err := l.verify(ctx, known)
		// A file that was there and is gone has been pruned meanwhile.
		if errors.Is(err, fs.ErrNotExist) && try < 3 {
			continue
		}
		return report, err
	}
}

// extent is how far a file is looked at.
type extent struct {
	name string
	size int64
}

// stock is what there is of a log at one moment.
type stock struct {
	head    head
	isHead  bool
	files   []extent
	strange []string
}

func (l *Log) stock(ctx context.Context, root *os.Root) (stock, error) {
	var s stock
	lock, err := l.lock(ctx, root, true, false)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return s, err
	default:
		defer lock.Close()
		if s.head, err = readHead(lock); err != nil {
			return s, err
		}
		s.isHead = true
	}
	names, strange, err := days(root)
	if err != nil {
		return s, err
	}
	s.strange = strange
	for _, name := range names {
		info, err := root.Lstat(name)
		if err != nil {
			return s, fmt.Errorf("read the audit record: %w", err)
		}
		s.files = append(s.files, extent{name, info.Size()})
	}
	return s, nil
}

func (l *Log) verify(ctx context.Context, known Anchor) (*Report, error) {
	report := &Report{Problems: []Problem{}, Notes: []Problem{}}
	root, err := l.root()
	if err != nil || root == nil {
		return report, err
	}
	defer root.Close()
	s, err := l.stock(ctx, root)
	if err != nil {
		return nil, err
	}
	v := &verifier{path: l.path, report: report, known: known, head: s.head}
	for i, file := range s.files {
		f, _, err := l.open(root, file.name, os.O_RDONLY)
		if err != nil {
			return nil, fmt.Errorf("verify the audit record: %w", err)
		}
		err = v.read(ctx, file.name, io.LimitReader(f, file.size), i == len(s.files)-1)
		_ = f.Close()
		if err != nil {
			return nil, fmt.Errorf("verify %q: %w", filepath.Join(l.path, file.name), err)
		}
	}
	report.Files = len(s.files)
	v.end(s)
	return report, nil
}

// verifier follows the chain through the files.
type verifier struct {
	path   string
	report *Report
	known  Anchor
	head   head
	file   string
	line   int
	// seq and hash are those of the record before; began says that there was one.
	seq   uint64
	hash  string
	began bool
	// rubble is what stood since then that is no record, and rubbleAt where it
	// begins.
	rubble   *rubble
	rubbleAt Problem
	// seen says that the record of the head, and the known one, were found.
	headSeen, knownSeen bool
	// start is the record that the first one follows, when it is not the first of
	// all: a record about pruning must speak of it.
	start   *Anchor
	startAt Problem
}

func (v *verifier) problemAt(message string, args ...any) Problem {
	return Problem{filepath.Join(v.path, v.file), v.line, fmt.Sprintf(message, args...)}
}

func (v *verifier) problem(p Problem) {
	if len(v.report.Problems) < maxProblems {
		v.report.Problems = append(v.report.Problems, p)
	} else {
		v.report.More++
	}
}

func (v *verifier) note(p Problem) {
	if len(v.report.Notes) < maxProblems {
		v.report.Notes = append(v.report.Notes, p)
	}
}

// read follows the chain through a file. Only the newest file may end in the
// middle of a line: its writer may have been ended.
func (v *verifier) read(ctx context.Context, name string, r io.Reader, newest bool) error {
	v.file, v.line = name, 0
	for lines := newLines(r); ; {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		v.line++
		record, err := decode(line.text)
		switch {
		case errors.Is(err, errShape):
			if v.rubble == nil {
				v.rubble, v.rubbleAt = newRubble(), v.problemAt("")
			}
			v.rubble.add(line)
		case err != nil:
			v.problem(v.problemAt("record %d was edited: the line does not match its digest", record.Seq))
			v.follow(record)
		default:
			v.record(record)
		}
	}
	if v.rubble != nil && !newest {
		v.broken()
	}
	return nil
}

// record takes a record that is what its own digest says.
func (v *verifier) record(r *Record) {
	if v.rubble != nil {
		if r.Kind == Sealed && v.rubble.sealedBy(r.Seal) {
			v.rubbleAt.Message = fmt.Sprintf("a line is incomplete; record %d sealed it", r.Seq)
			v.note(v.rubbleAt)
			v.rubble = nil
		} else {
			v.broken()
		}
	}
	if r.Kind == Sealed && r.Seal != nil && r.Seal.Why == NoHead {
		v.problem(v.problemAt("the file %q was missing or damaged when record %d was written: records after %d may have been removed before", headName, r.Seq, r.Seal.Found))
	}
	v.chain(r)
	v.follow(r)
	if r.Kind == Pruned && r.Prune != nil {
		v.pruned(r)
	}
}

// broken reports what stood between records.
func (v *verifier) broken() {
	v.rubbleAt.Message = fmt.Sprintf("these %d bytes are not a record: a line was truncated or inserted", v.rubble.size)
	v.problem(v.rubbleAt)
	v.rubble = nil
}

// chain holds a record against the one before.
func (v *verifier) chain(r *Record) {
	switch {
	case !v.began && r.Seq == 1 && r.Prev == Origin:
	case !v.began:
		v.start, v.startAt = &Anchor{r.Seq - 1, r.Prev}, v.problemAt("")
	case r.Seq == v.seq+1 && r.Prev == v.hash:
	case r.Seq == v.seq+1:
		v.problem(v.problemAt("record %d does not follow the one before it: one of the two was replaced", r.Seq))
	case r.Seq == v.seq+2:
		v.problem(v.problemAt("record %d is missing before this line, record %d", v.seq+1, r.Seq))
	case r.Seq > v.seq:
		v.problem(v.problemAt("records %d to %d are missing before this line, record %d", v.seq+1, r.Seq-1, r.Seq))
	default:
		v.problem(v.problemAt("record %d comes after record %d: lines were moved or inserted", r.Seq, v.seq))
	}
}

// follow makes a record the one before. One that was moved or edited is followed
// too, so that each change is reported where it is and not in all that follows.
func (v *verifier) follow(r *Record) {
	if !v.began {
		v.report.First = r.Seq
	}
	v.began = true
	v.report.Records++
	v.seq, v.hash = r.Seq, r.Hash
	v.report.Last, v.report.Head = r.Seq, r.Hash
	v.headSeen = v.headSeen || r.Seq == v.head.Seq && r.Hash == v.head.Hash
	if v.known.Seq == r.Seq && v.known.Seq > 0 {
		if v.known.Hash == r.Hash {
			v.knownSeen = true
		} else {
			v.problem(v.problemAt("record %d differs from the known one: its digest is %s", r.Seq, r.Hash))
		}
	}
}

// pruned takes a record that says what was deleted.
func (v *verifier) pruned(r *Record) {
	for _, file := range r.Prune.Files {
		if v.start != nil && file.Last == v.start.Seq && file.Hash == v.start.Hash {
			v.startAt.Message = fmt.Sprintf("records up to %d were pruned, as record %d says", v.start.Seq, r.Seq)
			v.note(v.startAt)
			v.start = nil
		}
	}
}

// end says what is missing at either end, and what does not belong there.
func (v *verifier) end(s stock) {
	if v.start != nil {
		v.startAt.Message = fmt.Sprintf("records up to %d are missing before this line, and no record says that they were pruned", v.start.Seq)
		v.problem(v.startAt)
	}
	if v.rubble != nil {
		if v.seq >= s.head.Seq {
			v.rubbleAt.Message = "the last line is incomplete; the next record will seal it"
			v.note(v.rubbleAt)
		} else {
			v.broken()
		}
	}
	head := Problem{File: filepath.Join(v.path, headName)}
	switch {
	case s.head.isZero() && v.began:
		head.Message = "it is missing or damaged; it says which record is the last, and without it the end may have been cut off"
		v.problem(head)
	case s.head.Seq > v.seq:
		v.problem(v.problemAt("records %d to %d are missing at the end", v.seq+1, s.head.Seq))
	case s.head.Seq > 0 && !v.headSeen:
		v.problem(v.problemAt("record %d is not the one that was written: it was replaced", s.head.Seq))
	}
	if v.known.Seq > 0 && !v.knownSeen && (v.known.Seq > v.seq || v.known.Seq < v.report.First) {
		v.problem(v.problemAt("the known record %d is missing", v.known.Seq))
	}
	for _, name := range s.strange {
		v.problem(Problem{File: filepath.Join(v.path, name), Message: "this file does not belong to the audit record; remove it"})
	}
}
