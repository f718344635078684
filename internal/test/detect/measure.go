package detect

import (
	"slices"

	"github.com/skillctl/skillctl/engine"
)

// schemaName names the shape of [Result].
const schemaName = "skillctl.detect/v1"

// Result is one measurement. But for the times, the same skills and the same rules
// give the same bytes.
type Result struct {
	Schema string `json:"schema"`
	// Policy is the digest of the policies that were asked.
	Policy string `json:"policy"`
	// Sources are sorted by name; All is about all items together.
	Sources []Source `json:"sources"`
	All     Source   `json:"all"`
	// Macro are the means over sources: each counts once, however large.
	Macro struct {
		Verdict Means `json:"verdict"`
		Safety  Means `json:"safety"`
	} `json:"macro"`
	// Pairs are those told apart: by the verdict, and by the safety.
	Pairs struct {
		Verdict Rate `json:"verdict"`
		Safety  Rate `json:"safety"`
	} `json:"pairs"`
	Time  Time   `json:"time"`
	Items []Item `json:"items"`
}

// Source is what was measured of the items of one source.
type Source struct {
	Name string `json:"name"`
	// Families are the numbers of different skills, malicious and not.
	Families struct{ Malicious, Benign int } `json:"families"`
	Verdict  Rates                           `json:"verdict"`
	Safety   Rates                           `json:"safety"`
	// ByFamily are those of the safety where each family counts once.
	ByFamily Rates `json:"byFamily"`
}

// Rates are shares of the malicious skills (blocked; blocked or to review) and of the
// others (blocked; to review).
type Rates struct {
	Recall      Rate `json:"recall"`
	Noticed     Rate `json:"noticed"`
	FalseBlock  Rate `json:"falseBlock"`
	FalseReview Rate `json:"falseReview"`
}

// Means are those of [Rates] over the sources that have such skills.
type Means struct {
	Recall      float64 `json:"recall"`
	Noticed     float64 `json:"noticed"`
	FalseBlock  float64 `json:"falseBlock"`
	FalseReview float64 `json:"falseReview"`
	// Sources with malicious skills, and with others.
	Malicious int `json:"malicious"`
	Benign    int `json:"benign"`
}

// Time is how long lint took, in milliseconds, one skill at a time.
type Time struct {
	Total   float64 `json:"total"`
	Mean    float64 `json:"mean"`
	P95     float64 `json:"p95"`
	Slowest string  `json:"slowest"`
}

type verdictOf func(*Item) engine.Verdict

func byVerdict(i *Item) engine.Verdict { return i.Verdict }
func bySafety(i *Item) engine.Verdict  { return i.Safety }

// measure counts what was said of items, whose families are known.
func measure(items []Item, policy string) Result {
	out := Result{Schema: schemaName, Policy: policy, Items: items, Sources: []Source{}}
	groups := map[string][]*Item{}
	var all []*Item
	for i := range items {
		groups[items[i].Source] = append(groups[items[i].Source], &items[i])
		all = append(all, &items[i])
	}
	var names []string
	for name := range groups {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		out.Sources = append(out.Sources, sourceOf(name, groups[name]))
	}
	out.All = sourceOf("all", all)
	out.Macro.Verdict = meansOf(out.Sources, func(s *Source) *Rates { return &s.Verdict })
	out.Macro.Safety = meansOf(out.Sources, func(s *Source) *Rates { return &s.Safety })
	out.Pairs.Verdict, out.Pairs.Safety = pairs(all, byVerdict), pairs(all, bySafety)
	out.Time = timeOf(items)
	return out
}

func sourceOf(name string, items []*Item) Source {
	out := Source{Name: name, Verdict: ratesOf(items, byVerdict, nil), Safety: ratesOf(items, bySafety, nil)}
	sizes := map[string]int{}
	for _, one := range items {
		key := one.Kind + " " + one.Family
		if sizes[key]++; sizes[key] > 1 {
			continue
		}
		if one.Kind == malicious {
			out.Families.Malicious++
		} else {
			out.Families.Benign++
		}
	}
	out.ByFamily = ratesOf(items, bySafety, sizes)
	return out
}

// ratesOf counts items, or where the sizes of families are given, each family as one.
func ratesOf(items []*Item, say verdictOf, sizes map[string]int) Rates {
	count := func(label string, said ...engine.Verdict) Rate {
		var hits float64
		of, seen := 0, map[string]bool{}
		for _, one := range items {
			if one.Kind != label {
				continue
			}
			weight, key := 1.0, label+" "+one.Family
			if sizes == nil || !seen[key] {
				of++
			}
			seen[key] = true
			if sizes != nil {
				weight = 1 / float64(sizes[key])
			}
			if slices.Contains(said, say(one)) {
				hits += weight
			}
		}
		return wilson(hits, of)
	}
	return Rates{
		Recall:     count(malicious, engine.VerdictBlock),
		Noticed:    count(malicious, engine.VerdictBlock, engine.VerdictReview),
		FalseBlock: count(benign, engine.VerdictBlock), FalseReview: count(benign, engine.VerdictReview),
	}
}

func meansOf(sources []Source, rates func(*Source) *Rates) Means {
	var out Means
	for i := range sources {
		r := rates(&sources[i])
		if r.Recall.Of > 0 {
			out.Malicious++
			out.Recall += r.Recall.Rate
			out.Noticed += r.Noticed.Rate
		}
		if r.FalseBlock.Of > 0 {
			out.Benign++
			out.FalseBlock += r.FalseBlock.Rate
			out.FalseReview += r.FalseReview.Rate
		}
	}
	for _, one := range []*float64{&out.Recall, &out.Noticed} {
		*one = round(*one / float64(max(1, out.Malicious)))
	}
	for _, one := range []*float64{&out.FalseBlock, &out.FalseReview} {
		*one = round(*one / float64(max(1, out.Benign)))
	}
	return out
}

// pairs counts those of which only the injected skill is blocked.
func pairs(items []*Item, say verdictOf) Rate {
	right := map[string]int{}
	for _, one := range items {
		if one.Pair == "" {
			continue
		}
		if right[one.Pair] += 0; (one.Kind == malicious) == (say(one) == engine.VerdictBlock) {
			right[one.Pair]++
		}
	}
	hits := 0
	for _, n := range right {
		if n == 2 {
			hits++
		}
	}
	return wilson(float64(hits), len(right))
}

func timeOf(items []Item) Time {
	var out Time
	var each []float64
	var most float64
	for i := range items {
		each = append(each, items[i].Milliseconds)
		out.Total += items[i].Milliseconds
		if items[i].Milliseconds > most {
			most, out.Slowest = items[i].Milliseconds, items[i].Path
		}
	}
	if len(each) == 0 {
		return out
	}
	slices.Sort(each)
	out.P95 = each[min(len(each)-1, len(each)*95/100)]
	out.Total, out.Mean = round(out.Total), round(out.Total/float64(len(each)))
	return out
}
