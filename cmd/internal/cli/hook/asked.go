package hook

import (
	"context"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/hook"
)

// Question is a call of a tool that another command wants judged.
type Question struct {
	// Agent is who asks, for the record: "mcp:claude-code".
	Agent string
	Call  *hook.Call
	kit.PolicyFlags
}

// Judge decides a call as hook does, and records the answer. A once-approval that lets it
// pass is used up.
func Judge(ctx context.Context, f *kit.Factory, q Question) (engine.Decision, error) {
	j := &judge{
		hookOptions: &hookOptions{factory: f, PolicyFlags: q.PolicyFlags}, client: &hook.Client{Name: q.Agent, Title: q.Agent}, call: q.Call,
	}
	return j.decide(ctx)
}
