package mcp

import (
	"context"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli/policy"
)

func explainTool() *sdk.Tool {
	return &sdk.Tool{
		Name: "explain", Annotations: hints("Explain a rule or a reason"),
		Description: "Explains an id that another answer named: why it matters and what to do. The beginning of ids, such as exec/strict, lists them.",
	}
}

type explainIn struct {
	ID string `json:"id" jsonschema:"the id of a rule or a reason, such as exec/strict/program; its code; or the beginning of ids"`
}

func (in explainIn) check() error { return missing("id", in.ID) }

// explainOut is the page of an id.
type explainOut struct {
	IDs  []string `json:"ids" jsonschema:"the ids that it is about"`
	Page string   `json:"page" jsonschema:"what there is to say"`
	Rest *rest    `json:"rest,omitempty" jsonschema:"where the whole answer is, if this one is cut"`
}

// explain explains an id.
func (s *server) explain(ctx context.Context, _ *sdk.CallToolRequest, in explainIn) (*explainOut, error) {
	text, ids, err := policy.Explain(ctx, s.factory, in.ID)
	if err != nil {
		return nil, err
	}
	return &explainOut{IDs: shorts(ids), Page: clean(text)}, nil
}

func (o *explainOut) parts() []part {
	return []part{listPart(&o.IDs), {len(o.Page), func(n int) {
		for n > 0 && !utf8.RuneStart(o.Page[n]) {
			n--
		}
		o.Page = o.Page[:n]
	}}}
}

func (o *explainOut) leave(where *rest) { o.Rest = where }
func (o *explainOut) text() string      { return o.Page }
