package mcp

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli/audit"
	"github.com/skillctl/skillctl/cmd/internal/cli/policy"
	engineaudit "github.com/skillctl/skillctl/engine/audit"
)

// scheme is what the address of every resource begins with.
const scheme = "skillctl://"

// maxRecorded is how many runs of the record can be read, the newest.
const maxRecorded = 1_000

const plainText = "text/plain"

// addResources adds what can be read: pages of rules and reasons, the record, and the
// whole of long answers.
func (s *server) addResources(p *sdk.Server) {
	for _, r := range []*sdk.Resource{
		{URI: scheme + "ids", Name: "ids", Title: "All ids of rules and reasons", Description: "Each id that an answer can name, with its title, first page. skillctl://ids/2 is the next.", MIMEType: plainText},
		{URI: scheme + "record", Name: "record", Title: "What ran and what was refused", Description: "The newest entries of the record, newest first, first page. skillctl://record/2 is the next.", MIMEType: plainText},
	} {
		p.AddResource(r, s.read)
	}
	for _, t := range []*sdk.ResourceTemplate{
		{URITemplate: scheme + "ids/{page}", Name: "ids-page", Title: "A page of all ids", MIMEType: plainText},
		{URITemplate: scheme + "record/{page}", Name: "record-page", Title: "A page of the record", MIMEType: plainText},
		{URITemplate: scheme + "explain/{+id}", Name: "explain", Title: "The page of a rule or a reason", Description: "Such as skillctl://explain/exec/strict/program.", MIMEType: plainText},
		{URITemplate: scheme + "results/{result}/{page}", Name: "result", Title: "A page of a result that was too long", MIMEType: plainText},
	} {
		p.AddResourceTemplate(t, s.read)
	}
}

// read reads a resource.
func (s *server) read(ctx context.Context, request *sdk.ReadResourceRequest) (result *sdk.ReadResourceResult, err error) {
	uri := request.Params.URI
	defer func() {
		if failed := recover(); failed != nil {
			result, err = nil, s.panicked(short(uri), failed)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, judgeTime)
	defer cancel()
	kind, name, _ := strings.Cut(strings.TrimPrefix(uri, scheme), "/")
	var list []string
	page := "1"
	switch kind {
	case "ids", "record":
		if name != "" {
			page = name
		}
		text, err := s.listing(ctx, kind)
		if err != nil {
			return nil, err
		}
		list = pages(text)
	case "explain":
		text, _, err := policy.Explain(ctx, s.factory, name)
		if err != nil {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: short(err.Error())}
		}
		text, _ = cut(clean(text), pageSize)
		list = []string{text}
	case "results":
		var id string
		id, page, _ = strings.Cut(name, "/")
		list = s.results.get(id)
	}
	n, err := strconv.Atoi(page)
	if err != nil || n < 1 || n > len(list) {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: plainText, Text: list[n-1]}}}, nil
}

// listing is the text of a resource that is a list.
func (s *server) listing(ctx context.Context, kind string) (string, error) {
	var b strings.Builder
	if kind == "ids" {
		all, err := policy.IDs(s.factory)
		if err != nil {
			return "", err
		}
		for _, e := range all {
			fmt.Fprintf(&b, "%s: %s\n", e[0], e[1])
		}
		return b.String(), nil
	}
	found, err := audit.Newest(ctx, s.factory, s.Config, s.NoConfig, maxRecorded)
	if err != nil {
		return "", fmt.Errorf("the record cannot be read: %s", short(err.Error()))
	}
	if len(found.Runs) == 0 {
		return "nothing is recorded\n", nil
	}
	for i := len(found.Runs) - 1; i >= 0; i-- {
		recorded(&b, found.Runs[i])
	}
	if more := found.Total - len(found.Runs); more > 0 {
		fmt.Fprintf(&b, "%d older ones are not listed: skillctl audit list --limit 0\n", more)
	}
	return b.String(), nil
}

// recorded is a line of the record.
func recorded(b *strings.Builder, r *engineaudit.Run) {
	effect, command, agent := "-", "-", "-"
	if d := r.First.Decision; d != nil {
		effect = d.Effect
	}
	if q := r.First.Request; q != nil {
		command = strings.ReplaceAll(short(q.Line()), "\n", `\n`)
		if q.Agent != "" {
			agent = short(q.Agent)
		}
	}
	fmt.Fprintf(b, "%s  %s  %s  %s  %s  %s", r.First.Time.UTC().Format("2006-01-02 15:04:05"), r.First.Run, r.State, effect, agent, command)
	if r.Last != nil && r.Last.Result != nil {
		fmt.Fprintf(b, "  (exit %d)", r.Last.Result.Code)
	}
	b.WriteByte('\n')
}
