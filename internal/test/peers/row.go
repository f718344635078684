package peers

import (
	"context"
	"fmt"
	"time"
)

// row is one line of the table: what is measured, and beside what.
type row struct {
	what string
	ours *side
	// less is taken off of ours, such as the start of the process or the decision
	// alone; nil for nothing.
	less *side
	// peers are what ours is divided by, each with the ratio that is wanted.
	peers []peer
	// figure is the time that counts: processor or clock.
	figure func(cost) time.Duration
	// pieces are what ours does in one start, such as 10,000 decisions; 0 is 1.
	pieces int
	// wanted bounds the time of a piece; 0 for none.
	wanted time.Duration
	// memory is the largest resident set that is wanted, in bytes; 0 where it is not
	// looked at.
	memory int64
	// turns are fewer than usual for what takes long; 0 for as many as usual.
	turns int
}

type peer struct {
	*side
	wanted float64
}

// result is a row that was measured.
type result struct {
	row
	// time is that of one piece, without what is taken off.
	time     time.Duration
	resident int64
	ratios   []float64
	theirs   []time.Duration
	// left says why nothing was measured, "" where something was.
	left string
}

// run measures a row. A side that is not there leaves the row out, and says why.
func (r row) run(ctx context.Context, turns int) (result, error) {
	if r.turns > 0 {
		turns = min(turns, r.turns)
	}
	sides := []*side{r.ours}
	if r.less != nil {
		sides = append(sides, r.less)
	}
	first := len(sides)
	for _, p := range r.peers {
		sides = append(sides, p.side)
	}
	all, err := measure(ctx, sides, turns)
	if err != nil {
		return result{}, fmt.Errorf("measure %q: %w", r.what, err)
	}
	out := result{row: r, time: median(all[0], r.figure), resident: median(all[0], func(c cost) int64 { return c.resident })}
	if r.less != nil {
		out.time -= median(all[1], r.figure)
	}
	whole := out.time
	out.time /= time.Duration(max(1, r.pieces))
	for i := range r.peers {
		their := median(all[first+i], r.figure)
		out.theirs = append(out.theirs, their)
		out.ratios = append(out.ratios, float64(whole)/float64(max(their, 1)))
	}
	return out, nil
}
