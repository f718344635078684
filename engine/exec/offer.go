package exec

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
)

// offer is what somebody may add to the allow-list, as policies propose it.
type offer struct {
	Entries []entry `json:"entries"`
	Hint    string  `json:"hint"`
}

// entry is one of the allow-list.
type entry struct {
	Pattern      string `json:"pattern"`
	ArgPattern   string `json:"argPattern"`
	AnyArguments bool   `json:"anyArguments"`
}

// setting is the entry as settings have it: a name alone is a text.
func (e entry) setting() any {
	if e.ArgPattern == "" && !e.AnyArguments {
		return e.Pattern
	}
	return map[string]any{"pattern": e.Pattern, "argPattern": e.ArgPattern, "anyArguments": e.AnyArguments}
}

// answer asks the policies about the facts. A hint at an entry of the allow-list is part of
// the answer only if the same request is answered better with that entry: the narrowest
// that is.
func (p *execProfile) answer(ctx context.Context, req Request, settings *prepared, facts *Facts) (*execAnswer, error) {
	got, err := p.ask(ctx, req, settings, facts)
	if err != nil || len(got.Offers) == 0 || got.Effect.Rank() <= engine.Warn.Rank() {
		return got, err
	}
	offers := got.Offers
	got.Offers = nil // they have no part in the answer
	var still *execAnswer
	for i, offered := range offers {
		if i > 0 && slices.Equal(offered.Entries, offers[i-1].Entries) {
			continue
		}
		with, err := p.ask(ctx, req, settings.allowing(offered.Entries), facts)
		if err != nil {
			return got, nil //nolint:nilerr // the answer stands, with one hint less
		}
		if with.Effect.Rank() < got.Effect.Rank() {
			got.hint(offered.Hint)
			return got, nil
		}
		still = with
	}
	got.disclaim(still)
	return got, nil
}

// hint says at the first reason that it is about which entry would help.
func (a *execAnswer) hint(text string) {
	if first := a.offered(); first != nil {
		first.Hint = *first.Offered + text
	}
}

// disclaim says of the first reason that an entry answers why there is no use in one, where
// no reason tells it.
func (a *execAnswer) disclaim(still *execAnswer) {
	first := a.offered()
	if first == nil || still == nil {
		return
	}
	left := still.reasonsOf(engine.PlainSettings{})
	told := func(c answeredCause) bool { return c.Message == left[0].Message }
	if len(left) == 0 || slices.ContainsFunc(a.Reasons, told) {
		return
	}
	verb := map[engine.Effect]string{engine.Ask: "asked"}[still.Effect]
	if verb == "" {
		verb = "denied"
	}
	why := fmt.Sprintf("with an entry it would still be %s: %s", verb, left[0].Message)
	if first.Hint != "" {
		why = first.Hint + "; " + why
	}
	first.Hint = why
}

// offered is the first reason, in the order in which they are told, that an entry answers.
func (a *execAnswer) offered() *answeredCause {
	var first *answeredCause
	for i := range a.Reasons {
		cause := &a.Reasons[i]
		if cause.Offered != nil && (first == nil || engine.CompareReasons(cause.reason(engine.PlainSettings{}), first.reason(engine.PlainSettings{})) < 0) {
			first = cause
		}
	}
	return first
}

// allowing are the settings with more entries in the allow-list. What they grant as long as
// they say nothing stays granted, as skillctl allow leaves it.
func (p *prepared) allowing(entries []entry) *prepared {
	document := maps.Clone(p.document)
	part, _ := document["exec"].(map[string]any)
	part = maps.Clone(part)
	if part == nil {
		part = map[string]any{}
	}
	list, _ := part["allowlist"].([]any)
	list = slices.Clone(list)
	for _, entry := range entries {
		list = append(list, entry.setting())
	}
	part["allowlist"] = list
	document["exec"] = part
	return &prepared{document: document, settings: p.settings.With(policy.ValueOf(list), "exec", "allowlist"), said: p.said, print: p.print}
}
