package deed

import (
	"fmt"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/javascript"
	"github.com/skillctl/skillctl/engine/flow/python"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// Acts of a [Deed], beside those of documents.json.
const (
	Delete    = "delete"
	Overwrite = "overwrite"
	Run       = "run"
	Send      = "send"
	Result    = "result"
	Rows      = "rows"
	Peer      = "peer"
)

// Deed is something that a program does to what it was given, or does only on some days, on some
// machines or by chance.
type Deed struct {
	// Kind is "loss" for what is taken away of what it was given, "gate" for a branch, "blind" where
	// it does not look who is at the other end, "alone" for a branch on the name of somebody.
	Kind string `json:"kind"`
	// Act is what is done: "delete", "rename" or "overwrite" of a file, "rows" of a database,
	// "run", "send", "result" where a value is changed, or "peer".
	Act string `json:"act"`
	// Call is what does it.
	Call string `json:"call"`
	// On is, of a gate, "clock", "host", "account", "chance" or "builder"; "name" of Kind "alone"; of a loss whose it is:
	// "argument", "workspace", "given" for a parameter that nothing of the program fills, or
	// "database"; or "peer".
	On string `json:"on"`
	// What is the condition, the file as the program names it, the statement of SQL, or the hosts
	// that the program has written out.
	What string `json:"what"`
	// Names are what a branch of Kind "alone" has written out, Places how many other places of the
	// package have one of them.
	Names  []string      `json:"names,omitempty"`
	Places int           `json:"places"`
	File   string        `json:"file"`
	Span   document.Span `json:"span"`
}

// The bounds of what is told of one package, and of one program.
const (
	maxTold  = 60
	maxBytes = 512 << 10
	// maxDepth is how far names and calls are followed, maxParts how many parts of one
	// program are looked at.
	maxDepth = 6
	maxParts = 400_000
	// maxSteps is how many parts of values, and of functions that are called, are followed in
	// one program.
	maxSteps = 2_000_000
	// parsed is how many units of work a byte takes.
	parsed = 3
)

// Find looks through programs in Python, JavaScript and for a shell. cut is told of a file that was
// not looked through, or not all of it, and of deeds that are not told.
func Find(texts []way.Text, left *work.Budget, cut func(file, why string)) []Deed {
	found := []Deed{}
	for i := range texts {
		t := &texts[i]
		if !worth(t) {
			continue
		}
		if len(t.Source) > maxBytes {
			cut(t.File, fmt.Sprintf("it has more than %d bytes; what it does to what it is given was not looked at", maxBytes))
			continue
		}
		if !left.Take(work.Besides, parsed*len(t.Source)) {
			cut(t.File, "the package takes more work to read than is done for one; what its programs do to what they are given was not looked at")
			return found
		}
		more, whole := of(t)
		if !whole {
			cut(t.File, "it takes more steps to follow than are done for one program; what it does to what it is given was not looked at to its end")
		}
		found = append(found, more...)
		if len(found) > maxTold {
			cut(t.File, fmt.Sprintf("the programs of the package do more than %d things of this kind to what they are given; those behind are not told, and programs behind this one were not looked through", maxTold))
			return found[:maxTold]
		}
	}
	return found
}

// of looks through one program, and reports whether that was the whole of it.
func of(t *way.Text) (found []Deed, whole bool) {
	var body []*code.Node
	switch t.Language {
	case way.Python:
		body = python.Read(t.Source).Body
	case way.JavaScript:
		body = javascript.Read(t.Source).Body
	case Shell:
		return ofShell(t)
	}
	p := newProgram(t, body)
	found = append(append(append(p.losses(), p.gates()...), p.blinds()...), p.alone()...)
	return found, p.parts <= maxParts && p.steps <= maxSteps
}
