package run

import (
	"io"

	"github.com/skillctl/skillctl/cmd/internal/run/channel"
	"github.com/skillctl/skillctl/cmd/internal/run/stream"
	"github.com/skillctl/skillctl/engine/audit"
)

// keptOutput is what is kept of the output: for the record, and for --json.
type keptOutput struct {
	stdout, stderr *stream.Tail
	logged         bool
	// before is what was written until a run goes on in the background; nil when
	// it never does.
	before *[2]stream.Backlog
	// whole is all that was written, for a message; nil where there is to be none.
	whole *[2]stream.Backlog
	// redactors replace the secrets of a skill.
	redactors []*stream.Redactor
}

// redact puts a redactor before a writer, where there is something to replace.
func (k *keptOutput) redact(secrets []string, to io.Writer) io.Writer {
	v := stream.NewRedactor(secrets, to)
	if v == nil {
		return to
	}
	k.redactors = append(k.redactors, v)
	return v
}

// flush writes what the redactors hold back; nothing more comes for now.
func (k *keptOutput) flush() {
	for _, v := range k.redactors {
		_ = v.Flush() // a reader that is gone misses nothing
	}
}

func (k *keptOutput) recorded() *audit.Output {
	if !k.logged {
		return nil
	}
	return &audit.Output{Stdout: k.stdout.Recorded(), Stderr: k.stderr.Recorded()}
}

// streams connects the command with those of this process.
func (j *Job) streams() *keptOutput {
	streams := j.Factory.IO
	kept := &keptOutput{stdout: &stream.Tail{}, stderr: &stream.Tail{}, logged: j.Merged.Run.Audit.LogOutput}
	outs, errs := []io.Writer{streams.Out}, []io.Writer{streams.Err}
	if j.Background {
		outs, errs = nil, nil // what is written here is its id
	}
	if j.channel != nil {
		kept.whole = &[2]stream.Backlog{}
		outs, errs = []io.Writer{&kept.whole[0]}, []io.Writer{&kept.whole[1]}
	}
	switch {
	case j.JSON && j.channel != nil:
		kept.stdout.Max, kept.stderr.Max = j.Boundary.Limits.Output, j.Boundary.Limits.Output
		outs, errs = append(outs, kept.stdout), append(errs, kept.stderr)
	case j.JSON:
		// The boundary bounds what comes.
		kept.stdout.Max, kept.stderr.Max = j.Boundary.Limits.Output, j.Boundary.Limits.Output
		outs, errs = []io.Writer{kept.stdout}, []io.Writer{kept.stderr}
	case kept.logged:
		kept.stdout.Max, kept.stderr.Max = audit.MaxOutput, audit.MaxOutput
		outs, errs = append(outs, kept.stdout), append(errs, kept.stderr)
	}
	j.Spec.Stdin = streams.In
	if after, ok := j.yieldAfter(); ok {
		kept.before = &[2]stream.Backlog{}
		outs, errs = append(outs, &kept.before[0]), append(errs, &kept.before[1])
		j.input = stream.NewInput(streams.In, streams.InTTY)
		j.Spec.Stdin = j.input
		if after == 0 {
			j.input.Stop() // what is typed here is not meant for it
		}
	}
	j.Spec.Stdout, j.Spec.Stderr = kept.redact(j.secret, together(outs)), kept.redact(j.secret, together(errs))
	return kept
}

func together(writers []io.Writer) io.Writer {
	if len(writers) == 1 {
		return writers[0]
	}
	return io.MultiWriter(writers...)
}

// message is what was written, for a chat; nil where there is to be none.
func (j *Job) message(kept *keptOutput) (*channel.Message, error) {
	if kept.whole == nil {
		return nil, nil
	}
	return j.channel.Message(j.id, kept.whole[0].Bytes(), kept.whole[1].Bytes())
}
