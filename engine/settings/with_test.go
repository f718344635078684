package settings_test

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestWith(t *testing.T) {
	root := tree(t, map[string]string{"project/skillctl.yaml": "exec: {security: allowlist}\npolicies: {dirs: [a]}\n"})
	base, err := load(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := base.With("stdin", map[string]any{
		"exec": map[string]any{"ask": "off", "allowlist": []any{"git"}}, "zeroclaw": map[string]any{"max_actions_per_hour": json.Number("3")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got.Exec.Ask != "off" || got.Exec.Security != "allowlist" || len(got.Exec.Allowlist) != 1 || len(got.Policies.Dirs) != 1 {
		t.Errorf("merged: %+v %+v", got.Exec, got.Policies)
	}
	if place, ok := got.Origin("exec", "ask"); !ok || place.String() != "stdin" {
		t.Errorf("exec.ask is said to come from %q", place)
	}
	if base.Exec.Ask != "on-miss" || len(base.Exec.Allowlist) > 0 {
		t.Errorf("the settings below have changed: %+v", base.Exec)
	}
	for name, c := range map[string]struct {
		value map[string]any
		want  string
	}{
		"a clash":        {map[string]any{"exec": map[string]any{"security": "full"}}, "skillctl.yaml:1:18"},
		"an unknown key": {map[string]any{"exec": map[string]any{"allowlst": []any{}}}, `unknown key "allowlst"`},
		"a wrong value":  {map[string]any{"exec": map[string]any{"ask": json.Number("1")}}, "ask must be"},
		"a large number": {map[string]any{"zeroclaw": map[string]any{"max_actions_per_hour": json.Number("1e999")}}, "max_actions_per_hour must be"},
	} {
		if _, err := base.With("stdin", c.value); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", name, err, c.want)
		}
	}
}
