package openclaw

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/document"
)

// View is how the skill loader of OpenClaw 2026.9.6 reads a skill: what it
// calls it, what it takes from the metadata, and what it drops without a word.
// Its JSON form is `input.skill.openclaw` of the lint rules.
type View struct {
	// Name is what the skill is called; NameFrom is "front" or, when the front
	// matter has no name, "dir".
	Name     string `json:"name"`
	NameFrom string `json:"nameFrom"`
	// Key is the key of the skill in `skills.entries`; KeyFrom is "metadata",
	// "origin" (written by an installer) or "name".
	Key     string `json:"key"`
	KeyFrom string `json:"keyFrom"`
	// Command is the slash command before duplicates get a number. CommandFrom
	// is "name", "cut" when the name is longer than a command may be, or
	// "fallback" when no character of the name can stand in a command.
	Command     string `json:"command"`
	CommandFrom string `json:"commandFrom"`
	// UserInvocable and ModelInvocable are what the loader makes of
	// user-invocable and disable-model-invocation.
	UserInvocable  bool `json:"userInvocable"`
	ModelInvocable bool `json:"modelInvocable"`
	// Switches are the boolean keys of the front matter that are written down.
	Switches []Switch `json:"switches"`
	// Dispatch is what the front matter says about running a tool directly, nil
	// when it says nothing.
	Dispatch *Dispatch `json:"dispatch,omitempty"`

	Metadata Metadata `json:"metadata"`
	Always   bool     `json:"always"`
	OS       []string `json:"os"`
	Requires Requires `json:"requires"`
	// PrimaryEnv is the variable that a configured apiKey goes into.
	PrimaryEnv string        `json:"primaryEnv"`
	Install    []InstallSpec `json:"install"`
	// Unread are keys of the metadata that the loader does not look at.
	Unread []UnreadKey `json:"unread"`
	// Misfits are values that the loader does not take because of their type.
	Misfits []Misfit `json:"misfits"`
	// Comments are the texts after " #" behind an unquoted value of the front
	// matter: YAML drops them.
	Comments []Comment `json:"comments"`
}

// Switch is a boolean key of the front matter.
type Switch struct {
	Key     string `json:"key"`
	Written string `json:"written"`
	// Understood is false when the spelling is none that the loader knows; then
	// the default counts.
	Understood bool `json:"understood"`
	Value      bool `json:"value"`
}

// Dispatch is a slash command that calls a tool without the model.
type Dispatch struct {
	// Kind, Tool and ArgMode are the values of command-dispatch, command-tool
	// and command-arg-mode, empty where they are missing; KindKey and ToolKey
	// are the keys as spelt.
	Kind    string `json:"kind"`
	Tool    string `json:"tool"`
	ArgMode string `json:"argMode"`
	KindKey string `json:"kindKey"`
	ToolKey string `json:"toolKey"`
	// Works means that the command really calls the tool.
	Works bool `json:"works"`
}

// Requires is what must be there before the skill is offered.
type Requires struct {
	Bins    []string `json:"bins"`
	AnyBins []string `json:"anyBins"`
	Env     []string `json:"env"`
	Config  []string `json:"config"`
}

// UnreadKey is a key that the loader does not look at.
type UnreadKey struct {
	Path []any  `json:"path"`
	Key  string `json:"key"`
	// Level is "block", "requires" or "install": where the key stands.
	Level string `json:"level"`
}

// Misfit is a value of a type that the loader does not take.
type Misfit struct {
	Path []any `json:"path"`
	// Field names the value as a dotted path below the block, "requires.bins".
	Field string `json:"field"`
	// Got and Want are types: "string", "boolean", "list" …
	Got  string `json:"got"`
	Want string `json:"want"`
	// Text is the value as written, shortened.
	Text string `json:"text"`
}

// Comment is text of the front matter that YAML takes for a comment.
type Comment struct {
	Key  string        `json:"key"`
	Text string        `json:"text"`
	Span document.Span `json:"span"`
}

// originFile is where an installer writes whence a skill came.
const originFile = ".openclaw/source-origin.json"

// maxOrigin is how much of .openclaw/source-origin.json the loader reads, in
// bytes.
const maxOrigin = 16 << 10

// Read says how OpenClaw 2026.9.6 reads the skill. It is nil when there
// is no SKILL.md that the loader would parse.
func Read(s *skill.Skill) *View {
	if s.Manifest.File != "SKILL.md" || s.Front.Host == nil {
		return nil
	}
	oc := &View{
		Name: s.Front.Host["name"], NameFrom: "front",
		OS: []string{}, Install: []InstallSpec{}, Unread: []UnreadKey{}, Misfits: []Misfit{},
		Switches: []Switch{}, Comments: comments(s),
		Requires: Requires{Bins: []string{}, AnyBins: []string{}, Env: []string{}, Config: []string{}},
	}
	if oc.Name == "" {
		oc.Name, oc.NameFrom = s.Dir, "dir"
	}
	oc.Command, oc.CommandFrom = commandName(oc.Name)
	oc.UserInvocable = oc.boolean(s.Front.Host, "user-invocable", true)
	oc.ModelInvocable = !oc.boolean(s.Front.Host, "disable-model-invocation", false)
	oc.Dispatch = dispatch(s.Front.Host)
	skillKey := oc.readMetadata(s.Front)
	switch slug := originSlug(s); {
	case skillKey != "":
		oc.Key, oc.KeyFrom = skillKey, "metadata"
	case slug != "":
		oc.Key, oc.KeyFrom = slug, "origin"
	default:
		oc.Key, oc.KeyFrom = oc.Name, "name"
	}
	return oc
}

// boolean reads a switch the way parseBooleanValue does: eight spellings,
// anything else is the default.
func (oc *View) boolean(host map[string]string, key string, fallback bool) bool {
	written, ok := host[key]
	if !ok {
		return fallback
	}
	found := Switch{Key: key, Written: written, Understood: true, Value: fallback}
	switch strings.ToLower(strings.TrimSpace(written)) {
	case "true", "1", "yes", "on":
		found.Value = true
	case "false", "0", "no", "off":
		found.Value = false
	default:
		found.Understood = false
	}
	oc.Switches = append(oc.Switches, found)
	return found.Value
}

// dispatch reads the command-* keys. Both spellings are read, the one with
// hyphens first.
func dispatch(host map[string]string) *Dispatch {
	first := func(keys ...string) (string, string, bool) {
		for _, key := range keys {
			if value, ok := host[key]; ok {
				return key, strings.TrimSpace(value), true
			}
		}
		return keys[0], "", false
	}
	kindKey, kind, hasKind := first("command-dispatch", "command_dispatch")
	toolKey, tool, hasTool := first("command-tool", "command_tool")
	_, mode, hasMode := first("command-arg-mode", "command_arg_mode")
	if !hasKind && !hasTool && !hasMode {
		return nil
	}
	return &Dispatch{
		Kind: kind, Tool: tool, ArgMode: mode, KindKey: kindKey, ToolKey: toolKey,
		Works: strings.EqualFold(kind, "tool") && tool != "",
	}
}

// maxCommand is the length of a slash command, in characters.
const maxCommand = 32

// commandName makes a slash command of a name: lower case, runs of anything but
// a-z, 0-9 and "_" become one "_", none at the ends, at most 32 characters.
func commandName(name string) (command, from string) {
	var out strings.Builder
	gap := false
	for _, r := range strings.ToLower(name) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			if gap && out.Len() > 0 {
				out.WriteByte('_')
			}
			gap = false
			out.WriteRune(r)
			continue
		}
		gap = true
	}
	command = out.String()
	switch {
	case command == "":
		return "skill", "fallback"
	case len(command) > maxCommand:
		return command[:maxCommand], "cut"
	}
	return command, "name"
}

// originSlug is the slug that an installer wrote beside the skill; it takes the
// place of the name as the key of the skill's configuration.
func originSlug(s *skill.Skill) string {
	text := s.Document(originFile)
	if len(text) == 0 || len(text) > maxOrigin {
		return ""
	}
	root, err := parseHostJSON(string(text))
	if err != nil {
		return ""
	}
	slug, _ := text1(member(root, "slug"))
	return strings.TrimSpace(slug)
}

// comments finds what stands behind " #" on the line of an unquoted value.
func comments(s *skill.Skill) []Comment {
	found := []Comment{}
	for _, key := range s.Front.Order {
		field := s.Front.Fields[key]
		end := field.Span.End
		if field.Style != "plain" || end.Offset <= 0 || end.Offset > len(s.Manifest.Source) {
			continue
		}
		text, _, _ := bytes.Cut(s.Manifest.Source[end.Offset:], []byte("\n"))
		line := strings.TrimRight(string(text), "\r \t")
		rest := strings.TrimLeft(line, " \t")
		if rest == line || !strings.HasPrefix(rest, "#") {
			continue
		}
		skipped := len(line) - len(rest)
		start := document.Position{Line: end.Line, Column: end.Column + skipped, Offset: end.Offset + skipped}
		stop := document.Position{Line: end.Line, Column: start.Column + len([]rune(rest)), Offset: start.Offset + len(rest)}
		found = append(found, Comment{Key: key, Text: rest, Span: document.Span{Start: start, End: stop}})
	}
	return found
}
