package work

import "fmt"

// Meter is the budget of one reader, and who is told of what it does not suffice for.
type Meter struct {
	// Work is what may be done; nil is no bound.
	Work *Budget
	// Gap is told of a file of which not all was looked through. It may be told more than once.
	Gap func(file, detail string)
}

// May takes units of work for a stage. Where there are none it is said of the file that not all
// of it was looked through.
func (m *Meter) May(stage Stage, file string, units int) bool {
	if m.Work.Take(stage, units) {
		return true
	}
	m.Gap(file, "the package takes more work to read than is done for one; what is left of it was not looked through")
	return false
}

// Beyond says what of a file is beyond a bound.
func (m *Meter) Beyond(file, format string, args ...any) {
	m.Gap(file, fmt.Sprintf(format, args...))
}
