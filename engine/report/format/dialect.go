package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
)

// specification is what every skill is judged by for which no agent is known.
const specification = "the Agent Skills specification"

// Dialects is a line that says for which agents the skills of a report were judged and
// how that is known; "" where somebody asked for these agents, who knows.
func Dialects(r engine.Report) string {
	skills := map[string]int{}
	var order []string
	for i := range r.Skills {
		of := r.Skills[i].Dialects
		if of == nil || of.From == "asked" {
			continue
		}
		text := judgedFor(of)
		if skills[text] == 0 {
			order = append(order, text)
		}
		skills[text]++
	}
	if len(order) == 0 {
		return ""
	}
	slices.SortStableFunc(order, func(a, b string) int { return skills[b] - skills[a] })
	for i, text := range order {
		if len(order) > 1 {
			order[i] = count(skills[text], "skill") + " by " + text
		} else {
			order[i] = "by " + text
		}
	}
	return "judged " + strings.Join(order, ", ") + "; --dialect says for which agents instead"
}

// Followed says that a skill was judged in full for an agent that nobody asked for.
func Followed(r engine.Report) bool {
	return slices.ContainsFunc(r.Skills, func(s engine.SkillReport) bool {
		return s.Dialects != nil && s.Dialects.From != "asked" && len(s.Dialects.Judged) > 0
	})
}

// judgedFor says whose rules counted, and why.
func judgedFor(of *engine.Dialects) string {
	signs := strings.Join(of.Signs, ", ")
	switch {
	case len(of.Judged) > 0 && of.From == "folder":
		return fmt.Sprintf("the rules of %s (in %s)", strings.Join(of.Judged, " and "), signs)
	case len(of.Judged) > 0:
		return fmt.Sprintf("the rules of %s (%s)", strings.Join(of.Judged, " and "), signs)
	case len(of.Likely) > 0:
		return fmt.Sprintf("%s, with notes for %s (%s)", specification, strings.Join(of.Likely, " and "), signs)
	case signs != "":
		return fmt.Sprintf("%s (in %s)", specification, signs)
	}
	return specification
}
