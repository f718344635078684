package main

import (
	"testing"

	"github.com/skillctl/skillctl/engine/policy/plan"
	"github.com/skillctl/skillctl/policies"
)

// TestGenerated: compiling the policies anew gives what is embedded. Where this fails,
// run go generate ./policies: until then OPA compiles what is asked, as if nothing were
// embedded.
func TestGenerated(t *testing.T) {
	t.Parallel()
	want, err := compiled(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := policies.Plan(); got != want {
		t.Errorf("policies/plan.bin is not what the policies are compiled to (%d bytes, want %d): run go generate ./policies", len(got), len(want))
	}
	image, err := plan.Open(want)
	if err != nil {
		t.Fatal(err)
	}
	if len(image.Header().Tables) == 0 {
		t.Error("a policy looks at data besides its tables, so that all tables are read whenever one is asked")
	}
}
