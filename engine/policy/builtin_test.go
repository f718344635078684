package policy_test

import (
	"context"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/policy"
)

func TestECMAScriptMatch(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pattern, text string
		want          bool
		why           string
	}{
		"found anywhere":      {"stat", "git status", true, ""},
		"anchored":            {"^status$", "status --x", false, ""},
		"lookahead":           {"^(?!push)", "push --force", false, ""},
		"digits are ASCII":    {`^\d$`, "\u0663", false, ""},
		"back-reference":      {`^(a)\1$`, "aa", true, ""},
		"does not compile":    {"(", "(", false, "does not compile"},
		"backtracks for ever": {"^(a+)+$", strings.Repeat("a", 60) + "!", false, "takes too long"},
		"too long":            {strings.Repeat("a", 5000), "a", false, "too long"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, why := policy.MatchECMAScript(c.pattern, c.text)
			if got != c.want || !strings.Contains(why, c.why) || (why == "") != (c.why == "") {
				t.Errorf("got %v %q, want %v %q", got, why, c.want, c.why)
			}
		})
	}
}

func TestECMAScriptMatchInPolicies(t *testing.T) {
	t.Parallel()
	set, err := policy.Load(tree(map[string]string{"x.rego": "package x\n\nanswer := ecmascript.match(input.p, input.t)\n"}))
	if err != nil {
		t.Fatal(err)
	}
	query, err := set.Prepare(context.Background(), "data.x.answer")
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Match bool   `json:"match"`
		Error string `json:"error"`
	}
	if err := query.EvalInto(context.Background(), map[string]any{"p": "^a(?=b)", "t": "ab"}, &got); err != nil || !got.Match {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestOperatorPolicies(t *testing.T) {
	t.Parallel()
	shipped := tree(map[string]string{
		"exec/strict/strict.rego": "package skillctl.exec.profiles.strict\n\nreasons contains 1\n",
		"tables/words.json":       "{}",
	})
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"adds to a profile that ships": {map[string]string{"a.rego": "package skillctl.exec.profiles.strict\n\nreasons contains 2\n"}, "own/a.rego:1:1: the package is skillctl.exec.profiles.strict"},
		"another package":              {map[string]string{"a.rego": "package skillctl.lib.effect\n"}, "own/a.rego:1:1: the package is skillctl.lib.effect"},
		"no reasons":                   {map[string]string{"a.rego": "package skillctl.user.a\n\nreason contains 1\n"}, `own/a.rego:1:1: its package has no rule "reasons"`},
		"does not parse":               {map[string]string{"a.rego": "package skillctl.user.a\n\nreasons contains\n"}, "own/a.rego:4"},
		"replaces a table":             {map[string]string{"tables/words.json": "{}"}, `table "words" exists already`},
		"library without reasons":      {map[string]string{"a.rego": "package skillctl.user.lib.a\n\nx := 1\n"}, ""},
		"profile of its own":           {map[string]string{"a.rego": "package skillctl.exec.profiles.mine\n\nreasons contains 1\n"}, ""},
		"reasons":                      {map[string]string{"a.rego": "package skillctl.user.a\n\nreasons contains 1\n"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := policy.Load(shipped, policy.WithOperator("own", tree(c.files)))
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
