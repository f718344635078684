package resolve

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/schema"
)

// environmentCase is the entry of a skill, what the skill says, and a line for
// each of the variables and of what is not used.
type environmentCase struct {
	entries string
	front   []string
	want    []string
}

func environmentCases() map[string]environmentCase {
	primary := func(name string) []string { return []string{`metadata: {"openclaw": {"primaryEnv": "` + name + `"}}`} }
	return map[string]environmentCase{
		"no entry":         {`{}`, primary("KEY"), nil},
		"of another skill": {`{b: {env: {A: "x"}, apiKey: "x"}}`, primary("KEY"), nil},
		"no object":        {`{a: ["env"]}`, nil, nil},
		"no list":          {`{a: {env: "A"}}`, nil, nil},
		"by name": {
			`{a: {env: {Z: "x", " B ": "x", b: "x"}, apiKey: "x"}}`, primary("KEY"),
			[]string{"B env/ B ", "KEY apiKey key", "Z env/Z", "b env/b"},
		},
		"dropped": {
			`{a: {env: {LD_PRELOAD: "x", "A=B": "x", A_TOKEN: "x", "A B": "x", B: "\u0000"}}}`, nil,
			[]string{
				"A B env/A B", "A=B env/A=B: no variable can have a = or a NUL character in its name",
				"A_TOKEN env/A_TOKEN: it looks like a secret, and the skill names it neither in requires.env nor in primaryEnv",
				"B env/B: its value holds a NUL character", "LD_PRELOAD env/LD_PRELOAD: the agent blocks the name: variables like it change how programs load, where they connect, or as whom",
			},
		},
		"declared": {
			`{a: {env: {A_TOKEN: "x"}, apiKey: "x"}}`, []string{`metadata: {"openclaw": {"primaryEnv": "B_TOKEN", "requires": {"env": ["A_TOKEN"]}}}`},
			[]string{"A_TOKEN env/A_TOKEN", "B_TOKEN apiKey key"},
		},
		"declared with blanks": {`{a: {apiKey: "x"}}`, primary(" B_TOKEN "), []string{"B_TOKEN apiKey key"}},
		"not used, as it stands": {
			`{a: {env: {Z: 3, " ": "x", Y: "", A: {source: "env"}, X: null, OK: "x"}, apiKey: "x"}}`, nil,
			[]string{
				"OK env/OK",
				"unused Z env/Z: its value is no text", "unused  env/ : it has no name", "unused Y env/Y: its value is empty",
				"unused A env/A: its value is no text", "unused X env/X: its value is no text",
				"unused  apiKey: the skill names no primaryEnv that it could go into",
			},
		},
		"key beside env": {
			`{a: {env: {" KEY": "x"}, apiKey: {source: "env", provider: "default", id: "X"}}}`, primary("KEY "),
			[]string{"KEY env/ KEY", "unused  apiKey: env of the entry sets KEY itself"},
		},
		"key beside nothing": {
			`{a: {env: {KEY: ""}, apiKey: "x"}}`, primary("KEY"),
			[]string{"KEY apiKey key", "unused KEY env/KEY: its value is empty"},
		},
		"no key":       {`{a: {apiKey: {source: "env"}}}`, nil, nil},
		"switched off": {`{a: {enabled: false, env: {A: "x", B: 3}, apiKey: "x"}}`, nil, nil},
		"switched on":  {`{a: {enabled: true, env: {A: "x"}}}`, nil, []string{"A env/A"}},
		// Whatever has a place under env is either given or said not to be used, and
		// never both.
		"a blank":                  {`{a: {env: {A: " ", "\ufeffB": "x"}}}`, nil, []string{"A env/A", "B env/\ufeffB"}},
		"blanks around declared":   {`{a: {env: {A_TOKEN: "x"}}}`, []string{`metadata: {"openclaw": {"requires": {"env": [" A_TOKEN "]}}}`}, []string{"A_TOKEN env/A_TOKEN"}},
		"one name twice":           {`{a: {env: {A: "x", " A": "y", "A ": ""}}}`, nil, []string{"A env/ A", "unused A env/A: env names A again further down", "unused A env/A : its value is empty"}},
		"equal keys keep a place":  {`{a: {env: {A: "x", " A": "y", A: "z"}}}`, nil, []string{"A env/ A", "unused A env/A: env names A again further down"}},
		"a number like a word":     {`{a: {env: {A: Infinity}}}`, nil, []string{"unused A env/A: its value is no text"}},
		"the last of equal names":  {`{a: {env: {A: "x", A: 3}}}`, nil, []string{"unused A env/A: its value is no text"}},
		"the text of equal names":  {`{a: {env: {A: 3, A: "x"}}}`, nil, []string{"A env/A"}},
		"the last of equal skills": {`{a: {env: {A: "x"}}, a: {env: {B: "x"}}}`, nil, []string{"B env/B"}},
		"no key of JavaScript":     {`{"__proto__": {env: {A: 3}}}`, []string{`metadata: {"openclaw": {"skillKey": "__proto__"}}`}, nil},
	}
}

func (e *Environment) lines(key string) []string {
	var lines []string
	line := func(v *Variable) string {
		steps := make([]string, len(v.Setting))
		for i, step := range v.Setting {
			steps[i] = fmt.Sprint(step)
		}
		text := v.Name + " " + strings.TrimPrefix(strings.Join(steps, "/"), "skills/entries/"+key+"/")
		if v.Key {
			text += " key"
		}
		if v.Dropped != "" {
			text += ": " + v.Dropped
		}
		return text
	}
	for i := range e.Variables {
		lines = append(lines, line(&e.Variables[i]))
	}
	for i := range e.Unused {
		lines = append(lines, "unused "+line(&e.Unused[i]))
	}
	return lines
}

// TestEnvironment says what becomes of entries, and holds what the policy is given
// and answers against the schema.
func TestEnvironment(t *testing.T) {
	t.Parallel()
	shapes, resolver := schema.New(), sharedResolver()
	for name, c := range environmentCases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newSkillHost(t, `{agents: {defaults: {workspace: "$ROOT/ws"}}, skills: {entries: `+c.entries+`}}`)
			h.skill("ws/skills/a", "a", c.front...)
			found := h.resolve()
			skill := found.Skills[0].Skill
			got, err := resolver.Environment(t.Context(), found, skill)
			if err != nil {
				t.Fatal(err)
			}
			if lines := got.lines(skill.Key); !slices.Equal(lines, c.want) {
				t.Errorf("%s\nwanted\n%s", strings.Join(lines, "\n"), strings.Join(c.want, "\n"))
			}
			for _, v := range slices.Concat(got.Variables, got.Unused) {
				if found.Setting(v.Setting) == nil {
					t.Errorf("nothing stands at %v", v.Setting)
				}
			}
			asked := environmentOf(found.config, skill)
			query, err := resolver.environment(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			said, err := query.Eval(t.Context(), asked)
			if err != nil {
				t.Fatal(err)
			}
			for kind, value := range map[schema.Kind]any{schema.EnvironmentInput: asked, schema.EnvironmentAnswer: said} {
				document := plainJSON(t, value)
				for _, v := range shapes.Validate(kind, document) {
					t.Errorf("%s: %s: %s\n%v", kind, schema.PathString(v.Path), v.Message, document)
				}
			}
		})
	}
}

// TestEnvironmentOfOthers: what a policy answers that takes the place of ours is
// held to the schema.
func TestEnvironmentOfOthers(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, workspaceConfig)
	h.skill("ws/skills/a", "a")
	found := h.resolve()
	ask := func(answer string) (*Environment, error) {
		files := fstest.MapFS{environmentFile: {Data: []byte("# METADATA\n# title: Other\n# entrypoint: true\npackage skillctl.lib.openclaw.environment\n\nanswer := " + answer + "\n")}}
		return New(policy.WithFiles(files)).Environment(t.Context(), found, found.Skills[0].Skill)
	}
	got, err := ask(`{"variables": [{"name": input.entry.key, "setting": ["skills", 3], "key": true, "dropped": ""}], "unused": []}`)
	if err != nil || len(got.Variables) != 1 || got.Variables[0].Name != "a" || !got.Variables[0].Key {
		t.Fatalf("%v, %+v", err, got)
	}
	for answer, want := range map[string][]string{
		`{"variables": {}, "unused": "none"}`: {"variables", "unused", "list"},
		`{"variables": [{"name": "", "setting": [], "key": 1, "droped": ""}], "unused": []}`: {
			"variables[0].name", "variables[0].key", "variables[0].droped", "variables[0].dropped", "environment-answer",
		},
		`{"variables": [], "unused": [{"name": "", "setting": [], "dropped": ""}]}`: {"unused[0].dropped", "must say why it is not used"},
	} {
		_, err := ask(answer)
		for _, part := range want {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v; wanted %q", answer, err, part)
			}
		}
	}
}
