package dialect

import (
	"fmt"
	"sync"

	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// FaultyError is a configuration that its own system would not take, or that does
// not say what it was meant to. It unwraps to a [*schema.MergeError] with every
// fault and its place.
type FaultyError struct {
	// File is the configuration, System whose it is.
	File, System string
	faults       *schema.MergeError
}

// Error writes one fault a line, and then what follows.
func (e *FaultyError) Error() string {
	what := map[string]string{
		openclaw:  "OpenClaw does not start with this configuration",
		zeroclaw:  "ZeroClaw refuses this configuration, or reads past what is misspelled",
		approvals: "what these approvals were to say is not what they say",
		codeexec:  "this is no valid configuration of skills.codeExec",
	}[e.System]
	next := fmt.Sprintf("`skillctl lint %s` shows each place", e.File)
	if e.System == approvals {
		next = "correct " + e.File
	}
	return fmt.Sprintf("%s\n%s, so that nothing is decided by it; %s", e.faults.Error(), what, next)
}

// Unwrap returns the faults.
func (e *FaultyError) Unwrap() error { return e.faults }

// CheckOpenClaw holds an openclaw.json against what OpenClaw takes; what it refuses is
// a [*FaultyError].
func CheckOpenClaw(doc *document.Document) error { return check(openclaw, doc) }

// shapes are compiled once, for as many configurations as are read.
var shapes = sync.OnceValue(schema.New)

// check holds a configuration against the schema that lint judges it by.
func check(system string, doc *document.Document) error {
	kind := map[string]schema.Kind{openclaw: schema.OpenClaw, zeroclaw: schema.ZeroClaw, codeexec: schema.CodeExec}[system]
	faults := shapes().Problems(kind, doc.Root)
	if len(faults) == 0 {
		return nil
	}
	return &FaultyError{File: doc.File, System: system, faults: &schema.MergeError{Problems: faults}}
}

// checkApprovals refuses approvals of OpenClaw's whose words are none: they would
// leave to the rest what they were to forbid.
func checkApprovals(file string, from *approval.Imported) error {
	faults := &schema.MergeError{}
	for _, note := range from.Wrong {
		faults.Problems = append(faults.Problems, schema.Problem{Place: schema.Place{File: file, Position: note.Span.Start}, Message: note.Path + ": " + note.Message})
	}
	if len(faults.Problems) == 0 {
		return nil
	}
	return &FaultyError{File: file, System: approvals, faults: faults}
}
