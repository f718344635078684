package grammar

import (
	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/internal/document"
)

// Reading is what the words of one call say by the entry of its program.
type Reading struct {
	// Entry: policies/programs has the program. Without one only plain words are
	// understood, and nothing is known of what they are for.
	Entry bool `json:"entry"`
	// Sub are the sub-commands that were named: ["remote", "add"].
	Sub []string `json:"sub"`
	// At are the places, among the words of the call, of what stands where a sub-command is
	// wanted: those of Sub, and that of the word behind them that is none which is known.
	At []int `json:"at"`
	// Unclassed are the words that are not understood.
	Unclassed []Unclassed `json:"unclassed"`
	// Places are the words that are more than text, in their order.
	Places []Place `json:"places"`
	// Effects are what the program and its options do beside that: "deletes",
	// "writes", "network", "runs", "info", "daemon", "privilege", "secrets" (it shows or hands on
	// credentials that are kept elsewhere), "publishes" (what it sends is for others to take, and
	// cannot be taken back), "alters" (it changes what is on another machine, as a request to
	// delete does), "dry" (it says what it would do elsewhere, and does nothing there), "here"
	// (all addresses that it is given are of this machine), "away" (what it sends may go on to
	// others than these: through a proxy, or where the answer leads).
	Effects []string `json:"effects"`
	// Own are those of them that it has whatever its options and operands are.
	Own []string `json:"own"`
	// Named are the words that stand for names of files where an option may stand.
	Named []argv.Word `json:"-"`
	// Files are those of the entry, nil when it does not say.
	Files []string `json:"files"`
	// Brings are the files that it makes whose names only it knows.
	Brings []Brought `json:"-"`
	// family is that of the entry.
	family string
	// refused: the program says what is wrong with its words, and does nothing.
	refused bool
	// addresses is how many it is given of requests.
	addresses int
}

// Unclassed is a word that the entry of a program does not class.
type Unclassed struct {
	// Word is the word as it stands in the command, Kind what it is: "option",
	// "operand", "value", "variable", "sub-command", "setting" or "words".
	Word string `json:"word"`
	Kind string `json:"kind"`
	// Why completes a sentence that begins with the name of the program.
	Why  string        `json:"why"`
	Span document.Span `json:"span"`
}

// Place is a word and what it is for.
type Place struct {
	// Role is its role, Of what stands behind the colon of it (a language).
	Role string `json:"role"`
	Of   string `json:"of,omitempty"`
	// Extent says of a place that is read what it is of a folder: "tree" for all that is
	// in it, also where no word says so and it is the folder that the program is in;
	// "names" for what ls and stat show, no content; "" where the entry does not say.
	Extent string `json:"extent,omitempty"`
	// Option is the option that takes it, "" for an operand.
	Option string    `json:"option"`
	Target argv.Word `json:"target"`
	// Computed is the target when a folder that an option names goes before it.
	Computed *string       `json:"computed,omitempty"`
	Span     document.Span `json:"span"`
	// by is the option that makes an operand what it is, named are the names below
	// an operand that is a folder of what is put there.
	by    string
	named []string
	// repeated: it is one of any number of such operands.
	repeated bool
	// less: it is one where some words come to nothing; alone: with these no argument gives
	// the text that standard input has.
	less, alone bool
	// rest are the words of a command, the name first.
	rest []argv.Word
	// folders are those that the program changes to before.
	folders []argv.Word
}

// maxFound bounds what one reading holds: words beyond are said to be not read.
const maxFound = 2_000
