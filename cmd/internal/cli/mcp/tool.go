package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/secret"
	"github.com/skillctl/skillctl/internal/jsonline"
)

// answer is what a tool has to say: the same for a model that is shown the text, and for
// a client that shows the structured content alone.
type answer interface {
	// text is for a model; it is short.
	text() string
	// parts are what can be left out where the answer is too long, each with the least
	// important last.
	parts() []part
	// leave says where the whole is.
	leave(rest *rest)
}

// reader is the arguments of a call.
type reader interface {
	// check says what is wrong with them.
	check() error
}

// add adds a tool whose arguments and answer are typed.
func add[I reader, O answer](s *server, p *sdk.Server, tool *sdk.Tool, call func(context.Context, *sdk.CallToolRequest, I) (O, error)) {
	input, err := jsonschema.For[I](nil)
	if err != nil {
		panic(fmt.Sprintf("schema of the arguments of %s: %v", tool.Name, err)) // of a type of this package
	}
	output, err := jsonschema.For[O](nil)
	if err != nil {
		panic(fmt.Sprintf("schema of the answer of %s: %v", tool.Name, err))
	}
	plain(input)
	plain(output)
	tool.InputSchema, tool.OutputSchema = input, output
	p.AddTool(tool, func(ctx context.Context, request *sdk.CallToolRequest) (result *sdk.CallToolResult, err error) {
		defer func() {
			if failed := recover(); failed != nil {
				result, err = wrong(s.panicked(tool.Name, failed)), nil
			}
		}()
		var in I
		if err := arguments(request.Params.Arguments, input, &in); err != nil {
			return wrong(fmt.Errorf("%s was called the wrong way: %w", tool.Name, err)), nil
		}
		out, err := call(ctx, request, in)
		if first := (*askFirst)(nil); errors.As(err, &first) {
			return first.result, nil
		}
		if err != nil {
			return wrong(err), nil
		}
		return s.result(out)
	})
}

// panicked is the answer where skillctl failed; a person finds more on standard error.
func (s *server) panicked(what string, failed any) error {
	fmt.Fprintf(s.options.factory.IO.Err, "skillctl: %s failed: %v\n%s", what, failed, debug.Stack())
	return fmt.Errorf("skillctl failed, which is a fault of its own: %v", failed)
}

// plain says of a list or an object that it is one: the schema of a Go type lets them be
// null, which they never are, and not every client takes two types for one value.
func plain(schema *jsonschema.Schema) {
	if schema == nil {
		return
	}
	for _, kind := range schema.Types {
		if kind != "null" {
			schema.Type = kind
		}
	}
	schema.Types = nil
	plain(schema.Items)
	for _, property := range schema.Properties {
		plain(property)
	}
}

// wrong is the answer to a call that cannot be answered, in words that a model can act on.
func wrong(err error) *sdk.CallToolResult {
	text := err.Error()
	if errors.Is(err, context.DeadlineExceeded) {
		text = "it took too long, and nothing was decided; what is not decided is not allowed"
	}
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: short(text)}}}
}

// clean is a text with secrets masked, and nothing in it that hides.
func clean(text string) string {
	lines := strings.Split(secret.Known().Hide(text), "\n")
	for i := range lines {
		lines[i] = format.Escape(lines[i])
	}
	return strings.Join(lines, "\n")
}

// arguments reads those of a call into a struct that the schema was made of.
func arguments(raw json.RawMessage, schema *jsonschema.Schema, in any) error {
	if len(raw) == 0 || string(raw) == "null" {
		raw = json.RawMessage("{}")
	}
	given, err := jsonline.Parse(raw)
	if err != nil {
		return fmt.Errorf("the arguments cannot be read: %w", err)
	}
	known := slices.Sorted(maps.Keys(schema.Properties))
	for _, name := range slices.Sorted(maps.Keys(given)) {
		property, ok := schema.Properties[name]
		if !ok {
			return fmt.Errorf("there is no argument %s; there is %s", quoted(name), strings.Join(known, ", "))
		}
		if err := fits(given[name], property); err != nil {
			return fmt.Errorf("%q %w", name, err)
		}
	}
	for _, name := range schema.Required {
		if _, ok := given[name]; !ok {
			return fmt.Errorf("%q is missing", name)
		}
	}
	text, err := json.Marshal(given)
	if err != nil {
		return fmt.Errorf("the arguments cannot be read: %w", err)
	}
	if err := json.Unmarshal(text, in); err != nil {
		return fmt.Errorf("the arguments cannot be read: %w", err)
	}
	if r, ok := in.(interface{ check() error }); ok {
		return r.check()
	}
	return nil
}

// quoted is a name that somebody else chose.
func quoted(name string) string {
	short, _ := cut(name, maxName)
	return fmt.Sprintf("%q", short)
}

// maxName bounds how much of a name a message repeats, in bytes.
const maxName = 60

// fits says what is wrong with a value: the types that arguments have are few.
func fits(value any, schema *jsonschema.Schema) error {
	if schema.Type == "array" {
		list, ok := value.([]any)
		if !ok {
			return errors.New("has to be a list of texts")
		}
		for _, item := range list {
			if err := fits(item, schema.Items); err != nil {
				return fmt.Errorf("has an entry that %w", err)
			}
		}
		return nil
	}
	ok := false
	switch schema.Type {
	case "string":
		_, ok = value.(string)
	case "boolean":
		_, ok = value.(bool)
	case "integer":
		var number json.Number
		if number, ok = value.(json.Number); ok {
			_, err := number.Int64()
			ok = err == nil
		}
	}
	if !ok {
		return fmt.Errorf("has to be %s", map[string]string{"string": "a text", "boolean": "true or false", "integer": "a whole number"}[schema.Type])
	}
	return nil
}

// missing is what is wrong with a text that has nothing in it.
func missing(name, value string) error {
	if strings.TrimSpace(value) == "" {
		return fmt.Errorf("%q is empty", name)
	}
	return nil
}

// hints are what a client is told about a tool that changes nothing. The record is no
// part of what a tool changes.
func hints(title string) *sdk.ToolAnnotations {
	no := false
	return &sdk.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no}
}
