package mcp

import (
	"context"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/skills"
)

func listTool() *sdk.Tool {
	return &sdk.Tool{
		Name: "list_skills", Annotations: hints("List skills"),
		Description: "Lists the skills that the agents set up here load, which are refused or left out, and why.",
	}
}

type listIn struct {
	Agent string `json:"agent,omitempty" jsonschema:"the id of one agent of the configuration; left out, all products that are set up here"`
}

func (listIn) check() error { return nil }

// listOut is which skills there are.
type listOut struct {
	Skills []listed   `json:"skills"`
	Unread []unlisted `json:"unread,omitempty" jsonschema:"agent products whose skills are not known, since their configuration cannot be used"`
	Rest   *rest      `json:"rest,omitempty" jsonschema:"where the whole answer is, if this one is cut"`
}

type unlisted struct {
	Product string `json:"product"`
	Message string `json:"message" jsonschema:"why its skills are not known"`
}

type listed struct {
	Product     string `json:"product" jsonschema:"which agent product loads it"`
	Name        string `json:"name"`
	Description string `json:"description"`
	File        string `json:"file"`
	State       string `json:"state" jsonschema:"what becomes of it; offered means that the agent can use it"`
	Rule        string `json:"rule,omitempty"`
	Message     string `json:"message,omitempty" jsonschema:"why it is in this state"`
}

// listSkills lists skills.
func (s *server) listSkills(ctx context.Context, _ *sdk.CallToolRequest, in listIn) (*listOut, error) {
	ctx, back, err := s.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer back()
	all, unread, err := skills.List(ctx, s.factory, s.PolicyFlags, in.Agent)
	if err != nil {
		return nil, err
	}
	out := &listOut{Skills: []listed{}}
	for i := range all {
		one := &all[i]
		out.Skills = append(out.Skills, listed{
			Product: one.Product, Name: short(one.Name), Description: short(one.Description), File: short(one.File), State: one.State, Rule: one.Rule, Message: short(one.Message),
		})
	}
	for _, one := range unread {
		out.Unread = append(out.Unread, unlisted{one.Product, short(one.Why)})
	}
	return out, nil
}

func (o *listOut) parts() []part     { return []part{listPart(&o.Skills)} }
func (o *listOut) leave(where *rest) { o.Rest = where }

func (o *listOut) text() string {
	var b strings.Builder
	for _, one := range o.Unread {
		fmt.Fprintf(&b, "Which skills %s loads is not known: %s\n", one.Product, one.Message)
	}
	if len(o.Skills) == 0 {
		return b.String() + kit.Either(len(o.Unread) > 0, "No other agent that is set up here loads a skill.", "No agent that is set up here loads a skill.")
	}
	for _, s := range o.Skills {
		fmt.Fprintf(&b, "- %s (%s): %s", s.Name, s.Product, s.State)
		if s.Message != "" {
			fmt.Fprintf(&b, ", %s", s.Message)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}
