package kit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/watch"
	"github.com/skillctl/skillctl/internal/document"
)

// WriteFindingChanges writes the findings that are gone and those that have come: each
// as the line of JSON that line makes of it, as text where that is nil.
func WriteFindingChanges(streams *IOStreams, color string, gone, come []engine.Finding, line func(string, *engine.Finding) any) error {
	on := streams.Color(color, streams.OutTTY)
	var text strings.Builder
	for _, part := range []struct {
		event string
		list  []engine.Finding
	}{{"resolved", gone}, {"new", come}} {
		for _, f := range part.list {
			f = format.Masked(f)
			if line != nil {
				if err := WriteLine(streams, line(part.event, &f)); err != nil {
					return err
				}
				continue
			}
			fmt.Fprintf(&text, "%-8s  %s", part.event, format.FindingLine(f, format.WithColor(on), format.WithLinks(streams.Links(on), streams.At)))
		}
	}
	return WriteText(streams, text.String())
}

// CompareReports returns the findings that count in one report and not in the
// other. One that only moved to other lines is the same, and so is one that says
// the same of a line that reads otherwise now. Findings about files that editors
// make for themselves are left out: they come and go. Those that say the same of
// the same place count once.
func CompareReports(before, after engine.Report) (gone, come []engine.Finding) {
	gone, come = distinct(format.Active(before)), distinct(format.Active(after))
	gone, come = unmatched(gone, come, func(f engine.Finding) string { return f.Fingerprint })
	gone, come = unmatched(gone, come, func(f engine.Finding) string { return f.Message })
	quiet := func(f engine.Finding) bool { return watch.Noise(f.File) }
	return slices.DeleteFunc(gone, quiet), slices.DeleteFunc(come, quiet)
}

// distinct drops findings that read like an earlier one.
func distinct(list []engine.Finding) (left []engine.Finding) {
	type key struct {
		file, rule, message string
		span                document.Span
	}
	seen := map[key]bool{}
	for _, f := range list {
		if k := (key{f.File, f.Rule, f.Message, f.Span}); !seen[k] {
			seen[k] = true
			left = append(left, f)
		}
	}
	return left
}

// unmatched drops the findings of one file and rule that are alike in both
// lists, as many of one as of the other, the first ones first.
func unmatched(old, now []engine.Finding, print func(engine.Finding) string) (gone, come []engine.Finding) {
	type key struct{ file, rule, print string }
	keyOf := func(f engine.Finding) key { return key{f.File, f.Rule, print(f)} }
	rest := func(list, others []engine.Finding) (left []engine.Finding) {
		count := map[key]int{}
		for _, f := range others {
			count[keyOf(f)]++
		}
		for _, f := range list {
			if k := keyOf(f); count[k] > 0 {
				count[k]--
			} else {
				left = append(left, f)
			}
		}
		return left
	}
	return rest(old, now), rest(now, old)
}
