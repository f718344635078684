package layout

import (
	"bytes"
	"fmt"
	"iter"
	"time"
)

// Count says "1 file" or "2 files".
func Count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case noun == "fix":
		return fmt.Sprintf("%d fixes", n)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Roughly is a length of time as people say it.
func Roughly(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}

// Milliseconds is a length of time as people read it, from milliseconds.
func Milliseconds(ms int64) string { return Roughly(time.Duration(ms) * time.Millisecond) }

// Lines are the lines of a text, without their endings.
func Lines(text []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range bytes.Lines(text) {
			if !yield(string(bytes.TrimSuffix(line, []byte("\n")))) {
				return
			}
		}
	}
}
