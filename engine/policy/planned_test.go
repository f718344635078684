package policy

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skillctl/skillctl/policies"
)

// TestPlanned: what ships is answered by its plan, for every entry point.
func TestPlanned(t *testing.T) {
	t.Parallel()
	set, err := NewLoader().Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range Entries() {
		if set.plan(t.Context(), entry) == nil {
			t.Errorf("no plan answers %s", entry)
		}
		if set.plan(WithTopdown(t.Context()), entry) != nil {
			t.Errorf("a plan answers %s where OPA is to", entry)
		}
	}
	if set.plan(t.Context(), "data.skillctl.exec.profiles.strict.reasons") != nil {
		t.Error("a plan answers what it was not made for")
	}
}

// TestNotPlanned: nothing that was compiled before answers for policies that are not
// exactly those that it was compiled from.
func TestNotPlanned(t *testing.T) {
	t.Parallel()
	own := fstest.MapFS{"own.rego": {Data: []byte("package skillctl.user.own\n\nreasons contains {\"effect\": \"deny\", \"message\": \"no\"}\n")}}
	for name, loader := range map[string]*Loader{
		"with an operator's": NewLoader(WithOperator("own", own)),
		"with a source":      NewLoader(WithSource("own", own)),
		"replaced":           NewLoader(WithFiles(policies.FS())),
	} {
		set, err := loader.Load()
		if err != nil {
			t.Fatal(err)
		}
		if set.plan(t.Context(), "data.skillctl.exec.decision") != nil {
			t.Errorf("%s: a plan answers", name)
		}
	}
	changed := &Loader{files: fstest.MapFS{"hook/hook.rego": {Data: []byte("package skillctl.hook\n\ndecision := 1\n")}}, unchecked: true}
	set, err := changed.ready().Load()
	if err != nil {
		t.Fatal(err)
	}
	if set.image != nil {
		t.Error("a plan answers for policies that were changed since")
	}
}

// TestPlannedMetadata: what the image keeps of METADATA is what the policies say.
func TestPlannedMetadata(t *testing.T) {
	t.Parallel()
	set, err := NewLoader().Load()
	if err != nil {
		t.Fatal(err)
	}
	got, err := set.Metadata()
	if err != nil {
		t.Fatal(err)
	}
	set.image = nil
	want, err := set.Metadata()
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) || len(got) < 100 {
		t.Fatalf("%d, want %d", len(got), len(want))
	}
	for i := range want {
		a, err := json.Marshal(got[i])
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(want[i])
		if err != nil {
			t.Fatal(err)
		}
		if string(a) != string(b) {
			t.Errorf("%s\nwant %s", a, b)
		}
	}
}

// FuzzEvaluators asks both evaluators about inputs that nobody wrote policies for.
func FuzzEvaluators(f *testing.F) {
	f.Add(uint8(0), `{"client": "claude-code", "call": {"kind": "shell", "command": "ls"}, "judged": [], "typed": [], "settings": {}}`)
	f.Add(uint8(1), `{"kind": "exec", "profile": "strict", "request": {"argv": ["ls"]}, "settings": {"exec": {"security": "allowlist"}}, "said": [], "facts": {"commands": [{"argv": ["ls"], "base": "ls"}]}}`)
	f.Add(uint8(2), `{"request": {"host": "openclaw", "source": {"kind": "local-path"}}, "settings": {}, "skills": [{"findings": []}]}`)
	f.Add(uint8(3), `{"kind": "skill", "hosts": ["openclaw"], "skill": {"front": {"fields": {"name": {"value": "X"}}}, "body": {"commands": [], "links": []}}, "options": {}}`)
	entries := []string{"data.skillctl.hook.decision", "data.skillctl.exec.decision", "data.skillctl.install.decision", "data.skillctl.lint.findings"}
	loader := NewLoader()
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		var input any
		if decoder.Decode(&input) != nil {
			return
		}
		comparison := &Comparison{}
		ctx := WithComparison(t.Context(), comparison)
		entry := entries[int(which)%len(entries)]
		query, err := loader.Prepare(ctx, entry, entry, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = query.Eval(ctx, input)
		if comparison.Asked()[entry] == 0 {
			t.Fatalf("no plan answers %s", entry)
		}
		for _, one := range comparison.Differ() {
			t.Errorf("they differ: %s", one)
		}
	})
}
