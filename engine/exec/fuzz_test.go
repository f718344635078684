package exec_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/internal/test/fixture"
	"github.com/skillctl/skillctl/internal/test/vectors"
)

// commandsOf returns the commands of a conformance suite and the programs that its
// allow-list names.
func commandsOf(tb testing.TB, suite string) (commands []string, lists [][]string) {
	tb.Helper()
	type row struct {
		Command             string
		Programs, Allowlist []string
	}
	for _, r := range vectors.Read[row](tb, suite) {
		commands, lists = append(commands, r.Command), append(lists, append(r.Programs, r.Allowlist...))
	}
	return commands, lists
}

// FuzzDecide wants every text to get an answer that the policies themselves
// give, the same each time, and entries of the allow-list to only ever loosen.
func FuzzDecide(f *testing.F) {
	for _, suite := range []string{"idioms", "harmless-2", "bypass", "bypass-2"} {
		commands, lists := commandsOf(f, suite)
		for i := 0; i < len(commands); i += fixture.Size(20, 1) {
			f.Add(commands[i], strings.Join(lists[i], " "))
		}
	}
	d := sharedDecider()
	f.Fuzz(func(t *testing.T, command, names string) {
		list := strings.Fields(names)
		got := answerOf(t, d, command, list)
		if again := answerOf(t, d, command, list); written(t, got) != written(t, again) {
			t.Errorf("%q: two answers", command)
		}
		if len(list) == 0 {
			return
		}
		if fewer := answerOf(t, d, command, list[1:]); fewer.Effect.Rank() < got.Effect.Rank() {
			t.Errorf("%q: %s with %q, but %s without %q", command, got.Effect, list, fewer.Effect, list[0])
		}
	})
}

func answerOf(t *testing.T, d *exec.Decider, command string, list []string) engine.Decision {
	t.Helper()
	got, err := d.Decide(context.Background(), request(command), execSettings(named(list...)))
	if err != nil {
		t.Fatal(err)
	}
	if got.Reasons[0].Rule == "exec/policy" || got.Reasons[0].Rule == "exec/silence" {
		t.Errorf("%q under %q: %s", command, list, got.Reasons[0].Message)
	}
	if got.Effect == engine.Allow && len(list) == 0 && strings.Contains(got.Reasons[0].Message, "allow-list names") {
		t.Errorf("%q: an empty list names something", command)
	}
	return got
}

func written(t *testing.T, decision engine.Decision) string {
	t.Helper()
	text, err := json.Marshal(decision)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestDecideMonotone wants, over the rows of the suites: another entry in the
// allow-list never turns allow into a refusal, and neither does a policy that
// denies ever turn a refusal into allow.
func TestDecideMonotone(t *testing.T) {
	t.Parallel()
	plain, tightened := sharedDecider(), exec.New(policy.WithOperator("own", denyPushes()))
	allowed, every := 0, fixture.Size(50, 5)
	for _, suite := range []string{"idioms", "harmless-2", "bypass", "bypass-2"} {
		commands, lists := commandsOf(t, suite)
		for i := 0; i < len(commands); i += every {
			before := answerOf(t, plain, commands[i], lists[i])
			if before.Effect == engine.Allow {
				allowed++
			}
			for _, more := range []string{"curl", "*", "/usr/bin/*", "python3*", "zzz"} {
				after := answerOf(t, plain, commands[i], append([]string{more}, lists[i]...))
				if after.Effect.Rank() > before.Effect.Rank() {
					t.Errorf("%q under %q: %s, and with %q %s: %s", commands[i], lists[i], before.Effect, more, after.Effect, after.Reasons[0].Message)
				}
			}
			if after := answerOf(t, tightened, commands[i], lists[i]); after.Effect.Rank() < before.Effect.Rank() {
				t.Errorf("%q: %s, but %s with a policy that denies", commands[i], before.Effect, after.Effect)
			}
		}
	}
	if allowed*every < 500 {
		t.Errorf("only %d rows were allowed at all", allowed)
	}
}
