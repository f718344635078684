package cli

import (
	"io"

	"github.com/skillctl/skillctl/engine/audit"
)

// keptOutput is what is kept of the output: for the record, and for --json.
type keptOutput struct {
	stdout, stderr *tail
	logged         bool
	// before is what was written until a run goes on in the background; nil when
	// it never does.
	before *[2]backlog
	// redactors replace the secrets of a skill.
	redactors []*redactor
}

// redact puts a redactor before a writer, where there is something to replace.
func (k *keptOutput) redact(secrets []string, to io.Writer) io.Writer {
	v := newRedactor(secrets, to)
	if v == nil {
		return to
	}
	k.redactors = append(k.redactors, v)
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

// flush writes what the redactors hold back; nothing more comes for now.
func (k *keptOutput) flush() {
	for _, v := range k.redactors {
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
	j.spec.Stdout, j.spec.Stderr = kept.redact(j.secret, together(outs)), kept.redact(j.secret, together(errs))
	return kept
}

func together(writers []io.Writer) io.Writer {
	if len(writers) == 1 {
		return writers[0]
	}
	return io.MultiWriter(writers...)
}
