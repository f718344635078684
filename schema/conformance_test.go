package schema

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/test/vectors"
)

// row is one document of the conformance suite and what OpenClaw says of it.
type row struct {
	ID     string `json:"id"`
	Config string `json:"config"`
	Valid  bool   `json:"valid"`
	Issues []struct {
		Path string `json:"path"`
	} `json:"issues"`
}

// TestOpenClawConformance wants the verdict and the paths of OpenClaw for every
// recorded document that is plain JSON. Reading JSON5 is not this package's
// work; the whole suite runs through the engine.
func TestOpenClawConformance(t *testing.T) {
	s := New()
	rows, read := vectors.Read[row](t, "openclaw-config"), 0
	for _, r := range rows {
		var doc any
		if err := json.Unmarshal([]byte(r.Config), &doc); err != nil {
			continue
		}
		read++
		var want []string
		for _, i := range r.Issues {
			want = append(want, i.Path)
		}
		slices.Sort(want)
		got := HostPaths(doc, s.Validate(OpenClaw, doc))
		if diff := cmp.Diff(slices.Compact(want), got); diff != "" {
			t.Errorf("%s: %s", r.ID, diff)
		}
		if r.Valid != (got == nil) {
			t.Errorf("%s: valid is %v, want %v", r.ID, got == nil, r.Valid)
		}
	}
	if read < len(rows)-2 || read < 70 {
		t.Errorf("only %d of %d rows could be read", read, len(rows))
	}
}

// TestHostPaths covers what the recorded documents do not.
func TestHostPaths(t *testing.T) {
	for text, want := range map[string][]string{
		`{"agents":{"list":[{"id":"a"}]}}`:                                                                                       nil,
		`{"agents":{"list":[]}}`:                                                                                                 nil,
		`{"agents":{"entries":{}}}`:                                                                                              nil,
		`{"agents":{"list":[{"id":"a","skills":"x"}]}}`:                                                                          {"agents.entries.a.skills"},
		`{"agents":{"list":[{"id":"a","foo":1}]}}`:                                                                               {"agents.entries.a"},
		`{"agents":{"list":[{"name":"a"}]}}`:                                                                                     {"agents"},
		`{"agents":{"list":[{"id":"A b"}]}}`:                                                                                     {"agents"},
		`{"agents":{"list":[{"id":"a"},{"id":"a"}]}}`:                                                                            {"agents"},
		`{"agents":{"list":{"id":"a"}}}`:                                                                                         {"agents"},
		`{"agents":{"list":[{"id":"a","default":true},{"id":"b","default":true}]}}`:                                              {"agents.entries"},
		`{"agents":{"list":[{"id":"a","default":true},{"id":"b"}]}}`:                                                             nil,
		`{"agents":{"entries":{"a":{},"b":{}}}}`:                                                                                 {"agents.ownership"},
		`{"agents":{"entries":{"a":{},"b":{}},"ownership":"explicit"}}`:                                                          nil,
		`{"agents":{"entries":{"a":{"default":true}},"ownership":"explicit"}}`:                                                   {"agents.ownership"},
		`{"agents":{"entries":{},"ownership":"explicit"}}`:                                                                       {"agents.entries"},
		`{"agents":{"entries":{"a":{},"A":{}},"ownership":"explicit"}}`:                                                          {"agents.entries.a"},
		`{"agents":{"ownership":"implicit"}}`:                                                                                    {"agents.ownership"},
		`{"skills":{"entries":{"a":{"apiKey":{"source":"env","provider":"p"}}}}}`:                                                {"skills.entries.a.apiKey"},
		`{"skills":{"entries":{"a":{"apiKey":{"source":"env","provider":"p","id":"low"}}}}}`:                                     {"skills.entries.a.apiKey.id"},
		`{"skills":{"entries":{"a":{"apiKey":{"source":"vault","provider":"p","id":"X"}}}}}`:                                     {"skills.entries.a.apiKey"},
		`{"skills":{"entries":{"a":{"apiKey":5}}}}`:                                                                              {"skills.entries.a.apiKey"},
		`{"skills":{"limits":{"maxSkillFileBytes":1e3}}}`:                                                                        nil,
		`{"skills":{"limits":{"maxSkillFileBytes":9007199254740992}}}`:                                                           {"skills.limits.maxSkillFileBytes"},
		`{"agents":{"defaults":{"sandbox":{"docker":{"network":"container:x"}}}}}`:                                               {"agents.defaults.sandbox.docker.network"},
		`{"agents":{"defaults":{"sandbox":{"docker":{"network":"container:x","dangerouslyAllowContainerNamespaceJoin":true}}}}}`: nil,
		`{"agents":{"defaults":{"sandbox":{"browser":{"network":"Container:x"}}}}}`:                                              {"agents.defaults.sandbox.browser.network"},
		`{"agents":{"defaults":{"sandbox":{"docker":{"apparmorProfile":" Unconfined"}}}}}`:                                       {"agents.defaults.sandbox.docker.apparmorProfile"},
		`{"agents":{"defaults":{"sandbox":{"docker":{"binds":["C:\\x:/y","//?/UNC/h/s:/y","//?/x:/y"]}}}}}`:                      {"agents.defaults.sandbox.docker.binds.2"},
		`{"agents":{"defaults":{"sandbox":{"docker":{"ulimits":{"n":{"soft":-1}}}}}}}`:                                           {"agents.defaults.sandbox.docker.ulimits.n.soft"},
		`{"agents":{"defaults":{"sandbox":{"docker":{"ulimits":{"n":{"soft":"x"}}}}}}}`:                                          {"agents.defaults.sandbox.docker.ulimits.n"},
		`{"agents":{"defaults":{"sandbox":{"docker":{"setupCommand":["a",1]}}}}}`:                                                {"agents.defaults.sandbox.docker.setupCommand"},
		`{"tools":{"exec":{"timeoutSec":5}}}`:                                                                                    {"tools.exec"},
		`{"tools":{"exec":{"mode":"ask","ask":"off","foo":1}}}`:                                                                  {"tools.exec", "tools.exec.mode"},
		`{"tools":{"allow":[],"alsoAllow":["b"]}}`:                                                                               nil,
		`{"tools":{"sandbox":{"tools":{"allow":["a"],"alsoAllow":["b"]}}}}`:                                                      {"tools.sandbox.tools"},
		`{"agents":{"entries":{"a":{"tools":{"byProvider":{"p":{"allow":["a"],"alsoAllow":["b"]}}}}}}}`:                          {"agents.entries.a.tools.byProvider.p"},
		`{"agents":{"entries":{"a":{"tools":{"exec":{"mode":"ask","security":"deny"}}}}}}`:                                       {"agents.entries.a.tools.exec.mode"},
		`null`: {"<root>"},
	} {
		var doc any
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		vs := New().Validate(OpenClaw, doc)
		if diff := cmp.Diff(want, HostPaths(doc, vs)); diff != "" {
			t.Errorf("%s: %s\n%v", text, diff, vs)
		}
	}
}
