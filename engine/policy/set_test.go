package policy_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine/policy"
)

const greeting = `# METADATA
# title: Greeting
# description: says hello
# custom:
#   severity: low
package skillctl.greet

answer := concat(" ", [data.skillctl.tables.words.hello, input.name])
`

func tree(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func TestEval(t *testing.T) {
	t.Parallel()
	fsys := tree(map[string]string{"a/greet.rego": greeting, "tables/words.json": `{"hello": "hello"}`})
	set, err := policy.Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	query, err := set.Prepare(context.Background(), "data.skillctl.greet.answer")
	if err != nil {
		t.Fatal(err)
	}
	var got string
	if err := query.EvalInto(context.Background(), struct {
		Name string `json:"name"`
	}{"you"}, &got); err != nil {
		t.Fatal(err)
	}
	if got != "hello you" {
		t.Errorf("got %q", got)
	}
	if _, err := query.Eval(context.Background(), map[string]any{}); !errors.Is(err, policy.ErrUndefined) {
		t.Errorf("without an input: got error %v, want %v", err, policy.ErrUndefined)
	}
}

func TestMetadata(t *testing.T) {
	t.Parallel()
	set, err := policy.Load(tree(map[string]string{
		"a/greet.rego":      greeting,
		"a/greet_test.rego": "package skillctl.greet_test\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	want := []policy.Metadata{{
		File: "a/greet.rego", Package: []string{"skillctl", "greet"},
		Title: "Greeting", Description: "says hello", Custom: map[string]any{"severity": "low"},
	}}
	got, err := set.Metadata()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPoliciesCannotReachOut(t *testing.T) {
	t.Parallel()
	for _, call := range []string{
		`http.send({"method": "get", "url": "http://127.0.0.1"})`,
		`net.lookup_ip_addr("localhost")`,
		`opa.runtime()`,
		`rego.parse_module("a", "package a")`,
		`time.now_ns()`,
		`rand.intn("a", 9)`,
		`uuid.rfc4122("a")`,
	} {
		t.Run(call, func(t *testing.T) {
			t.Parallel()
			set, err := policy.Load(tree(map[string]string{"x.rego": "package x\n\nanswer := " + call + "\n"}))
			if err == nil {
				_, err = set.Prepare(context.Background(), "data.x.answer")
			}
			if err == nil || !strings.Contains(err.Error(), "may not be called") || !strings.Contains(err.Error(), "x.rego:3") {
				t.Errorf("got %v, want that it may not be called, at x.rego:3", err)
			}
		})
	}
}

func TestDigest(t *testing.T) {
	t.Parallel()
	load := func(files map[string]string, opts ...policy.Option) string {
		t.Helper()
		set, err := policy.Load(tree(files), opts...)
		if err != nil {
			t.Fatal(err)
		}
		return set.Digest()
	}
	base := load(map[string]string{"a.rego": greeting, "tables/words.json": `{}`})
	if got := load(map[string]string{"a.rego": greeting, "tables/words.json": `{}`, "a_test.rego": "package t\n", "README.md": "x"}); got != base {
		t.Error("tests and documentation change the digest")
	}
	if got := load(map[string]string{"a.rego": greeting, "tables/words.json": `{}`}, policy.WithFilter(func(string) bool { return false })); got != base {
		t.Error("the filter changes the digest")
	}
	for name, files := range map[string]map[string]string{
		"policy": {"a.rego": greeting + "\n", "tables/words.json": `{}`},
		"table":  {"a.rego": greeting, "tables/words.json": `{ }`},
		"name":   {"b.rego": greeting, "tables/words.json": `{}`},
	} {
		if load(files) == base {
			t.Errorf("another %s has the same digest", name)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ file, text, want string }{
		"policy": {"a/b.rego", "package x\n\nanswer :=\n", "a/b.rego:"},
		"table":  {"tables/x.json", "{", `read table "tables/x.json"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set, err := policy.Load(tree(map[string]string{test.file: test.text}))
			if err == nil {
				_, err = set.Metadata()
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want it to name %s", err, test.want)
			}
		})
	}
}

func TestEvalError(t *testing.T) {
	t.Parallel()
	set, err := policy.Load(tree(map[string]string{"x.rego": "package x\n\nanswer := 1 / input.n\n"}))
	if err != nil {
		t.Fatal(err)
	}
	query, err := set.Prepare(context.Background(), "data.x.answer")
	if err != nil {
		t.Fatal(err)
	}
	_, err = query.Eval(context.Background(), map[string]any{"n": 0})
	if err == nil || !strings.Contains(err.Error(), "x.rego:3") {
		t.Errorf("got %v, want an error that names x.rego:3", err)
	}
}
