package policy_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/policy"
)

// TestTablesAreFound wants each way of naming a table to reach it.
func TestTablesAreFound(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"direct":       "answer := data.skillctl.tables.one.x",
		"import":       "import data.skillctl.tables\n\nanswer := tables.one.x",
		"import table": "import data.skillctl.tables.one\n\nanswer := one.x",
		"by variable":  "answer := v if {\n\tsome name, table in data.skillctl.tables\n\tname == \"one\"\n\tv := table.x\n}",
		"by key":       "answer := data.skillctl.tables[input.name].x",
		"from above":   "answer := data.skillctl[input.above].one.x",
		"whole":        "answer := object.get(data.skillctl, [\"tables\", \"one\", \"x\"], 0)",
		"by a rule":    "all := data.skillctl.tables\n\nanswer := all.one.x",
		"with":         "answer := v if { v := asked with input as {} }\n\nasked := data.skillctl.tables.one.x",
	} {
		set, err := policy.Load(tree(map[string]string{
			"a/x.rego": "package x\n\n" + body + "\n", "tables/one.json": `{"x": 1}`, "tables/two.json": `{"x": 2}`,
		}), policy.WithUnsafeUnchecked())
		if err != nil {
			t.Fatal(err)
		}
		query, err := set.Prepare(context.Background(), "data.x.answer")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got int
		if err := query.EvalInto(context.Background(), map[string]any{"name": "one", "above": "tables"}, &got); err != nil || got != 1 {
			t.Errorf("%s: %d, %v", name, got, err)
		}
	}
}

// TestOperatorsAreChecked wants every check for a set with an operator's
// policies, though the others need none.
func TestOperatorsAreChecked(t *testing.T) {
	t.Parallel()
	own := tree(map[string]string{"a.rego": "package skillctl.user.a\n\nreasons contains \"x\" if 1 == \"a\"\n"})
	set, err := policy.Load(tree(map[string]string{"x.rego": "package x\n\nanswer := 1\n"}), policy.WithUnsafeUnchecked(), policy.WithOperator("own", own))
	if err != nil {
		t.Fatal(err)
	}
	_, err = set.Prepare(context.Background(), "data.x.answer")
	var problem *policy.ProblemError
	if !errors.As(err, &problem) || !strings.HasPrefix(problem.Problems[0].String(), "own/a.rego:3:") {
		t.Errorf("a comparison that cannot be true is taken: %v", err)
	}
}

func TestProblemsInWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"package x\n\nanswer := y\n":                           "x.rego:3:11: nothing gives variable y a value",
		"package x\n\nanswer := nope(1)\n":                     "x.rego:3:11: function nope does not exist",
		"package x\n\nanswer := time.now_ns()\n":               "x.rego:3:11: time.now_ns may not be called",
		"package x\n\nanswer := \n":                            "x.rego:4:1: syntax error: unexpected eof token: expected",
		"package x\n\nanswer := other\n\nother := answer\n":    "rules depend on each other in a cycle",
		"package x\n\nanswer := 1\n\nanswer := 2 if input.a\n": "a rule has two values",
	} {
		set, err := policy.Load(tree(map[string]string{"x.rego": text}))
		if err != nil {
			t.Fatal(err)
		}
		_, err = set.Ask(context.Background(), "data.x.answer", map[string]any{"a": true})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "rego_") {
			t.Errorf("%q: %v; want %q", text, err, want)
		}
	}
}
