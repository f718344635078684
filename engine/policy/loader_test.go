package policy_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/skillctl/skillctl/engine/policy"
)

func TestLoaderAsksOnce(t *testing.T) {
	t.Parallel()
	loader := policy.NewLoader(policy.WithFiles(tree(map[string]string{
		"a.rego": "package a\n\nanswer := \"a\"\n", "b.rego": "package b\n\nanswer := data.a.answer\n",
	})))
	ended, end := context.WithCancel(t.Context())
	end()
	var (
		group   sync.WaitGroup
		queries [8]*policy.Query
	)
	for i := range queries {
		group.Go(func() {
			// Who gives up does not spoil the question for the others.
			query, err := loader.Prepare(ended, "b", "data.b.answer", nil)
			if err != nil {
				t.Error(err)
			}
			queries[i] = query
		})
	}
	group.Wait()
	for _, query := range queries {
		if query != queries[0] {
			t.Fatal("the question was compiled twice")
		}
	}
	if got, err := queries[0].Eval(t.Context(), nil); err != nil || got != "a" {
		t.Errorf("got %v, %v", got, err)
	}
	alone, err := loader.Prepare(t.Context(), "b alone", "data.b.answer", func(file string) bool { return file == "b.rego" })
	if err != nil {
		t.Fatal(err)
	}
	if got, err := alone.Eval(t.Context(), nil); !errors.Is(err, policy.ErrUndefined) {
		t.Errorf("without a: got %v, %v", got, err)
	}
}

func TestLoaderSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	loader := policy.NewLoader(policy.WithFiles(tree(map[string]string{"a.rego": "package a\n\nanswer := nobody\n"})))
	for range 2 {
		var problem *policy.ProblemError
		if _, err := loader.Prepare(t.Context(), "a", "data.a.answer", nil); !errors.As(err, &problem) {
			t.Errorf("got %v", err)
		}
	}
}

func TestLoaderFilters(t *testing.T) {
	t.Parallel()
	own := tree(map[string]string{"own.rego": "# METADATA\n# title: Own\npackage skillctl.user.own\n\nreasons contains {\"message\": \"x\"} if input.kind == \"other\"\n"})
	all := policy.NewLoader(policy.WithOperator("own", own))
	if all.Replaced() || all.Filter(nil).Replaced() {
		t.Error("the policies that ship with skillctl count as others")
	}
	part := all.Filter(func(file string) bool { return file == "lib/effect.rego" })
	whole, err := all.Load()
	if err != nil {
		t.Fatal(err)
	}
	few, err := part.Load()
	if err != nil {
		t.Fatal(err)
	}
	if whole.Digest() != few.Digest() {
		t.Error("the digest depends on the filter")
	}
	metadata, err := part.OperatorMetadata()
	if err != nil || len(metadata) != 1 || metadata[0].Title != "Own" {
		t.Errorf("got %+v, %v", metadata, err)
	}
}
