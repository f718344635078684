package proxy

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/engine/pin"
)

// offer is all that a server tells of itself.
type offer struct {
	instructions string
	tools        map[string]*sdk.Tool
	prompts      map[string]*sdk.Prompt
	resources    map[string]*sdk.Resource
	templates    map[string]*sdk.ResourceTemplate
	// texts are all of these as they are accepted, by their keys.
	texts map[string]pin.Text
	// alike are how many of a kind clients may call the same, by [folded].
	alike map[string]int
	bytes int
}

// maxPages bounds how many answers a list may come in.
const maxPages = 200

// toolNames are the names that a tool may have: clients and settings make others of them.
var toolNames = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_./-]{1,128}$`) })

// ask asks the server for all that it has.
func (u *upstream) ask(ctx context.Context) (*offer, error) {
	o := &offer{
		tools: map[string]*sdk.Tool{}, prompts: map[string]*sdk.Prompt{}, resources: map[string]*sdk.Resource{}, templates: map[string]*sdk.ResourceTemplate{},
		texts: map[string]pin.Text{}, alike: map[string]int{},
	}
	begun := u.session.InitializeResult()
	has := begun.Capabilities
	if has == nil {
		has = &sdk.ServerCapabilities{}
	}
	if o.instructions = begun.Instructions; o.instructions != "" {
		if err := o.add(pin.Instructions, pin.Instructions, o.instructions); err != nil {
			return nil, err
		}
	}
	var err error
	if has.Tools != nil {
		err = pages(func(cursor string) (string, error) {
			got, err := u.session.ListTools(ctx, &sdk.ListToolsParams{Cursor: cursor})
			if err != nil {
				return "", err
			}
			return got.NextCursor, each(got.Tools, func(t *sdk.Tool) error {
				o.tools[t.Name] = t
				return o.add(pin.Tool, t.Name, t)
			})
		})
	}
	if err == nil && has.Prompts != nil {
		err = pages(func(cursor string) (string, error) {
			got, err := u.session.ListPrompts(ctx, &sdk.ListPromptsParams{Cursor: cursor})
			if err != nil {
				return "", err
			}
			return got.NextCursor, each(got.Prompts, func(t *sdk.Prompt) error {
				o.prompts[t.Name] = t
				return o.add(pin.Prompt, t.Name, t)
			})
		})
	}
	if err == nil && has.Resources != nil {
		err = o.askResources(ctx, u)
	}
	return o, err
}

func (o *offer) askResources(ctx context.Context, u *upstream) error {
	err := pages(func(cursor string) (string, error) {
		got, err := u.session.ListResources(ctx, &sdk.ListResourcesParams{Cursor: cursor})
		if err != nil {
			return "", err
		}
		return got.NextCursor, each(got.Resources, func(t *sdk.Resource) error {
			o.resources[t.URI] = t
			return o.add(pin.Resource, t.URI, t)
		})
	})
	if err != nil {
		return err
	}
	return pages(func(cursor string) (string, error) {
		got, err := u.session.ListResourceTemplates(ctx, &sdk.ListResourceTemplatesParams{Cursor: cursor})
		if err != nil {
			return "", err
		}
		return got.NextCursor, each(got.ResourceTemplates, func(t *sdk.ResourceTemplate) error {
			o.templates[t.URITemplate] = t
			return o.add(pin.Template, t.URITemplate, t)
		})
	})
}

// pages asks for a list until it has no more.
func pages(next func(cursor string) (string, error)) error {
	cursor := ""
	for range maxPages {
		var err error
		if cursor, err = next(cursor); err != nil || cursor == "" {
			return err
		}
	}
	return fmt.Errorf("it gives a list in more than %d answers", maxPages)
}

// each does something with each of a list, in which nothing may be missing.
func each[T any](list []*T, do func(*T) error) error {
	for _, one := range list {
		if one == nil {
			return fmt.Errorf("it gives a list with nothing in it")
		}
		if err := do(one); err != nil {
			return err
		}
	}
	return nil
}

// add keeps a text as it is accepted: all that a client is sent, in lines.
func (o *offer) add(kind, name string, told any) error {
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false) // a person reads it
	w.SetIndent("", "  ")
	if err := w.Encode(told); err != nil {
		return fmt.Errorf("what it tells of %s %q cannot be written: %w", kind, name, err)
	}
	text := pin.Text{Kind: kind, Name: name, JSON: b.String()}
	if _, twice := o.texts[text.Key()]; twice {
		return fmt.Errorf("it tells of two %ss by the name %q", kind, name)
	}
	o.bytes += len(text.JSON) + len(name)
	switch {
	case len(text.JSON) > pin.MaxText || len(name) > pin.MaxText:
		return fmt.Errorf("what it tells of one %s has more than %d KiB", kind, pin.MaxText>>10)
	case o.bytes > pin.MaxAll || len(o.texts) >= pin.MaxTexts:
		return fmt.Errorf("it tells of more than %d things, or more than %d MiB", pin.MaxTexts, pin.MaxAll>>20)
	}
	o.texts[text.Key()] = text
	o.alike[folded(text)]++
	return nil
}

// folded is what a client may make of a name: some write "_" for "." and "/", and some
// know letters of one size only.
func folded(t pin.Text) string {
	return t.Kind + " " + strings.ToLower(strings.NewReplacer(".", "_", "/", "_").Replace(t.Name))
}

// unusable says why a text cannot be shown to any client, "" where it can.
func (o *offer) unusable(t pin.Text) (why string) {
	defer func() {
		if failed := recover(); failed != nil { // so the SDK says what is wrong
			why = fmt.Sprint(failed)
		}
	}()
	scratch := sdk.NewServer(&sdk.Implementation{Name: "scratch"}, nil)
	switch t.Kind {
	case pin.Tool:
		if why := o.misnamed(t); why != "" {
			return why
		}
		if t.Name == resourcePermission || strings.HasPrefix(t.Name, promptPermission) {
			return "by its name the settings allow something else: prompts or resources of the server"
		}
		scratch.AddTool(o.tools[t.Name], nil)
	case pin.Prompt:
		return o.misnamed(t)
	case pin.Resource:
		scratch.AddResource(o.resources[t.Name], nil)
	case pin.Template:
		scratch.AddResourceTemplate(o.templates[t.Name], nil)
	}
	return ""
}

// misnamed says what is wrong with the name of a tool or a prompt.
func (o *offer) misnamed(t pin.Text) string {
	switch {
	case !toolNames().MatchString(t.Name):
		return "its name has something else in it than letters, digits and _ . / -"
	case o.alike[folded(t)] > 1:
		return "clients may take its name for that of another " + t.Kind + ", which differs in . / _ or the size of letters alone"
	}
	return ""
}

// Prompts and resources are allowed by these names, in the place of that of a tool.
const (
	promptPermission   = "prompt."
	resourcePermission = "resource"
)
