package doctor

import (
	"encoding/json"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/engine/setup"
)

// TestHostileEvent: the event that is sent through the hook of each agent is one that its
// client reads as the hostile command.
func TestHostileEvent(t *testing.T) {
	t.Parallel()
	for name := range setup.Agents() {
		client, err := hook.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		attack := hostile()
		text, err := hostileEvent(client, t.TempDir(), attack)
		if err != nil {
			t.Fatal(err)
		}
		var event map[string]any
		if err := json.Unmarshal(text, &event); err != nil {
			t.Fatal(err)
		}
		call, err := client.Read(event)
		if err != nil || !call.Known || call.Kind != "shell" || call.Command != attack || len(call.Odd) > 0 {
			t.Errorf("%s reads %s as %+v (%v)", name, text, call, err)
		}
	}
}

// TestReplyEffect: only an answer in the form of skillctl is one of skillctl.
func TestReplyEffect(t *testing.T) {
	t.Parallel()
	ask := `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"skillctl asks: it fetches (say so) [exec.x] <exec/strict/net>"}}`
	for _, c := range []struct {
		reply  reply
		effect engine.Effect
		rule   string
	}{
		{reply{2, "", "skillctl denies this: curl feeds sh <exec/strict/pipe>; more <exec/b>\n"}, engine.Deny, "exec/strict/pipe"},
		{reply{2, "", "warning\nskillctl asks: it fetches <exec/net>"}, engine.Deny, "exec/net"},
		{reply{2, "", "skillctl denies this: long and ..."}, engine.Deny, ""},
		{reply{0, ask, ""}, engine.Ask, "exec/strict/net"},
		{reply{0, `{"permissionDecision":"deny","permissionDecisionReason":"skillctl denies this: x <a/b>"}`, ""}, engine.Deny, "a/b"},
		{reply{2, "", "no"}, "", ""},
		{reply{2, "", ""}, "", ""},
		{reply{2, "", "skillctl hook failed (127)"}, "", ""},
		{reply{2, "", "skillctl denies this: without a rule"}, "", ""},
		{reply{2, "skillctl denies this: x <a/b>", ""}, "", ""},
		{reply{0, "", "skillctl denies this: x <a/b>"}, "", ""},
		{reply{0, `{"permissionDecision":"deny"}`, ""}, "", ""},
		{reply{0, `{"permissionDecision":"allow","permissionDecisionReason":"skillctl denies this: x <a/b>"}`, ""}, "", ""},
		{reply{0, ask + "x", ""}, "", ""},
		{reply{0, `echo "deny" "ask"`, ""}, "", ""},
		{reply{1, ask, "skillctl denies this: x <a/b>"}, "", ""},
	} {
		if effect, rule := c.reply.effect(); effect != c.effect || rule != c.rule {
			t.Errorf("%+v is %q by %q; want %q by %q", c.reply, effect, rule, c.effect, c.rule)
		}
	}
}
