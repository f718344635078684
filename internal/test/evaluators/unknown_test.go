package evaluators

import (
	"math/rand/v2"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/internal/test/fixture"
	"github.com/skillctl/skillctl/internal/test/unknown"
)

// TestUnknownWords: of words that are known only when they run both evaluators say the
// same.
func TestUnknownWords(t *testing.T) {
	t.Parallel()
	programs, err := unknown.Programs()
	if err != nil {
		t.Fatal(err)
	}
	comparison := &policy.Comparison{}
	ctx := policy.WithComparison(t.Context(), comparison)
	decider := exec.New()
	for n := range fixture.Size(25, 3000) {
		random := rand.New(rand.NewPCG(uint64(n), 9))
		program := programs[random.IntN(len(programs))]
		for !program.Reads && random.IntN(3) > 0 {
			program = programs[random.IntN(len(programs))]
		}
		text := program.Command(random)
		settings := engine.PlainSettings{}
		if random.IntN(2) == 0 {
			settings["exec"] = map[string]any{"security": "allowlist", "ask": "on-miss", "allowlist": []any{program.Name}}
		}
		got, err := decider.Decide(ctx, exec.Request{Exec: exec.Invocation{
			Command: text, Cwd: "/nowhere/work", Unenclosed: random.IntN(2) == 0,
			Inherited: map[string]string{"PATH": "/usr/bin:/bin", "HOME": "/nowhere", "X": "x"},
		}}, settings)
		if err != nil {
			t.Fatal(err)
		}
		for _, reason := range got.Reasons {
			if reason.Rule == "exec/policy" {
				t.Errorf("%q: %s", text, reason.Message)
			}
		}
	}
	told(t, comparison, "data.skillctl.exec.decision")
}
