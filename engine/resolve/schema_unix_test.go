//go:build unix

package resolve

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/schema"
)

// TestCatalogFitsTheSchema holds what policies of the catalog are given, and what
// ours answer, against the schema, on trees of all sorts.
func TestCatalogFitsTheSchema(t *testing.T) {
	t.Parallel()
	shapes, resolver := schema.New(), sharedResolver()
	states, unseen := map[string]bool{}, map[string]bool{}
	for seed := range uint64(6) {
		h := newSkillHost(t, "{}")
		grown := &skillTree{Rand: rand.New(rand.NewPCG(seed, 3)), root: h.root}
		agents := grown.grow(seed)
		if grown.err != nil {
			t.Fatal(grown.err)
		}
		for i, profile := range []string{"openclaw", "strict"} {
			got, err := resolver.Resolve(t.Context(), h.request(func(r *Request) { r.Profile, r.Agent = profile, agents[i%len(agents)] }))
			if err != nil {
				t.Fatal(err)
			}
			input := *got.asked
			for i := range got.facts.Candidates {
				input.Candidates = append(input.Candidates, askedOf(&got.facts.Candidates[i], i))
				unseen[got.facts.Candidates[i].Unseen] = true
				states[got.Skills[i].State] = true
			}
			input.Index = indexOf(len(input.Roots), input.Candidates)
			query, err := resolver.query(t.Context(), profile)
			if err != nil {
				t.Fatal(err)
			}
			said, err := query.Eval(t.Context(), input)
			if err != nil {
				t.Fatal(err)
			}
			for kind, document := range map[schema.Kind]any{schema.CatalogInput: plainJSON(t, input), schema.CatalogAnswer: plainJSON(t, said)} {
				for _, v := range shapes.Validate(kind, document) {
					t.Errorf("seed %d, %s: %s: %s: %s", seed, profile, kind, schema.PathString(v.Path), v.Message)
				}
			}
		}
	}
	if len(states) < 7 || len(unseen) < 6 {
		t.Errorf("the trees show too little: states %v, unseen %v", states, unseen)
	}
}

// TestPoliciesOfOthers: what policies answer that take the place of ours is held
// to the schema.
func TestPoliciesOfOthers(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, workspaceConfig)
	h.skill("ws/skills/a", "a")
	listed := "1"
	ask := func(answer string) (*Resolution, error) {
		files := fstest.MapFS{
			"catalog/own/own.rego": {Data: []byte("package skillctl.catalog.profiles.own\n")},
			"lib/openclaw/prompt.rego": {Data: []byte("# METADATA\n# title: Prompt\n# entrypoint: true\npackage skillctl.lib.openclaw.prompt\n\nanswer := {" +
				`"skills": 1, "listed": ` + listed + `, "format": "full", "rule": "own/prompt", "summary": "", "leftOut": null, "descriptions": null}` + "\n")},
			"catalog/all.rego": {Data: []byte("# METADATA\n# title: All\n# entrypoint: true\npackage skillctl.catalog\n\nresolution := " + answer + "\n")},
		}
		return New(policy.WithFiles(files)).Resolve(t.Context(), h.request(func(r *Request) { r.Profile = "own" }))
	}
	const good = `{"answers": [{"state": "loaded", "rule": "own/all", "message": "", "by": -1, "wins": true, "offered": true} | some _ in input.candidates]}`
	got, err := ask(good)
	if err != nil || len(got.Skills) != 1 || !got.Skills[0].Offered || !got.Skills[0].InPrompt {
		t.Fatalf("%v, %+v", err, got)
	}
	listed = "7"
	if _, err := ask(good); err == nil || !strings.Contains(err.Error(), "names 7 of 1 skills") {
		t.Errorf("%v", err)
	}
	listed = "1"
	for answer, want := range map[string][]string{
		`{"answers": [{"state": "fine", "rule": "own/all", "message": "", "by": -1}]}`:            {"answers[0].state", `"fine"`},
		`{"answers": [{"state": "loaded", "rule": "own/all", "mesage": "", "by": -1}]}`:           {"answers[0].mesage", "answers[0].message"},
		`{"answers": [{"state": "loaded", "rule": "x", "message": "", "by": "none", "wins": 1}]}`: {"answers[0].rule", "answers[0].by", "answers[0].wins"},
		`{"answers": []}`: {"0 of 1 candidates"},
		`{"answers": [{"state": "shadowed", "rule": "own/all", "message": "", "by": 9}]}`:                                                                       {"candidate 0 is shadowed by 9, but there are 1"},
		`{"answers": [{"state": "loaded", "rule": "own/all", "message": "", "by": -1}], "notes": [{"root": 99, "rule": "own/all", "path": "", "message": ""}]}`: {"root 99 of "},
	} {
		_, err := ask(answer)
		for _, part := range want {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v; wanted %q", answer, err, part)
			}
		}
	}
}
