package engine_test

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/skillctl/skillctl/engine"
)

func TestDecideSecurityDeny(t *testing.T) {
	t.Parallel()
	d := engine.NewDecider()
	got, err := d.Decide(context.Background(), engine.Request{Exec: engine.ExecRequest{Command: "ls", Cwd: "/"}},
		engine.PlainSettings{"exec": map[string]any{"security": "deny"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", got)
	_ = fstest.MapFS{}
}
