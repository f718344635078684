package proxy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/hook"
)

// A server can ask something of the client in what it answers as well: a result may name
// requests that the client is to fulfil before it calls again. Such a result is refused
// where it arrives, whatever was asked ([asking]), and what the client is sent is made anew
// of the fields that are read here: anything else in a result goes no further.

// errAsks: an answer asks instead.
var errAsks = errors.New("its answer asks the client for something, which no answer may")

// asking says whether a result is anything but complete, and the kinds of what it asks
// for, where it names them. Readers of JSON differ in whether keys are the same whose
// letters differ in size; here they are.
func asking(result json.RawMessage) (kinds []string, asks bool) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(result, &fields) != nil {
		return nil, false // no object has no such fields
	}
	for name, value := range fields {
		switch strings.ToLower(name) {
		case "resulttype":
			var kind string
			if json.Unmarshal(value, &kind) != nil || kind != "" && kind != "complete" {
				asks = true
			}
		case "requeststate":
			asks = asks || string(value) != "null" && string(value) != `""`
		case "inputrequests":
			if string(value) == "null" {
				continue
			}
			asks = true
			var requests map[string]struct{ Method string }
			_ = json.Unmarshal(value, &requests) // what cannot be read is refused as well
			for _, one := range requests {
				kinds = append(kinds, requestKind(one.Method))
			}
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds), asks
}

// refuseAsking records that an answer was refused, once for each kind of what it asks for.
func (p *proxy) refuseAsking(ctx context.Context, kinds []string) error {
	if len(kinds) == 0 {
		kinds = []string{"input"}
	}
	for _, kind := range kinds {
		if !p.hear("answer " + kind) {
			continue
		}
		decision := engine.Decision{Effect: engine.Deny, Reasons: []engine.Reason{{
			Rule: "hook/request", Effect: engine.Deny, Message: fmt.Sprintf("the server asks its client for %q in an answer", kind),
		}}}
		if err := p.record(ctx, "mcp:"+p.name, hook.ServedName(p.name, kind), decision); err != nil {
			return err
		}
	}
	return nil
}

// called is the answer of a tool as the client is sent it.
func called(r *sdk.CallToolResult) (*sdk.CallToolResult, error) {
	if r == nil || r.NeedsInput() || r.InputRequests != nil || r.RequestState != "" {
		return nil, errAsks
	}
	out := &sdk.CallToolResult{Content: []sdk.Content{}, StructuredContent: shownValue(r.StructuredContent), IsError: r.IsError}
	for _, one := range r.Content {
		content, err := shownContent(one)
		if err != nil {
			return nil, err
		}
		out.Content = append(out.Content, content)
	}
	return out, nil
}

// prompted is a prompt as the client is sent it.
func prompted(r *sdk.GetPromptResult) (*sdk.GetPromptResult, error) {
	if r == nil || r.NeedsInput() || r.InputRequests != nil || r.RequestState != "" {
		return nil, errAsks
	}
	out := &sdk.GetPromptResult{Description: shownText(r.Description), Messages: []*sdk.PromptMessage{}}
	for _, one := range r.Messages {
		if one == nil {
			return nil, errEmpty
		}
		content, err := shownContent(one.Content)
		if err != nil {
			return nil, err
		}
		out.Messages = append(out.Messages, &sdk.PromptMessage{Role: one.Role, Content: content})
	}
	return out, nil
}

// resourced is what is in a resource, as the client is sent it.
func resourced(r *sdk.ReadResourceResult) (*sdk.ReadResourceResult, error) {
	if r == nil || r.NeedsInput() || r.InputRequests != nil || r.RequestState != "" {
		return nil, errAsks
	}
	out := &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{}}
	for _, one := range r.Contents {
		contents, err := shownResource(one)
		if err != nil {
			return nil, err
		}
		out.Contents = append(out.Contents, contents)
	}
	return out, nil
}

// errEmpty: a list of an answer has nothing in one of its places.
var errEmpty = errors.New("its answer has nothing where something has to be")

// shownContent is a part of an answer with nothing in it but what it is made of.
func shownContent(content sdk.Content) (sdk.Content, error) {
	switch c := content.(type) {
	case *sdk.TextContent:
		return &sdk.TextContent{Text: shownText(c.Text), Annotations: c.Annotations}, nil
	case *sdk.ImageContent:
		return &sdk.ImageContent{Data: c.Data, MIMEType: shownText(c.MIMEType), Annotations: c.Annotations}, nil
	case *sdk.AudioContent:
		return &sdk.AudioContent{Data: c.Data, MIMEType: shownText(c.MIMEType), Annotations: c.Annotations}, nil
	case *sdk.ResourceLink:
		return &sdk.ResourceLink{
			URI: shownText(c.URI), Name: shownText(c.Name), Title: shownText(c.Title), Description: shownText(c.Description), MIMEType: shownText(c.MIMEType),
			Size: c.Size, Annotations: c.Annotations,
		}, nil
	case *sdk.EmbeddedResource:
		resource, err := shownResource(c.Resource)
		if err != nil {
			return nil, err
		}
		return &sdk.EmbeddedResource{Resource: resource, Annotations: c.Annotations}, nil
	case nil:
		return nil, errEmpty
	}
	return nil, fmt.Errorf("its answer has a part of a kind (%T) that answers do not have", content)
}

func shownResource(c *sdk.ResourceContents) (*sdk.ResourceContents, error) {
	if c == nil {
		return nil, errEmpty
	}
	return &sdk.ResourceContents{URI: shownText(c.URI), MIMEType: shownText(c.MIMEType), Text: shownText(c.Text), Blob: c.Blob}, nil
}

// shownText is a text of an answer. Clients print it, so that characters which control a
// terminal are written out (\x1b); all others stay as they are, since a text may be that of a file.
func shownText(text string) string {
	controls := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
	if !strings.ContainsFunc(text, controls) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		if controls(r) && !(r == '\r' && strings.HasPrefix(text[i+1:], "\n")) {
			fmt.Fprintf(&b, `\x%02x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// shownValue is JSON with its texts as [shownText] has them.
func shownValue(value any) any {
	switch value := value.(type) {
	case string:
		return shownText(value)
	case []any:
		out := make([]any, len(value))
		for i := range value {
			out[i] = shownValue(value[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(value))
		for _, key := range slices.Sorted(maps.Keys(value)) {
			out[shownText(key)] = shownValue(value[key])
		}
		return out
	}
	return value
}
