package mcp

import (
	"context"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli/gate"
	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
)

func gateTool() *sdk.Tool {
	return &sdk.Tool{
		Name: "gate_skill", Annotations: hints("Decide what may be installed"),
		Description: "Says whether a skill, a plugin or an archive of one (zip, tar, tar.gz) may be installed, and why. Installs nothing and runs nothing.",
	}
}

// gateOut is what the gate says.
type gateOut struct {
	Effect  string       `json:"effect" jsonschema:"the strictest of all: allow, warn or deny"`
	Targets []gated      `json:"targets"`
	Reasons []gateReason `json:"reasons" jsonschema:"why not, the strictest first for each target"`
	Rest    *rest        `json:"rest,omitempty" jsonschema:"where the whole answer is, if this one is cut"`
}

type gated struct {
	Path   string `json:"path"`
	Name   string `json:"name"`
	Effect string `json:"effect" jsonschema:"allow, warn or deny"`
	Digest string `json:"digest,omitempty" jsonschema:"pins what was judged"`
	// Asks is what its skills ask for.
	Asks asks `json:"asks" jsonschema:"what it would use"`
}

type asks struct {
	Programs    []string `json:"programs"`
	Hosts       []string `json:"hosts"`
	Paths       []string `json:"paths"`
	Tools       []string `json:"tools"`
	Environment []string `json:"environment"`
}

type gateReason struct {
	Path string `json:"path" jsonschema:"the target that it is about"`
	reason
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// gateSkill judges what is to be installed.
func (s *server) gateSkill(ctx context.Context, _ *sdk.CallToolRequest, in pathsIn) (*gateOut, error) {
	ctx, back, err := s.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer back()
	if len(in.Paths) == 0 {
		in.Paths = []string{"."}
	}
	judged, err := gate.Judge(ctx, s.factory, kit.Judging{Paths: in.Paths, Dialects: in.Dialects, PolicyFlags: s.For(s.factory.IO, kit.GatePolicies()...)})
	if err != nil {
		return nil, unusable(err)
	}
	out := &gateOut{Effect: string(engine.Allow), Targets: []gated{}, Reasons: []gateReason{}}
	for i := range judged {
		d := &judged[i]
		if d.Effect.Rank() > engine.Effect(out.Effect).Rank() {
			out.Effect = string(d.Effect)
		}
		c := &d.Capabilities
		path := short(d.Path)
		out.Targets = append(out.Targets, gated{
			Path: path, Name: short(d.Target.Name), Effect: string(d.Effect), Digest: d.Digest,
			Asks: asks{Programs: few(c.Programs), Hosts: few(c.Hosts), Paths: few(c.Paths), Tools: few(c.Tools), Environment: few(c.Environment)},
		})
		for k := range d.Reasons {
			r := &d.Reasons[k]
			if r.Effect == engine.Allow {
				continue
			}
			out.Reasons = append(out.Reasons, gateReason{
				Path: path, File: short(r.File), Line: r.Line,
				reason: reason{Rule: short(r.Rule), Effect: string(r.Effect), Message: short(r.Message), Hint: short(r.Hint), Setting: short(r.Setting)},
			})
		}
	}
	return out, nil
}

// maxAsked bounds how many names of a kind are told.
const maxAsked = 50

// few are the first of some names, and how many more there are.
func few(names []string) []string {
	if len(names) <= maxAsked {
		return shorts(names)
	}
	return append(shorts(names[:maxAsked]), fmt.Sprintf("and %d more", len(names)-maxAsked))
}

func (o *gateOut) parts() []part     { return []part{listPart(&o.Reasons), listPart(&o.Targets)} }
func (o *gateOut) leave(where *rest) { o.Rest = where }

func (o *gateOut) text() string {
	var b strings.Builder
	meant := map[string]string{"allow": "it may be installed", "warn": "it may be installed, after a look at the reasons"}[o.Effect]
	if meant == "" {
		meant = "it may not be installed"
	}
	fmt.Fprintf(&b, "%s: %s.\n", o.Effect, meant)
	for _, t := range o.Targets {
		fmt.Fprintf(&b, "- %s (%s): %s\n", t.Path, t.Name, t.Effect)
	}
	for _, r := range o.Reasons {
		fmt.Fprintf(&b, "%s ", r.Effect)
		if r.File != "" {
			b.WriteString(at(r.File, r.Line) + " ")
		}
		r.line(&b)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
