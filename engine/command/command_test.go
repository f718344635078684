package command

import "testing"

// What is not understood of a command has it no longer known what it runs, unless it is only a word of it.
func TestNote(t *testing.T) {
	t.Parallel()
	for reason, known := range map[string]bool{OpaqueName: true, OpaqueConstruct: true, OpaqueLines: true, OpaqueLimit: false, OpaqueSyntax: false, OpaqueAlias: false} {
		f := &Facts{Commands: []Command{{Known: true}}}
		f.Note(Opaque{Reason: reason, Command: -1})
		f.Note(Opaque{Reason: reason, Command: 1})
		if !f.Commands[0].Known {
			t.Errorf("%s of no command makes one unknown", reason)
		}
		f.Note(Opaque{Reason: reason})
		if f.Commands[0].Known != known || len(f.Opaque) != 3 {
			t.Errorf("%s: known is %t, and %d are told", reason, f.Commands[0].Known, len(f.Opaque))
		}
	}
	f := &Facts{}
	for range MaxCommands + 1 {
		f.Note(Opaque{Command: -1})
	}
	if len(f.Opaque) != MaxCommands {
		t.Errorf("%d are told", len(f.Opaque))
	}
}
