package hook

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/agent"
	"github.com/skillctl/skillctl/policies"
)

// Client is a program that calls tools for a model, and asks before it does.
type Client struct {
	// Name is what it is called on the command line: "claude-code".
	Name string `json:"-"`
	// Title is what people call it.
	Title string `json:"title"`
	// Events are the events that are asked about.
	Events []string `json:"events"`
	// Asks are the modes of permissions in which it shows a question to the person in
	// front of it; "" is an event that names none.
	Asks []string `json:"asks"`
	// Project is the variable by which it tells its hooks the folder of the project, ""
	// for none: there the working folder is where it was started.
	Project string `json:"project"`
	// Own are the names of an event's fields where it may be written with others than
	// Claude's; such an event has no name, and is the first of Events.
	Own *Fields `json:"own"`
	// Server is how a tool of a server is told, nil where an event does not say of whom it is.
	Server *Server `json:"server"`
	// About are the fields of an event that is itself the call of a tool, and which say
	// nothing of what the tool does; empty where events have a tool in them.
	About []string `json:"about"`
	// Changes says when it runs another command that the answer has in place of its own:
	// never (""), where it is "allowed", or also where a person is "asked".
	Changes string `json:"changes"`
	// Into is the field of an answer that has what a tool is to be called with instead.
	Into string `json:"into"`
	// Grants: it takes that only from an answer that allows the call, which answers the
	// client's own question, too.
	Grants bool `json:"grants"`
	// Says is "stdout" where a refusal is to stand on standard output as well, for the
	// model to see why.
	Says string `json:"says"`
	// Commands: it runs the commands that stand in the text of a skill when the skill is
	// used, with what the skill is given in the places for it.
	Commands bool `json:"commands"`
	// Skills are the folders that it loads skills from: below the working folder, or
	// below the home folder where they begin with "~/".
	Skills []string `json:"skills"`
	// Tools are those that are known, by name.
	Tools map[string]Tool `json:"tools"`
}

// Fields are the names of the fields of an event that have the tool and its input.
type Fields struct {
	Tool  string `json:"tool"`
	Input string `json:"input"`
	// Into is [Client.Into] in the answer to such an event.
	Into string `json:"into"`
}

// Server says of whom a tool is: the name of a tool alone may be taken apart in two ways.
type Server struct {
	// Field is the field of the event that tells of the server, Name the one in it that has
	// its name.
	Field string `json:"field"`
	Name  string `json:"name"`
	// Before and Behind stand around that name in the name of the tool.
	Before string `json:"before"`
	Behind string `json:"behind"`
}

// Tool is a tool of a client.
type Tool struct {
	// Kind is what it does: "shell", "write", "read", "list", "search", "fetch", "skill", or
	// "plain" for what changes nothing outside of the client.
	Kind string `json:"kind"`
	// Interactive names the tool by which a model types into what it started; calls of
	// that one are not asked about.
	Interactive string `json:"interactive"`
	// Fields say what each field of the input is for: "command", "dir", "path", "pattern",
	// "patch", "url", "text", "name", "arguments" (of a skill) or "note". Without any, all are notes.
	Fields map[string]string `json:"fields"`
}

// Changed is the field of the answer to a call that has what the tool is to be called
// with instead.
func (c *Client) Changed(call *Call) string {
	if call.Native {
		return c.Own.Into
	}
	return c.Into
}

// Clients are those that are known, by name.
func Clients() map[string]*Client {
	var table struct {
		Clients map[string]*Client `json:"clients"`
	}
	policies.Table("clients", &table)
	for name, c := range table.Clients {
		c.Name = name
	}
	return table.Clients
}

// Find is the client of a name; an error says which names there are, and which one is near.
func Find(name string) (*Client, error) {
	all := Clients()
	if c := all[name]; c != nil {
		return c, nil
	}
	names := slices.Sorted(maps.Keys(all))
	err := fmt.Errorf("%q is no agent that skillctl knows; it must be one of %s", name, strings.Join(names, ", "))
	if near := agent.Near(name, names, nil); near != "" {
		err = fmt.Errorf("%w; did you mean %q?", err, near)
	}
	return nil, err
}
