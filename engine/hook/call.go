package hook

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/jsonline"
)

// Call is a call of a tool as its client tells it.
type Call struct {
	// Event is the event; Known says that it is one that is asked about.
	Event string `json:"event"`
	Known bool   `json:"known"`
	// Tool is the name of the tool, Kind what it does; "unknown" where no table says.
	Tool string `json:"tool"`
	Kind string `json:"kind"`
	// Server is what the names of all tools of its server begin with, Whole its beginning that
	// all servers share, and Behind what ends the server's name; "" where nobody says.
	Server string `json:"server,omitempty"`
	Whole  string `json:"whole,omitempty"`
	Behind string `json:"behind,omitempty"`
	// Interactive names the tool that types into what this one starts, "" for none.
	Interactive string `json:"interactive,omitempty"`
	// Odd are the fields of the input that the table does not list, sorted.
	Odd []string `json:"odd"`
	// Missing: the input has nothing of what the tool is for, such as a command.
	Missing bool `json:"missing"`
	// Command is the text that a shell would run.
	Command string `json:"command,omitempty"`
	// Paths are the files that would be read or written, absolute.
	Paths []string `json:"paths"`
	// Hosts are those that would be asked.
	Hosts []Host `json:"hosts"`
	// Skill is the name of a skill that would be used, Arguments what it is given.
	Skill     string `json:"skill,omitempty"`
	Arguments string `json:"arguments,omitempty"`
	// Inner: where these stand in the text of the skill, the client runs a part of them.
	Inner bool `json:"inner"`
	// Commands are those that a tool that is not known is called with, as texts for a shell.
	Commands []string `json:"commands"`
	// Reads: a tool that is not known says that it changes nothing.
	Reads bool `json:"reads"`
	// Request is what a server asks of its client: "roots", "sampling" or "elicitation".
	Request string `json:"request,omitempty"`
	// Mode is the client's own mode of permissions, "" for "not said".
	Mode string `json:"mode,omitempty"`
	// Attended: the client shows questions to a person.
	Attended bool `json:"attended"`
	// Elsewhere: that person answers from another terminal, and the client gets a yes or a
	// no.
	Elsewhere bool `json:"elsewhere,omitempty"`
	// Changes says when the client runs another command than its own: see
	// [Client.Changes].
	Changes string `json:"changes"`
	// Dir is the folder that a command would run in, From the client's own, absolute.
	// They differ where the model names another folder for a command.
	Dir  string `json:"-"`
	From string `json:"-"`
	// Input is what the tool is called with; field is that of the command.
	Input map[string]any `json:"-"`
	field string
	// Native: the client writes its own fields (toolName), not those of Claude.
	Native bool `json:"-"`
}

// Read finds out what an event asks for. An error says what the event lacks: it cannot
// be judged then.
func (c *Client) Read(event map[string]any) (*Call, error) {
	r := &reader{client: c, event: event}
	call := &Call{Odd: []string{}, Paths: []string{}, Hosts: []Host{}, Commands: []string{}, Kind: "unknown"}
	call.Event = r.text("hook_event_name")
	call.Mode = r.text("permission_mode")
	call.From = r.text("cwd")
	call.Dir = call.From
	input := r.tool(call)
	r.server(call)
	if r.err != nil {
		return nil, r.err
	}
	switch {
	case call.Tool == "":
		return nil, errors.New("it names no tool (tool_name)")
	case !filepath.IsAbs(call.Dir):
		return nil, fmt.Errorf("it has no absolute working folder (cwd is %q)", call.Dir)
	}
	call.Known = slices.Contains(c.Events, call.Event)
	call.Attended, call.Changes, call.Input = slices.Contains(c.Asks, call.Mode), c.Changes, input
	tool, ok := c.Tools[call.Tool]
	if !ok {
		call.arguments(input)
		return call, nil
	}
	call.Kind, call.Interactive = tool.Kind, tool.Interactive
	if len(tool.Fields) == 0 {
		return call, nil
	}
	if err := call.fill(tool, input); err != nil {
		return nil, err
	}
	call.Inner = c.Commands && begins(call.Arguments)
	call.finish()
	return call, nil
}

// reader takes the fields of an event; the first that has another type than it should
// is the error.
type reader struct {
	client *Client
	event  map[string]any
	err    error
}

// text is a field that is a text, "" where it is not there.
func (r *reader) text(name string) string {
	value, there := r.event[name]
	text, ok := value.(string)
	if there && !ok && value != nil {
		r.fail(fmt.Errorf("%s is no text", name))
	}
	return text
}

// server reads of whom the tool is. One whose name does not begin with that of its server
// is alone.
func (r *reader) server(call *Call) {
	s := r.client.Server
	if s == nil || r.event[s.Field] == nil {
		return
	}
	about, ok := r.event[s.Field].(map[string]any)
	name, isText := about[s.Name].(string)
	if !ok || !isText {
		r.fail(fmt.Errorf("%s does not name a server", s.Field))
		return
	}
	plain := strings.Map(func(c rune) rune {
		if c == '-' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			return c
		}
		return '_'
	}, name)
	call.Server, call.Whole, call.Behind = s.Before+plain+s.Behind, s.Before, s.Behind
	if !strings.HasPrefix(call.Tool, call.Server) {
		call.Server = call.Tool
	}
}

// tool reads the name of the tool, and gives its input.
func (r *reader) tool(call *Call) map[string]any {
	c := r.client
	call.Tool = r.text("tool_name")
	if len(c.About) > 0 {
		if c.Tools[call.Event].Kind != "" {
			call.Tool = call.Event
			input := maps.Clone(r.event)
			for _, about := range append([]string{"hook_event_name", "cwd"}, c.About...) {
				delete(input, about)
			}
			return input
		}
		// A tool of a server may be called as an event is.
		if _, there := c.Tools[call.Tool]; there {
			r.fail(fmt.Errorf("tool_name is %q, which is an event", call.Tool))
		}
	}
	if c.Own != nil && r.event[c.Own.Tool] != nil {
		if call.Tool != "" || r.event["tool_input"] != nil {
			r.fail(fmt.Errorf("it has a tool twice (tool_name and %s)", c.Own.Tool))
		}
		call.Tool, call.Native = r.text(c.Own.Tool), true
		if call.Event == "" {
			call.Event = c.Events[0]
		}
		return r.input(c.Own.Input)
	}
	if c.Own != nil && r.event[c.Own.Input] != nil {
		r.fail(fmt.Errorf("it has what a tool is called with twice (tool_input and %s)", c.Own.Input))
	}
	return r.input("tool_input")
}

// input is the field with what a tool is called with: an object, or one as a text.
func (r *reader) input(name string) map[string]any {
	var input map[string]any
	switch value := r.event[name].(type) {
	case nil:
	case map[string]any:
		input = value
	case string:
		object, err := jsonline.Parse([]byte(value))
		if err != nil {
			r.fail(fmt.Errorf("%s is no object: %w", name, err))
		}
		input = object
	default:
		r.fail(fmt.Errorf("%s is no object", name))
	}
	return input
}

// fail keeps the first error.
func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// fill takes from the input what the tool is for.
func (call *Call) fill(tool Tool, input map[string]any) error {
	look := ""
	for _, name := range slices.Sorted(maps.Keys(input)) {
		role, known := tool.Fields[name]
		if !known {
			call.Odd = append(call.Odd, name)
			continue
		}
		if role == "note" || input[name] == nil {
			continue
		}
		text, ok := input[name].(string)
		if !ok {
			return fmt.Errorf("%s of tool %q is no text", name, call.Tool)
		}
		switch role {
		case "command":
			call.Command, call.field = text, name
		case "dir":
			if text == "" {
				break
			}
			dirs := call.readings(text)
			if len(dirs) != 1 {
				return fmt.Errorf("%s of tool %q is %q, which is more than one folder: %s", name, call.Tool, text, strings.Join(dirs, ", "))
			}
			call.Dir = dirs[0]
		case "path":
			call.Paths = append(call.Paths, call.readings(text)...)
		case "pattern":
			look = text
		case "patch":
			paths, others := patched(text)
			for _, path := range paths {
				call.Paths = append(call.Paths, call.readings(path)...)
			}
			call.Odd = append(call.Odd, others...)
		case "url":
			call.Hosts = append(call.Hosts, hostOf(text))
		case "text":
			call.Hosts = append(call.Hosts, hostsIn(text)...)
		case "name":
			call.Skill = text
		case "arguments":
			call.Arguments = text
		default:
			return fmt.Errorf("the table of clients has the role %q, which there is not", role)
		}
	}
	call.look(look)
	return nil
}

// With is the input of the tool with another command.
func (call *Call) With(command string) map[string]any {
	input := maps.Clone(call.Input)
	input[call.field] = command
	return input
}

// look adds the folders that a pattern of files looks in besides those that are named.
func (call *Call) look(text string) {
	bases := call.Paths
	if len(bases) == 0 {
		bases = []string{call.Dir}
	}
	for _, base := range bases {
		dir, ok := pattern(base, text)
		switch {
		case !ok:
			call.Odd = append(call.Odd, text)
			return
		case dir != "":
			// What is in front of the base may be taken for the beginning of a path, too.
			for _, path := range append(call.readings(dir), call.readings(strings.TrimPrefix(dir, base+"/"))...) {
				if !slices.Contains(call.Paths, path) {
					call.Paths = append(call.Paths, path)
				}
			}
		}
	}
}

// finish says whether there is what the tool is for.
func (call *Call) finish() {
	switch call.Kind {
	case "shell":
		call.Missing = call.Command == ""
	case "write", "read":
		call.Missing = len(call.Paths) == 0
	case "list", "search": // without a path that is the working folder
		if len(call.Paths) == 0 {
			call.Paths = []string{call.Dir}
		}
	case "fetch":
		call.Missing = len(call.Hosts) == 0
	case "skill":
		call.Missing = call.Skill == ""
	}
}
