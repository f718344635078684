package value

import (
	"slices"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// maxRounds is how often an assignment that needs its own value is looked at. What has
// other values each time is not known: D=$D/.. in a loop.
const maxRounds = 6

// round is what is known of an assignment that a text makes again and again while its
// values are being found out.
type round struct {
	// needed: its values are made of what it gave the last time.
	needed bool
	// values are those of the rounds before.
	values []string
}

// roundsAt is how often an assignment that is repeated is made at most; 0 where that is not
// known.
func (v *Values) roundsAt(one *argv.Assignment) int {
	if one.Command < 0 || one.Command >= len(v.commands) || one.How == "for" || one.How == "select" || one.How == "param" {
		return 0
	}
	return v.commands[one.Command].Context.Rounds
}

// lastRound are the values that an assignment gave when it was made the last time.
func (v *Values) lastRound(one *argv.Assignment) []string {
	r := v.rounds[one]
	if r == nil {
		return nil // it is made once
	}
	r.needed = true
	return r.values
}

// assigned are the values that a variable has behind an assignment; some are those that it
// has of others. What changes them each time that it is made is done until nothing is new.
func (v *Values) assigned(one *argv.Assignment, some []string, depth int) []string {
	unknown := []string{mark.Unknown}
	made, body := v.made, v.body
	v.busy, v.body = append(v.busy, one), v.bodyOf(v.commands, one.Command)
	defer func() { v.busy, v.made, v.body = v.busy[:len(v.busy)-1], made, body }()
	if one.Command >= 0 && one.Command < len(v.commands) {
		v.made = &v.commands[one.Command].Dir
	}
	if !v.repeats(*one) {
		if found, known := v.assignedBy(*one, some, depth); known {
			return v.limit(found)
		}
		return unknown
	}
	if v.rounds == nil {
		v.rounds = map[*argv.Assignment]*round{}
	}
	r := &round{}
	v.rounds[one] = r
	defer delete(v.rounds, one)
	most := v.roundsAt(one)
	for n := 1; n <= maxRounds; n++ {
		found, known := v.assignedBy(*one, slices.Clone(some), depth)
		if !known {
			return unknown
		}
		found = v.limit(append(found, r.values...))
		if !r.needed || slices.Equal(found, r.values) || n == most {
			return found
		}
		r.values = found
	}
	v.over = true
	return unknown
}
