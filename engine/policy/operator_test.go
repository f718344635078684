package policy_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/policies"
)

// TestOperatorMistakes has each mistake in an operator's policies told when they are
// compiled, and what is right passed.
func TestOperatorMistakes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text string
		want string // "" for none
	}{
		"field of input":         {"package skillctl.user.a\n\nreasons contains 1 if input.exce\n", `a.rego:3:23: input has no field "exce" (its fields: facts, kind, `},
		"field of a variable":    {"package skillctl.user.a\n\nreasons contains 1 if { some c in input.facts.commands; c.bsae }\n", `c has no field "bsae"; did you mean "base"`},
		"field of settings":      {"package skillctl.user.a\n\nreasons contains 1 if input.settings.exec.nope\n", `input.settings.exec has no field "nope"`},
		"field of a text":        {"package skillctl.user.a\n\nreasons contains 1 if input.kind.x\n", "input.kind is a text, which has neither fields nor elements"},
		"text among objects":     {"package skillctl.user.a\n\nreasons contains 1 if { some c in input.facts.commands; \"x\" in c.args }\n", "a text can never be equal to an object with "},
		"wrong argument":         {"package skillctl.user.a\n\nreasons contains 1 if startswith(input.facts.commands, \"x\")\n", "startswith takes (a text, a text); it is given (a list, each an object with "},
		"field of another kind":  {"package skillctl.user.install.a\n\nreasons contains 1 if input.facts.commands\n", `input.facts has no field "commands"`},
		"lint":                   {"package skillctl.user.lint.a\n\nfindings contains {\"message\": \"x\"} if input.skill.fiels\n", `input.skill has no field "fiels"; did you mean "files"`},
		"library":                {"package skillctl.user.lib.a\n\nx if input.facts.nope\n", `input.facts has no field "nope"`},
		"library of any kind":    {"package skillctl.user.lib.a\n\nx if input.facts.commands\n\ny if input.facts.skills\n\nz if input.skill.files\n", ""},
		"null":                   {"package skillctl.user.a\n\nreasons contains 1 if { some c in input.facts.commands; c.name == null }\n", ""},
		"what the agent adds":    {"package skillctl.user.install.a\n\nreasons contains 1 if input.request.origin.anything\n", ""},
		"a constant":             {"package skillctl.user.a\n\nreasons := \"no\"\n", `a.rego:3:1: reasons is "no", which says nothing`},
		"an empty set":           {"package skillctl.user.a\n\nreasons := set()\n", `a.rego:3:1: reasons is set(), which is always empty, so that the policy would never have an effect`},
		"an empty default":       {"package skillctl.user.a\n\ndefault reasons := []\n", `a.rego:3:1: reasons is [], which is always empty`},
		"empty findings":         {"package skillctl.user.lint.a\n\nfindings := {}\n", `a.rego:3:1: findings is {}, which is always empty`},
		"empty unless":           {"package skillctl.user.a\n\ndefault reasons := set()\n\nreasons := {\"x\"} if input.kind == \"exec\"\n", ""},
		"a name with a space":    {"package skillctl.user[\"we ird\"]\n\nreasons contains 1\n", `a.rego:1:1: the package is skillctl.user["we ird"]; in its name "we ird" must be letters, digits and "_" alone`},
		"a name with a dash":     {"package skillctl.user.lint[\"a-b\"]\n\nfindings contains 1\n", `in its name "a-b" must be`},
		"a name of the language": {"package skillctl.user[\"default\"]\n\nreasons contains 1\n", ""},
		"no such effect":         {"package skillctl.user.a\n\nreasons contains {\"effect\": \"dney\", \"message\": \"x\"}\n", `a.rego:3:29: the effect of a reason is "dney"; it must be deny, ask or warn`},
		"an effect that loosens": {"package skillctl.user.a\n\nreasons contains r if {\n\tr := {\"effect\": \"allow\", \"message\": \"x\"}\n}\n", `a.rego:4:18: the effect of a reason is "allow"; it must be`},
		"effect of the gate":     {"package skillctl.user.install.a\n\nreasons := [{\"effect\": \"block\", \"message\": \"x\"}]\n", `a.rego:3:24: the effect of a reason is "block"`},
		"field of a reason":      {"package skillctl.user.a\n\nreasons contains {\"efect\": \"ask\", \"message\": \"x\"}\n", `a.rego:3:19: a reason has no field "efect"; did you mean "effect"? (its fields: `},
		"a reason that is right": {"package skillctl.user.a\n\nreasons contains {\"effect\": e, \"message\": \"x\", \"hint\": \"y\", \"span\": null} if some e in [\"ask\", \"warn\"]\n", ""},
		"lint without a name":    {"package skillctl.user.lint\n\nfindings contains 1\n", "it must be skillctl.user.lint.<name>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set, err := policy.Load(policies.FS(), policy.WithFilter(func(string) bool { return false }), policy.WithOperator("", tree(map[string]string{"a.rego": test.text})))
			if err == nil {
				_, err = set.Prepare(context.Background(), "data.skillctl.user")
			}
			if got := ""; test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				if err != nil {
					got = err.Error()
				}
				t.Errorf("got %q; want %q", got, test.want)
			}
		})
	}
}

// TestEffects has an effect that is put together, and is none of a reason, deny in words.
func TestEffects(t *testing.T) {
	t.Parallel()
	for effect, want := range map[string]string{
		"ask": `"message":"x"`, "dney": "a.rego:3: the effect of a reason of this policy is dney; it must be deny, ask or warn", "allow": "is allow; it must be",
	} {
		text := "package skillctl.user.a\n\nreasons contains {\"effect\": input.kind, \"message\": \"x\"}\n\nreasons contains \"no\" if input.kind == \"other\"\n"
		set, err := policy.Load(policies.FS(), policy.WithFilter(func(string) bool { return false }), policy.WithOperator("", tree(map[string]string{"a.rego": text})))
		if err != nil {
			t.Fatal(err)
		}
		query, err := set.Prepare(context.Background(), "data.skillctl.exec.operator.reasons")
		if err != nil {
			t.Fatal(err)
		}
		got, err := query.Eval(context.Background(), map[string]any{"kind": effect})
		said, _ := json.Marshal(got)
		if reasons, _ := got.([]any); err != nil || len(reasons) != 1 || !strings.Contains(string(said), want) {
			t.Errorf("%s: %s, %v; want %s", effect, said, err, want)
		}
	}
}

// TestUndefinedValues has a rule whose conditions hold, and whose value is undefined,
// told by place; one that rightly says nothing is not.
func TestUndefinedValues(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		rule string
		want bool
	}{
		"in the head":              {`reasons contains {"message": f(input.kind)} if input.kind`, true},
		"in what makes the head":   {"reasons contains {\"message\": m} if {\n\tinput.kind\n\tm := sprintf(\"%s\", [f(input.kind)])\n}", true},
		"in an object of the head": {"reasons contains r if {\n\tinput.kind\n\tr := {\"message\": f(input.kind)}\n}", true},
		"name of a rule":           {"reasons contains none if input.kind\n\nnone := f(input.kind)", true},
		"complete":                 {"reasons := [f(input.kind)] if input.kind", true},
		"condition does not hold":  {`reasons contains {"message": f(input.kind)} if input.kind == "other"`, false},
		"condition is undefined":   {"reasons contains {\"message\": m} if m := f(input.kind)", false},
		"no elements":              {"reasons contains all[_] if input.kind\n\nall contains 1 if input.kind == \"other\"", false},
		"asked for, too":           {"reasons contains {\"message\": m} if {\n\tm := concat(\"\", [f(input.kind)])\n\tm != \"\"\n}", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := "package skillctl.user.a\n\n" + test.rule + "\n\nf(x) := \"one\" if x == \"one\"\n"
			set, err := policy.Load(policies.FS(), policy.WithFilter(func(string) bool { return false }), policy.WithOperator("", tree(map[string]string{"a.rego": text})))
			if err != nil {
				t.Fatal(err)
			}
			query, err := set.Prepare(context.Background(), "data.skillctl.exec.operator.reasons")
			if err != nil {
				t.Fatal(err)
			}
			got, err := query.Eval(context.Background(), map[string]any{"kind": "exec"})
			if err != nil {
				t.Fatal(err)
			}
			reasons, _ := got.([]any)
			if told := len(reasons) > 0; told != test.want {
				t.Errorf("it says %v; want a reason: %t", got, test.want)
			}
		})
	}
}
