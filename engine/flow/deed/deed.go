package deed

import (
	"github.com/skillctl/skillctl/engine/flow/chain"
	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/javascript"
	"github.com/skillctl/skillctl/engine/flow/python"
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

// Deed is something that a program does to what it was given, or does on some days, machines or by
// chance alone.
type Deed struct {
	// Kind is "loss" for what is taken away of what it was given, "gate" for a branch, "blind" where
	// it does not look who is at the other end.
	Kind string `json:"kind"`
	// Act is what is done: "delete", "rename" or "overwrite" of a file, "rows" of a database,
	// "run", "send", "result" where a value is changed, or "peer".
	Act string `json:"act"`
	// Call is what does it.
	Call string `json:"call"`
	// On is, of a gate, "clock", "host", "account", "chance" or "builder"; of a loss whose it is:
	// "argument", "workspace", "given" for a parameter that nothing of the program fills, or
	// "database"; or "peer".
	On string `json:"on"`
	// What is the condition, the file as the program names it, the statement of SQL, or the hosts
	// that the program has written out.
	What string        `json:"what"`
	File string        `json:"file"`
	Span document.Span `json:"span"`
}

// The bounds of what is told of one package, and of one program.
const (
	maxTold  = 60
	maxBytes = 512 << 10
	// maxDepth is how far names and calls are followed, maxParts how many parts of one
	// program are looked at.
	maxDepth = 6
	maxParts = 400_000
	// parsed is how many units of work a byte takes.
	parsed = 3
)

// Find looks through programs in Python, JavaScript and for a shell. cut is told of a file that was
// not looked through.
func Find(texts []chain.Text, left *work.Budget, cut func(file, why string)) []Deed {
	found := []Deed{}
	for i := range texts {
		t := &texts[i]
		if len(t.Source) > maxBytes || !worth(t) {
			continue
		}
		if !left.Take(work.Besides, parsed*len(t.Source)) {
			cut(t.File, "the package takes more work to read than is done for one; what its programs do to what they are given was not looked at")
			return found
		}
		found = append(found, of(t)...)
		if len(found) > maxTold {
			return found[:maxTold]
		}
	}
	return found
}

func of(t *chain.Text) []Deed {
	var body []*code.Node
	switch t.Language {
	case chain.Python:
		body = python.Read(t.Source).Body
	case chain.JavaScript:
		body = javascript.Read(t.Source).Body
	case Shell:
		return ofShell(t)
	}
	p := newProgram(t, body)
	return append(append(p.losses(), p.gates()...), p.blinds()...)
}
