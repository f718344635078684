package exec

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
)

// maxLine is the longest line of input of decide, in bytes.
const maxLine = 1 << 20

// line is one line of input, without its ending.
type line struct {
	text []byte
	// number counts from 1.
	number int
	// long: it was longer than the bound, and text is its beginning.
	long bool
}

// lineReader reads lines of bounded length.
type lineReader struct {
	in  io.Reader
	max int
	buf *bufio.Reader
	// read is how many lines were read.
	read int
}

// next reads a line; what is too long is read over. At the end it returns
// [io.EOF].
func (r *lineReader) next() (line, error) {
	if r.buf == nil {
		r.buf = bufio.NewReaderSize(r.in, 64<<10)
	}
	r.read++
	out := line{number: r.read}
	read := false
	for {
		part, err := r.buf.ReadSlice('\n')
		read = read || len(part) > 0
		ended := err == nil
		if ended {
			part = part[:len(part)-1]
		}
		if room := r.max - len(out.text); len(part) > room {
			part, out.long = part[:room], true
		}
		out.text = append(out.text, part...)
		switch {
		case ended:
			return out, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && read:
			return out, nil // the last line has no ending
		default:
			return line{}, err
		}
	}
}

// pending is a line that is being answered.
type pending struct {
	line line
	done chan answered
}

type answered struct {
	text []byte
	err  error
}

// answerLines answers every line with one line, in order, several at a time. An
// answer is written as soon as those before it are.
func answerLines(ctx context.Context, in *lineReader, out io.Writer, answer func(context.Context, line) ([]byte, error), jobs int) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	work := make(chan *pending, 4*jobs)
	order := make(chan *pending, 4*jobs)
	var group sync.WaitGroup
	for range jobs {
		group.Go(func() {
			for p := range work {
				text, err := answer(ctx, p.line)
				p.done <- answered{text, err}
			}
		})
	}
	// Reading may block for ever on a terminal: it is not waited for when
	// something else ends the command.
	var failed error
	go func() {
		defer close(work)
		defer close(order)
		failed = feed(ctx, in, work, order)
	}()
	if err := writeAnswers(ctx, out, order); err != nil {
		cancel(err)
		return err
	}
	group.Wait()
	return failed
}

// feed reads lines until the end and hands them to the workers.
func feed(ctx context.Context, in *lineReader, work, order chan<- *pending) error {
	for {
		text, err := in.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read standard input: %w", err)
		}
		p := &pending{line: text, done: make(chan answered, 1)}
		select {
		case order <- p:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		select {
		case work <- p:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// writeAnswers writes the answers in order. What is written is passed on
// whenever the next answer is not there yet.
func writeAnswers(ctx context.Context, out io.Writer, order <-chan *pending) error {
	w := bufio.NewWriterSize(out, 64<<10)
	flush := func() error {
		if err := w.Flush(); err != nil {
			return fmt.Errorf("write standard output: %w", err)
		}
		return nil
	}
	for {
		p, open, err := nextPending(ctx, order, flush)
		if err != nil {
			return errors.Join(flush(), err)
		}
		if !open {
			return flush()
		}
		got, err := nextAnswer(ctx, p, flush)
		if err != nil {
			return errors.Join(flush(), err)
		}
		if _, err := w.Write(append(got, '\n')); err != nil {
			return fmt.Errorf("write standard output: %w", err)
		}
	}
}

func nextPending(ctx context.Context, order <-chan *pending, flush func() error) (*pending, bool, error) {
	select {
	case p, open := <-order:
		return p, open, nil
	default:
	}
	if err := flush(); err != nil {
		return nil, false, err
	}
	select {
	case p, open := <-order:
		return p, open, nil
	case <-ctx.Done():
		return nil, false, context.Cause(ctx)
	}
}

func nextAnswer(ctx context.Context, p *pending, flush func() error) ([]byte, error) {
	select {
	case got := <-p.done:
		return got.text, got.err
	default:
	}
	if err := flush(); err != nil {
		return nil, err
	}
	select {
	case got := <-p.done:
		return got.text, got.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
