package policy

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/open-policy-agent/opa/v1/ast"
)

// shelf is a [Kept] in memory.
type shelf struct {
	mu   sync.Mutex
	all  map[string][]byte
	puts int
}

func newShelf() *shelf { return &shelf{all: map[string][]byte{}} }

func (s *shelf) Get(key string) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok := s.all[key]
	return value, ok
}

func (s *shelf) Put(key string, value []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[key] = value
	s.puts++
}

// execFiles are the policies that a decision under a profile takes.
func execFiles(profile string) func(file string) bool {
	return func(file string) bool {
		return path.Dir(file) == "exec" || strings.HasPrefix(file, "exec/"+profile+"/") || strings.HasPrefix(file, "lib/exec/") ||
			file == "lib/effect.rego" || file == "lib/openclaw/environment.rego"
	}
}

const execEntry = "data.skillctl.exec.decision"

// constructs are policies of an operator with every kind of construct. What fails does so
// for requests of one agent only.
func constructs() fstest.MapFS {
	files := fstest.MapFS{
		"tables/words.json": {Data: []byte(`{"long": {"word": 4}, "names": ["ls", "git"]}`)},
		"lib.rego": {Data: []byte(`package skillctl.user.lib.names

import data.skillctl.tables.words

longest := max([n | some n in words.long])

is_known(name) if name in words.names

kinds[kind] contains name if {
	some name in words.names
	kind := kind_of(name)
}

kind_of("ls") := "reads"

kind_of(name) := "other" if name != "ls"

nested.deep[name].size := count(name) if some name in words.names
`)},
		"many.rego": {Data: []byte(`# METADATA
# title: Many
package skillctl.user.many

import data.skillctl.lib.effect
import data.skillctl.tables.programs
import data.skillctl.user.lib.names

default grade := "none"

grade := "high" if input.request.agent == "high"

grade := "low" if {
	input.request.agent == "low"
	not input.request.elevated
}

place := "here" if {
	startswith(input.request.cwd, "/srv/")
} else := "there" if {
	input.request.cwd == "/tmp"
} else := sprintf("%s!", [input.request.cwd])

bases := {command.base | some command in input.facts.commands}

words := [word | some command in input.facts.commands; some word in command.argv]

lengths := {word: count(word) | some word in words}

by_base[base] := n if {
	some base in bases
	n := count([1 | some command in input.facts.commands; command.base == base])
}

all_known if every command in input.facts.commands { names.is_known(command.base) }

pairs contains [i, j] if {
	some i, a in words
	some j, b in words
	i < j
	a == b
}

deep := names.nested.deep.git.size

walked contains concat("/", [sprintf("%v", [p]) | some p in at]) if {
	walk(input.request, [at, value])
	value == input.request.agent
}

other := x if x := grade with input.request.agent as "high"

mocked := x if x := names.longest with data.skillctl.tables.words as {"long": {"a": 9}}

replaced := x if x := names.is_known("xyz") with data.skillctl.user.lib.names.is_known as true

told := rego.metadata.chain()[0].path

patched := json.patch({"a": 1}, [{"op": "add", "path": "/b", "value": place}])

reasons contains {"effect": "warn", "message": json.marshal(all)} if {
	input.request.agent in {"high", "low", "walk"}
	all := {
		"grade": grade, "place": place, "bases": bases, "words": words, "lengths": lengths, "by_base": by_base, "pairs": pairs,
		"deep": deep, "walked": walked, "other": other, "mocked": mocked, "kinds": names.kinds, "replaced": replaced,
		"known": object.get({"known": all_known}, "known", null), "told": told, "patched": patched,
		"joined": effect.stricter("ask", "deny"), "tables": count(programs) > 0, "numbers": [1.50, 1e3, -1, 9007199254740993],
		"match": regex.find_n("[a-z]+", input.request.cwd, -1), "text": $"{grade} in {place}", "null": null,
	}
}

reasons contains {"effect": "ask", "message": sprintf("%s %d", [command.text, i]), "hint": hint, "span": command.span} if {
	some i, command in input.facts.commands
	not command.exact
	hint := {"ls": "a", "git": "b"}[command.base]
}

reasons contains "no object" if input.request.agent == "text"

reasons contains {"effect": input.request.agent, "message": "no effect"} if input.request.agent == "allow"

reasons contains {"effect": "deny", "message": upper(missing)} if input.request.agent == "undefined"

missing := x if {
	x := "x"
	input.request.agent == "nobody"
}
`)},
		"fails.rego": {Data: []byte(`package skillctl.user.fails

two := 1 if input.request.agent in {"conflict", "other"}

two := 2 if input.request.agent in {"conflict", "another"}

one(x) := 1 if x != ""

one(x) := 2 if x == "function"

object[key] := value if {
	some key in ["a", "b"]
	some value in [1, 2]
	input.request.agent == "object"
}

number := to_number(input.request.agent) if input.request.agent != "high"

reasons contains {"message": sprintf("%v", [two])} if input.request.agent in {"conflict", "other"}

reasons contains {"message": sprintf("%v", [one(input.request.agent)])} if input.request.agent == "function"

reasons contains {"message": sprintf("%v", [object])} if input.request.agent == "object"

reasons contains {"message": sprintf("%v", [number])} if input.request.agent in {"number", "7"}
`)},
		"list.rego":  {Data: []byte("package skillctl.user.list\n\nreasons := [{\"effect\": \"warn\", \"message\": \"list\"} | input.request.agent == \"high\"]\n")},
		"other.rego": {Data: []byte("package skillctl.user.wrong\n\nreasons := x if {\n\tinput.request.agent == \"wrong\"\n\tx := json.unmarshal(`\"wrong\"`)\n}\n")},
		"gate.rego":  {Data: []byte("package skillctl.user.install.gate\n\nreasons contains {\"message\": \"gate\"} if input.request\n")},
		"finds.rego": {Data: []byte("package skillctl.user.lint.finds\n\nfindings contains {\"message\": \"finds\"} if input.skill.dir\n")},
	}
	return files
}

// execInputs are requests by each agent that constructs ask about.
func execInputs() map[string]any {
	all := map[string]any{}
	for _, agent := range []string{"high", "low", "walk", "text", "allow", "undefined", "conflict", "other", "function", "object", "number", "7", "wrong", "nobody"} {
		all[agent] = map[string]any{
			"kind": "exec", "profile": "strict", "request": map[string]any{"command": "ls -l; git $X", "cwd": "/srv/a", "agent": agent},
			"settings": map[string]any{"exec": map[string]any{"security": "full"}}, "said": []any{},
			"facts": map[string]any{"commands": []any{
				map[string]any{"base": "ls", "argv": []any{"ls", "-l"}, "exact": true, "text": "ls -l"},
				map[string]any{"base": "git", "argv": []any{"git", "$X", "ls"}, "exact": false, "text": "git $X", "span": nil},
			}},
		}
	}
	return all
}

// answers are what policies say of inputs, errors included, by the name of the input.
func answersTo(ctx context.Context, t *testing.T, loader *Loader, entry string, inputs map[string]any) (map[string]string, *Query) {
	t.Helper()
	query, err := loader.Prepare(ctx, entry, entry, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		answer, err := query.Eval(ctx, inputs[name])
		all[name] = string(said(answer, err))
	}
	return all, query
}

// TestKeptSaysTheSame: policies of an operator say the same, and fail with the same words,
// when OPA compiles and answers, when they were compiled a moment ago and when that was kept.
func TestKeptSaysTheSame(t *testing.T) {
	t.Parallel()
	kept := newShelf()
	load := func() *Loader {
		return NewLoader(WithFilter(execFiles("strict")), WithOperator("own", constructs()), WithKept(kept))
	}
	want, _ := answersTo(WithTopdown(t.Context()), t, load(), execEntry, execInputs())
	if kept.puts != 0 {
		t.Error("what OPA is to answer is kept")
	}
	for name, part := range map[string]string{
		"high": `\"mocked\":9`, "text": "no object", "allow": "the effect of a reason of this policy is allow", "undefined": "a value in what it would say is undefined",
		"conflict": "error: ask data.skillctl.exec.decision: own/fails.rego:", "function": "a rule has two values: function", "object": "object keys must be unique",
		"number": "to_number", "wrong": "reasons of the policy is string; it must be a set of objects", "7": `"message":"7"`,
	} {
		if !strings.Contains(want[name], part) {
			t.Errorf("%s: %s; want it to say %s", name, want[name], part)
		}
	}
	if strings.Contains(want["high"], "error") || strings.Contains(want["nobody"], "error") {
		t.Errorf("it fails: %s, %s", want["high"], want["nobody"])
	}
	for _, start := range []string{"first", "second", "third"} {
		got, query := answersTo(t.Context(), t, load(), execEntry, execInputs())
		if query.program == nil {
			t.Fatalf("the %s start has no plan", start)
		}
		for name, input := range execInputs() {
			view, err := inputView(input)
			if err != nil {
				t.Fatal(err)
			}
			// What fails is asked of OPA, and nothing else.
			if _, _, err := evalPlan(t.Context(), query.program, view, Budget{}); (err != nil) != strings.HasPrefix(want[name], "error") {
				t.Errorf("%s, the %s start: the plan says %v", name, start, err)
			}
		}
		for name, said := range want {
			if got[name] != said {
				t.Errorf("%s, the %s start:\n%s\nwant %s", name, start, got[name], said)
			}
		}
	}
	if kept.puts != 1 {
		t.Errorf("it was compiled %d times", kept.puts)
	}
}

// TestKeptAsksOPA: OPA looks at a later line of a rule first where it has an index of that,
// and does not come to what fails before it. So what fails in a plan is asked of OPA.
func TestKeptAsksOPA(t *testing.T) {
	t.Parallel()
	own := fstest.MapFS{"a.rego": {Data: []byte("package skillctl.user.a\n\nreasons contains {\"message\": \"never\"} if {\n\tto_number(input.request.cwd) == 1\n\tinput.request.agent == \"7\"\n}\n\nreasons contains {\"message\": \"said\"} if input.request.cwd\n")}}
	kept := newShelf()
	load := func() *Loader {
		return NewLoader(WithFilter(execFiles("strict")), WithOperator("own", own), WithKept(kept))
	}
	all := execInputs()
	inputs := map[string]any{"7": all["7"], "high": all["high"]}
	want, _ := answersTo(WithTopdown(t.Context()), t, load(), execEntry, inputs)
	if !strings.Contains(want["high"], `"message":"said"`) || !strings.Contains(want["7"], "to_number") {
		t.Errorf("OPA says %v", want)
	}
	for range 2 {
		if got, query := answersTo(t.Context(), t, load(), execEntry, inputs); !maps.Equal(got, want) || query.program == nil {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

// TestKeptIsNotCompiled: from the second start on OPA compiles nothing.
func TestKeptIsNotCompiled(t *testing.T) {
	t.Parallel()
	kept := newShelf()
	own := fstest.MapFS{"a.rego": {Data: []byte("package skillctl.user.a\n\nreasons contains {\"message\": \"no\"} if input.request.cwd == \"/srv/a\"\n")}}
	for start, compiled := range []bool{true, false, false} {
		answers, query := answersTo(t.Context(), t, NewLoader(WithFilter(execFiles("strict")), WithOperator("own", own), WithKept(kept)), execEntry, execInputs())
		if !strings.Contains(answers["high"], `"message":"no"`) {
			t.Errorf("start %d: %s", start, answers["high"])
		}
		if got := !reflect.ValueOf(query.prepared).IsZero(); got != compiled {
			t.Errorf("start %d: OPA compiled: %t", start, got)
		}
	}
}

// TestKeptIsOfTheseAlone: what is kept is of exactly these policies, tables, folders and
// parts of a set.
func TestKeptIsOfTheseAlone(t *testing.T) {
	t.Parallel()
	text := "package skillctl.user.a\n\nreasons contains {\"message\": \"no\"} if input.request.cwd == \"/srv/a\"\n"
	own := func(files map[string]string) fstest.MapFS {
		all := fstest.MapFS{"a.rego": {Data: []byte(text)}}
		for name, text := range files {
			all[name] = &fstest.MapFile{Data: []byte(text)}
		}
		return all
	}
	keys := map[string]string{}
	for name, loader := range map[string]*Loader{
		"as it is":         NewLoader(WithFilter(execFiles("strict")), WithOperator("own", own(nil))),
		"another text":     NewLoader(WithFilter(execFiles("strict")), WithOperator("own", own(map[string]string{"a.rego": text + "\n"}))),
		"one more":         NewLoader(WithFilter(execFiles("strict")), WithOperator("own", own(map[string]string{"b.rego": "package skillctl.user.lib.b\n"}))),
		"a table":          NewLoader(WithFilter(execFiles("strict")), WithOperator("own", own(map[string]string{"tables/mine.json": "{}"}))),
		"another table":    NewLoader(WithFilter(execFiles("strict")), WithOperator("own", own(map[string]string{"tables/mine.json": "[]"}))),
		"another folder":   NewLoader(WithFilter(execFiles("strict")), WithOperator("other", own(nil))),
		"another profile":  NewLoader(WithFilter(execFiles("openclaw")), WithOperator("own", own(nil))),
		"another question": NewLoader(WithFilter(func(file string) bool { return path.Dir(file) == "install" }), WithOperator("own", own(nil))),
	} {
		set, err := loader.Load()
		if err != nil {
			t.Fatal(err)
		}
		if other := keys[set.ownKey("")]; other != "" {
			t.Errorf("%s has the key of %s", name, other)
		}
		keys[set.ownKey("")] = name
	}
}

// TestKeptDamage: what was kept and is not whole, or is of something else, is compiled
// anew, and says the same.
func TestKeptDamage(t *testing.T) {
	t.Parallel()
	kept := newShelf()
	own := fstest.MapFS{"a.rego": {Data: []byte("package skillctl.user.a\n\nreasons contains {\"message\": \"no\"} if input.request.cwd == \"/srv/a\"\n")}}
	load := func() *Set {
		set, err := NewLoader(WithFilter(execFiles("strict")), WithOperator("own", own), WithKept(kept)).Load()
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	set := load()
	if _, err := set.Prepare(t.Context(), execEntry); err != nil {
		t.Fatal(err)
	}
	key := set.ownKey(set.answered()[0].entry())
	whole, ok := kept.Get(key)
	if !ok || load().plan(t.Context(), execEntry) == nil {
		t.Fatal("nothing is kept")
	}
	for name, text := range map[string][]byte{
		"empty": {}, "nothing is asked": []byte(nothing), "half": whole[:len(whole)/2], "without its end": whole[:len(whole)-1],
		"more behind": append(slices.Clone(whole), 0), "the format before": bytes.Replace(whole, []byte("skillctl plan "), []byte("skillctl plan 0"), 1),
		"of other policies": bytes.Replace(whole, []byte(key), []byte("sha256:"+strings.Repeat("0", 64)), 1),
		"of another entry":  bytes.Replace(whole, []byte("data.eval"), []byte("data.evil"), 1),
	} {
		kept.Put(key, text)
		if load().plan(t.Context(), execEntry) != nil {
			t.Errorf("%s: it is asked", name)
		}
	}
}

// TestKeptKinds: a profile, rules of lint and the gate are
// asked of what is kept as well.
func TestKeptKinds(t *testing.T) {
	t.Parallel()
	own := fstest.MapFS{
		"profile.rego": {Data: []byte("# METADATA\n# title: Own\n# custom:\n#   facts: [paths]\npackage skillctl.exec.profiles.own\n\nimport data.skillctl.exec.profiles.own_lib\n\nreasons contains {\"effect\": \"allow\", \"rule\": \"own\", \"message\": own_lib.text} if input.request.agent != \"high\"\n\ndetails := {\"a\": input.request.agent}\n\nboundary := {\"host\": \"gateway\"} if input.request.agent == \"low\"\n")},
		"lib.rego":     {Data: []byte("package skillctl.exec.profiles.own_lib\n\ntext := \"yes\"\n")},
		"gate.rego":    {Data: []byte("package skillctl.user.install.gate\n\nreasons contains {\"effect\": \"warn\", \"message\": input.request.host} if input.request\n")},
		"finds.rego":   {Data: []byte("package skillctl.user.lint.finds.more\n\nfindings contains {\"message\": sprintf(\"in %s\", [input.skill.dir])} if input.skill.dir\n")},
		"found.rego":   {Data: []byte("package skillctl.user.lint.found\n\nfindings contains \"text\" if input.skill\n")},
	}
	lintFiles := func(file string) bool {
		return strings.HasPrefix(file, "lint/") || strings.HasPrefix(file, "lib/") || strings.HasPrefix(file, "rules/spec/name-format/") || strings.HasPrefix(file, "rules/user/")
	}
	skill := func(name string) any {
		return map[string]any{"kind": "skill", "hosts": []any{"openclaw"}, "options": map[string]any{}, "skill": map[string]any{
			"dir": name, "front": map[string]any{"fields": map[string]any{"name": map[string]any{"value": name}}},
			"manifest": map[string]any{"file": "SKILL.md"}, "body": map[string]any{"commands": []any{}, "flows": []any{}, "links": []any{}},
		}}
	}
	inputs := execInputs()
	for _, input := range inputs {
		input.(map[string]any)["profile"] = "own"
	}
	for _, c := range []struct {
		name, entry string
		files       func(string) bool
		inputs      map[string]any
		part        string
		kept        int
	}{
		{"profile", execEntry, execFiles("own"), inputs, `"message":"yes"`, 3},
		{"gate", "data.skillctl.install.decision", func(file string) bool {
			return path.Dir(file) == "install" || file == "lib/effect.rego" || file == "lib/exec/environment.rego" || file == "lint/verdict.rego"
		}, map[string]any{"a": map[string]any{"request": map[string]any{"host": "openclaw", "source": map[string]any{"kind": "local-path"}}, "settings": map[string]any{}, "skills": []any{}}}, `"message":"openclaw"`, 1},
		{"lint", "data.skillctl.lint.findings", lintFiles, map[string]any{"a": skill("Upper"), "b": skill("lower")}, `"rule":"user/finds-more"`, 2},
	} {
		kept := newShelf()
		load := func() *Loader { return NewLoader(WithFilter(c.files), WithOperator("own", own), WithKept(kept)) }
		want, _ := answersTo(WithTopdown(t.Context()), t, load(), c.entry, c.inputs)
		if !slices.ContainsFunc(slices.Collect(maps.Values(want)), func(said string) bool { return strings.Contains(said, c.part) }) {
			t.Errorf("%s: %v; want it to say %s", c.name, want, c.part)
		}
		for _, start := range []string{"first", "second"} {
			got, query := answersTo(t.Context(), t, load(), c.entry, c.inputs)
			if query.program == nil || !maps.Equal(got, want) {
				t.Errorf("%s, the %s start: %v; want %v", c.name, start, got, want)
			}
		}
		if kept.puts != c.kept {
			t.Errorf("%s: %d rules were kept, want %d", c.name, kept.puts, c.kept)
		}
	}
}

// TestNotKept: mistakes are told each time, and what a plan might say in another way than
// OPA is not kept.
func TestNotKept(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, wrong string }{
		"a field that there is not": {"package skillctl.user.a\n\nreasons contains 1 if input.exce\n", `input has no field "exce"`},
		"a cycle":                   {"package skillctl.user.a\n\nreasons contains 1 if data.skillctl.exec.user_effect == \"ask\"\n", "rules depend on each other in a cycle"},
		"an index":                  {"package skillctl.user.a\n\nreasons contains {\"message\": \"x\"} if {\n\tsome k in [\"a\", \"b\"]\n\tlist := [n | some c in input.facts.commands; c.base == k; n := to_number(c.text)]\n\tcount(list) > 0\n}\n", ""},
	} {
		kept := newShelf()
		own := fstest.MapFS{"a.rego": {Data: []byte(c.text)}}
		for range 2 {
			set, err := NewLoader(WithFilter(execFiles("strict")), WithOperator("own", own), WithKept(kept)).Load()
			if err != nil {
				t.Fatal(err)
			}
			_, err = set.Prepare(t.Context(), execEntry)
			if got := fmt.Sprint(err); c.wrong == "" && err != nil || !strings.Contains(got, c.wrong) {
				t.Errorf("%s: %s; want %q", name, got, c.wrong)
			}
		}
		if kept.puts != 0 {
			t.Errorf("%s: it is kept", name)
		}
	}
}

// TestOursLookAtAnswers: what ships with skillctl looks at policies of an operator in ways
// that [answersOf] knows: no other rule of these would be there in what is kept.
func TestOursLookAtAnswers(t *testing.T) {
	t.Parallel()
	modules, _ := ours(t)
	known := map[string][]string{
		"exec/exec.rego": {
			"skillctl.exec.operator.reasons", "skillctl.exec.profiles.*.boundary", "skillctl.exec.profiles.*.details", "skillctl.exec.profiles.*.offers",
			"skillctl.exec.profiles.*.reasons",
		},
		"exec/boundary_refuse.rego": {"skillctl.exec.profiles.*.boundary"},
		"install/install.rego":      {"skillctl.install.operator.reasons"},
		"lint/lint.rego":            {"skillctl.rules.*.*.findings"},
	}
	for name, module := range modules {
		if isPolicy(name) {
			if got := looksAtOwn(module); !slices.Equal(got, known[name]) {
				t.Errorf("%s looks at %v, want %v", name, got, known[name])
			}
		}
	}
}

// looksAtOwn are the references of a module that may lead to something of an operator's.
func looksAtOwn(module *ast.Module) []string {
	found := map[string]bool{}
	look := func(ref ast.Ref) bool {
		if ref.HasPrefix(ast.DefaultRootRef) && slices.ContainsFunc([]string{
			"data.skillctl.user", "data.skillctl.exec.operator", "data.skillctl.install.operator", "data.skillctl.rules.user.x",
			"data.skillctl.exec.profiles.own_one",
		}, func(path string) bool { return leads(ref, ast.MustParseRef(path)) }) {
			found[formOfRef(ref)] = true
		}
		return false
	}
	// Its package leads to no more than its rules do.
	for _, imported := range module.Imports {
		ast.WalkRefs(imported, look)
	}
	for _, rule := range module.Rules {
		ast.WalkRefs(rule, look)
	}
	return slices.Sorted(maps.Keys(found))
}

// formOfRef is a reference with a star for each variable, as far as an answer is named.
func formOfRef(ref ast.Ref) string {
	var names []string
	for _, term := range ref[1:min(len(ref), 6)] {
		if name, ok := term.Value.(ast.String); ok {
			names = append(names, string(name))
		} else {
			names = append(names, "*")
		}
	}
	form := strings.Join(names, ".")
	for _, prefix := range []string{"skillctl.exec.operator.reasons", "skillctl.install.operator.reasons"} {
		if strings.HasPrefix(form, prefix) {
			return prefix
		}
	}
	return form
}

// BenchmarkOperator readies the policies of an operator, and asks them once: for the first
// time, from what was kept, and as OPA does.
func BenchmarkOperator(b *testing.B) {
	own := fstest.MapFS{"a.rego": {Data: []byte("package skillctl.user.a\n\nreasons contains {\"message\": \"no\"} if {\n\tsome command in input.facts.commands\n\tcommand.base == \"git\"\n\t\"push\" in command.argv\n}\n")}}
	input := execInputs()["high"]
	ask := func(b *testing.B, ctx context.Context, kept Kept) {
		query, err := NewLoader(WithFilter(execFiles("strict")), WithOperator("own", own), WithKept(kept)).Prepare(ctx, execEntry, execEntry, nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := query.Eval(ctx, input); err != nil {
			b.Fatal(err)
		}
	}
	later := newShelf()
	ask(b, b.Context(), later)
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			ask(b, b.Context(), newShelf())
		}
	})
	b.Run("later", func(b *testing.B) {
		for b.Loop() {
			ask(b, b.Context(), later)
		}
	})
	b.Run("topdown", func(b *testing.B) {
		for b.Loop() {
			ask(b, WithTopdown(b.Context()), nil)
		}
	})
}
