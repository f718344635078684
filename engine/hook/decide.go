package hook

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
)

// Question is what the policies are asked: #HookInput of schema/hook.cue.
type Question struct {
	Client string `json:"client"`
	Call   *Call  `json:"call"`
	// Settings are the part "hook" of the settings.
	Settings any `json:"settings"`
	// Judged are the decisions of exec on the command, or on each file.
	Judged []Judged `json:"judged"`
	// Typed are the programs of the command that read what is typed into them.
	Typed []string `json:"typed"`
	// Skill is what lint says of the skill that would be used, nil for no skill.
	Skill *Skill `json:"skill"`
	// Described is what a server says of itself to a model, nil where nothing is said.
	Described *Described `json:"described"`
}

// Described is a text of a server that its clients show to a model, and what is known of
// it.
type Described struct {
	Server string `json:"server"`
	// What is "tool", "prompt", "resource", "template", "instructions", or "command" for
	// how the server is started.
	What string `json:"what"`
	Name string `json:"name"`
	// State is "pinned" where it is as it was accepted, "first" where nothing of the
	// server was accepted before, "new" or "changed".
	State string `json:"state"`
	// Safety is "pass", "review" or "block" as lint says of it; "" for what no model reads.
	Safety engine.Verdict `json:"safety"`
	// Findings are the gravest, in words.
	Findings []string `json:"findings"`
}

// Describing is the question whether a text of a server may be shown to a model.
func Describing(described *Described, settings any) *Question {
	return &Question{
		Client: "mcp", Settings: settings, Judged: []Judged{}, Typed: []string{}, Described: described,
		Call: &Call{Event: "description", Known: true, Tool: described.Name, Kind: "described", Odd: []string{}, Paths: []string{}, Hosts: []Host{}, Commands: []string{}},
	}
}

// Requesting is the question whether a server may ask something of its client.
func Requesting(server, method string, settings any) *Question {
	return &Question{
		Client: "mcp", Settings: settings, Judged: []Judged{}, Typed: []string{},
		Call: &Call{Event: "request", Known: true, Tool: ServedName(server, method), Kind: "request", Request: method, Odd: []string{}, Paths: []string{}, Hosts: []Host{}, Commands: []string{}},
	}
}

// Judged is what exec decided about a part of the call.
type Judged struct {
	// Subject is the command, or the path.
	Subject string          `json:"subject"`
	Effect  engine.Effect   `json:"effect"`
	Reasons []engine.Reason `json:"reasons"`
}

// Skill is what lint says of a skill.
type Skill struct {
	// Found: there is one folder of that name. Folder is it.
	Found  bool   `json:"found"`
	Folder string `json:"folder"`
	// Safety is "pass", "review" or "block"; "" where there was nothing to judge.
	Safety engine.Verdict `json:"safety"`
	// Findings are the gravest, "file:line: message".
	Findings []string `json:"findings"`
	// Commands are those that the client runs when the skill is used.
	Commands []string `json:"commands"`
}

// Decider answers calls of tools. It is immutable, and safe for concurrent use.
type Decider struct{ loader *policy.Loader }

// entry is the question that is asked, maxDecision how long an answer may take.
const (
	entry       = "data.skillctl.hook.decision"
	maxDecision = 5 * time.Second
)

// New gives the policies that are built in.
func New() *Decider {
	return &Decider{policy.NewLoader(policy.WithFilter(func(file string) bool {
		return path.Dir(file) == "hook" || file == "lib/effect.rego"
	}))}
}

// Decide answers a call. An error is a policy that gives no answer: the call is not
// allowed then.
func (d *Decider) Decide(ctx context.Context, question *Question) (engine.Decision, error) {
	query, err := d.loader.Prepare(ctx, entry, entry, nil)
	if err != nil {
		return engine.Decision{}, fmt.Errorf("decide call: %w", err)
	}
	set, err := d.loader.Load()
	if err != nil {
		return engine.Decision{}, fmt.Errorf("decide call: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, maxDecision)
	defer cancel()
	var answer struct {
		Effect  engine.Effect   `json:"effect"`
		Reasons []engine.Reason `json:"reasons"`
	}
	if err := query.EvalInto(ctx, question, &answer); err != nil {
		return engine.Decision{}, fmt.Errorf("decide call: %w", err)
	}
	if len(answer.Reasons) == 0 {
		return engine.Decision{}, errors.New("decide call: the policies give no reason")
	}
	slices.SortStableFunc(answer.Reasons, engine.CompareReasons)
	return engine.Decision{Effect: answer.Effect, Reasons: answer.Reasons, Policy: set.Digest()}, nil
}
