package cli

import (
	"fmt"
	"io"
	"sync"

	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/runner/session"
)

// keptOutput is what is kept of the output: for the record, and for --json.
type keptOutput struct {
	stdout, stderr *tail
	logged         bool
	// before is what was written until a run goes on in the background; nil when
	// it never does.
	before *[2]backlog
	// veils hide the secrets of a skill.
	veils []*veil
}

// veil puts a veil before a writer, where there is something to hide.
func (k *keptOutput) veil(secrets []string, to io.Writer) io.Writer {
	v := veiling(secrets, to)
	if v == nil {
		return to
	}
	k.veils = append(k.veils, v)
	return v
}

// endedEarly writes what a run wrote that ended before it could go on in the
// background: it has no folder that would have it, and no id to ask for.
func (j *job) endedEarly(kept *keptOutput) {
	if !j.background || j.json || kept.before == nil {
		return
	}
	j.note("it ended before it could go on in the background; this is what it wrote")
	for i, to := range []io.Writer{j.factory.IO.Out, j.factory.IO.Err} {
		_, _ = to.Write(kept.before[i].bytes()) // a reader that is gone misses nothing
	}
}

// unveil writes what the veils hold back; nothing more comes for now.
func (k *keptOutput) unveil() {
	for _, v := range k.veils {
		_ = v.flush() // a reader that is gone misses nothing
	}
}

func (k *keptOutput) recorded() *audit.Output {
	if !k.logged {
		return nil
	}
	return &audit.Output{Stdout: k.stdout.recorded(), Stderr: k.stderr.recorded()}
}

// streams connects the command with those of this process.
func (j *job) streams() *keptOutput {
	streams := j.factory.IO
	kept := &keptOutput{stdout: &tail{}, stderr: &tail{}, logged: j.merged.Run.Audit.LogOutput}
	outs, errs := []io.Writer{streams.Out}, []io.Writer{streams.Err}
	if j.background {
		outs, errs = nil, nil // what is written here is its id
	}
	switch {
	case j.json:
		// The boundary bounds what comes.
		kept.stdout.Max, kept.stderr.Max = j.boundary.Limits.Output, j.boundary.Limits.Output
		outs, errs = []io.Writer{kept.stdout}, []io.Writer{kept.stderr}
	case kept.logged:
		kept.stdout.Max, kept.stderr.Max = audit.MaxOutput, audit.MaxOutput
		outs, errs = append(outs, kept.stdout), append(errs, kept.stderr)
	}
	j.spec.Stdin = streams.In
	if after, ok := j.yieldAfter(); ok {
		kept.before = &[2]backlog{}
		outs, errs = append(outs, &kept.before[0]), append(errs, &kept.before[1])
		j.input = newInput(streams.In, streams.InTTY)
		j.spec.Stdin = j.input
		if after == 0 {
			j.input.stop() // what is typed here is not meant for it
		}
	}
	j.spec.Stdout, j.spec.Stderr = kept.veil(j.secret, together(outs)), kept.veil(j.secret, together(errs))
	return kept
}

func together(writers []io.Writer) io.Writer {
	if len(writers) == 1 {
		return writers[0]
	}
	return io.MultiWriter(writers...)
}

// backlog keeps the beginning of what is written to it, as far as the folder of
// a run would.
type backlog struct {
	mu   sync.Mutex
	text []byte
}

// Write never fails.
func (b *backlog) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text = append(b.text, text[:min(len(text), session.MaxStream-len(b.text))]...)
	return len(text), nil
}

func (b *backlog) bytes() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text
}

// tail keeps the beginning and the end of what is written to it.
type tail struct {
	tailState
	mu sync.Mutex
}

// tailState is enough for another process to go on.
type tailState struct {
	// Max is how much is kept, half of it from the end.
	Max   int64  `json:"max"`
	Head  []byte `json:"head"`
	End   []byte `json:"end"`
	Total int64  `json:"total"`
}

func (t *tail) state() tailState {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.tailState
}

// Write never fails.
func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, half := len(text), int(t.Max/2)
	t.Total += int64(n)
	if room := half - len(t.Head); room > 0 {
		part := min(room, len(text))
		t.Head, text = append(t.Head, text[:part]...), text[part:]
	}
	t.End = append(t.End, text...)
	if len(t.End) > 2*half {
		t.End = append(t.End[:0], t.End[len(t.End)-half:]...)
	}
	return n, nil
}

func (t *tail) parts() (head, end []byte, cut int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	end = t.End
	if half := int(t.Max / 2); len(end) > half {
		end = end[len(end)-half:]
	}
	return t.Head, end, t.Total - int64(len(t.Head)) - int64(len(end))
}

func (t *tail) text() string {
	head, end, cut := t.parts()
	if cut > 0 {
		return string(head) + fmt.Sprintf("\n[skillctl: %d bytes left out]\n", cut) + string(end)
	}
	return string(head) + string(end)
}

func (t *tail) recorded() audit.Text {
	head, end, cut := t.parts()
	out := audit.Text{Head: string(head), Tail: string(end), Bytes: t.Total, Cut: cut}
	if cut == 0 {
		out.Head, out.Tail = out.Head+out.Tail, ""
	}
	return out
}
