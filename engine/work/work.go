// Package work bounds what reading one package may take.
//
// Who reads what somebody else has written must not be kept busy by it. Each stage of the
// reading draws on one [Budget], before it does something, in units that are the same on
// each machine: so the same package has the same report. What a budget does not suffice
// for is not done, and whoever asked says so: it is a gap of the coverage.
package work

import "sync/atomic"

// Stage is a part of the reading with a share of its own: who pads a package with what one
// stage has to do takes nothing from the others.
type Stage int

// The stages.
const (
	// Files is looking into all files for keys, packages and words.
	Files Stage = iota
	// Texts is looking through files for sentences, words and lines that hold commands.
	Texts
	// Commands is taking texts apart as a shell would.
	Commands
	// Values is following the values of programs that have a reader.
	Values
	// Statements is following programs by their statements.
	Statements
	// Besides is looking what programs read and send, and whether the one comes to the other.
	Besides
	stages
)

// What may be taken in all, and by one stage, in units: one stands for some 100 ns of a
// processor, as one of the rules does. Of 392 skills that people use the dearest takes 3.9
// million, and 2.6 million for one stage.
const (
	whole = 8_000_000
	share = 4_000_000
)

// What the rules may take for one package, in the same units (see engine/policy): Rules is
// for all of them, Rule for one; as much as that is kept for putting together what they say. Of
// 473 skills that people use the dearest takes 2.5 million for all rules, and 0.7 million for
// one. 250 uploads and 350 orders about a model take 5.3 million until the rules about what is
// sent are through, which have to come to what such a padding is to hide.
const (
	Rules = 8_800_000
	Rule  = 3_000_000
)

// Budget is what is left for one package. The nil budget bounds nothing. It is used by one
// goroutine, but for [Budget.End].
type Budget struct {
	left   int
	shares [stages]int
	ended  atomic.Bool
}

// New is the budget of one package.
func New() *Budget {
	b := &Budget{left: whole}
	for i := range b.shares {
		b.shares[i] = share
	}
	return b
}

// Take takes units for a stage, and reports whether there were so many: if not, none is
// taken, and less may still be there.
func (b *Budget) Take(s Stage, units int) bool {
	switch {
	case b == nil:
		return true
	case units > b.left || units > b.shares[s] || b.ended.Load():
		return false
	}
	b.left -= units
	b.shares[s] -= units
	return true
}

// End has nothing more be done: nobody waits for it. It may be called at any time.
func (b *Budget) End() { b.ended.Store(true) }
