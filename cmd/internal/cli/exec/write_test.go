package exec

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/schema"
)

// TestExplanationShape holds what --json writes to its schema, for every profile.
func TestExplanationShape(t *testing.T) {
	t.Parallel()
	decider, s := exec.New(), schema.New()
	profiles, err := decider.Profiles()
	if err != nil || len(profiles) < 5 {
		t.Fatalf("profiles %v, %v", profiles, err)
	}
	for _, profile := range profiles {
		for _, command := range []string{
			"ls", "if", "", "sudo env A=1 ls -l > x 2>&1", "cat <<'E' | sh\nid\nE", "python3 -c 'x' \"$Y\" `date`", "rm -rf \u202e/ \x00", "test -v 'a[$(id)]'", "eval \"$X\"; a=(1 2); f() { ls; }; f",
		} {
			got, err := decider.Explain(context.Background(), exec.Request{Profile: profile, Exec: exec.Invocation{Command: command, Cwd: "/nowhere"}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			text, err := format.JSONValue(explainedOf(got))
			if err != nil {
				t.Fatal(err)
			}
			decoder := json.NewDecoder(bytes.NewReader(text))
			decoder.UseNumber()
			var value any
			if err := decoder.Decode(&value); err != nil {
				t.Fatal(err)
			}
			for _, v := range s.Validate(schema.Explanation, kit.SchemaValue(value)) {
				t.Errorf("%s: %q: %s: %s", profile, command, schema.PathString(v.Path), v.Message)
			}
		}
	}
}
