package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/skillctl/skillctl/runner/supervised"
)

// Offsets are how far stdout and stderr were read, in bytes.
type Offsets struct {
	Stdout int64 `json:"stdout"`
	Stderr int64 `json:"stderr"`
}

// Progress is what a run has written since.
type Progress struct {
	Run    Run    `json:"run"`
	Stdout []byte `json:"stdout"`
	Stderr []byte `json:"stderr"`
	// Next are the offsets to go on from.
	Next Offsets `json:"next"`
	// More: there is more already.
	More bool `json:"more"`
}

// pollEvery is how often a run that is waited for is looked at.
const pollEvery = 50 * time.Millisecond

// Poll returns what a run has written from some place on, of each stream at most
// so many bytes, and how far it is. When there is nothing new and the run goes on,
// it waits for as long as wait.
func (s *Store) Poll(ctx context.Context, id string, from Offsets, most int, wait time.Duration) (Progress, error) {
	for began := time.Now(); ; {
		p, err := s.poll(ctx, id, from, most)
		if err != nil || len(p.Stdout)+len(p.Stderr) > 0 || p.Run.State == Finished || p.Run.State == Gone || time.Since(began) >= wait {
			return p, err
		}
		if err := (SystemClock{}).Sleep(ctx, min(pollEvery, wait)); err != nil {
			return p, err
		}
	}
}

func (s *Store) poll(ctx context.Context, id string, from Offsets, most int) (Progress, error) {
	// The state first: what is written before the end is then there to be read.
	run, err := s.Get(ctx, id)
	if err != nil {
		return Progress{}, err
	}
	dir, err := s.Folder(id)
	if err != nil {
		return Progress{}, err
	}
	p := Progress{Run: run, Next: from}
	for _, stream := range []struct {
		name string
		at   *int64
		into *[]byte
	}{{stdoutName, &p.Next.Stdout, &p.Stdout}, {stderrName, &p.Next.Stderr, &p.Stderr}} {
		text, more, err := readFrom(dir, stream.name, *stream.at, most)
		if err != nil {
			return p, fmt.Errorf("read what run %q wrote: %w", id, err)
		}
		*stream.into, p.More = text, p.More || more
		*stream.at += int64(len(text))
	}
	return p, nil
}

// readFrom reads a part of a file; one that is not there is empty.
func readFrom(dir, name string, at int64, most int) (text []byte, more bool, err error) {
	if at < 0 || most < 1 {
		return nil, false, fmt.Errorf("there is no place %d, or no room for %d bytes", at, most)
	}
	f, err := supervised.OpenFile(dir, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() <= at {
		return nil, false, err
	}
	text = make([]byte, min(int64(most), info.Size()-at))
	n, err := f.ReadAt(text, at)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return text[:n], at+int64(n) < info.Size(), err
}
