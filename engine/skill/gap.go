package skill

import (
	"fmt"
	"strings"
)

// maxTold is how many gaps with one reason are told by themselves, and maxShown how many
// files the one names in words that stands for all others.
const (
	maxTold  = 100
	maxShown = 5
)

// folded are gaps of which those that have the same reason, beyond the first ones, are one:
// who has ten thousand files that are not read is not told so ten thousand times. What the
// manifest lacks stays by itself.
func folded(gaps []Gap, manifest string) []Gap {
	told, rest := map[string]int{}, map[string]*Gap{}
	var kept []Gap
	var others []*Gap
	for _, g := range gaps {
		if told[g.Reason]++; g.File == manifest || told[g.Reason] <= maxTold {
			kept = append(kept, g)
			continue
		}
		all := rest[g.Reason]
		if all == nil {
			all = &Gap{File: ".", Reason: g.Reason, Detail: g.Detail}
			rest[g.Reason] = all
			others = append(others, all)
		}
		all.Files = append(all.Files, g.File)
	}
	for _, all := range others {
		shown := strings.Join(all.Files[:min(len(all.Files), maxShown)], ", ")
		all.Detail = fmt.Sprintf("%d more files, such as %s; of the first one: %s", len(all.Files), shown, all.Detail)
		kept = append(kept, *all)
	}
	return kept
}
