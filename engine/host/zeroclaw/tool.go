package zeroclaw

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/policies"
)

// TOML is a TOML file as the audit reads it.
type TOML struct {
	File  string        `json:"file"`
	Error *TOMLError    `json:"error,omitempty"`
	Tools []AuditedTool `json:"tools"`
}

// TOMLError is why a TOML file does not parse.
type TOMLError struct {
	Message string        `json:"message"`
	Span    document.Span `json:"span"`
}

// AuditedTool is what the audit looks at of an item of "tools".
type AuditedTool struct {
	// Kind is "unknown" when it is not a text.
	Kind string `json:"kind"`
	// Command is "missing" (or not a text), "empty" (blank) or "given".
	Command string        `json:"command"`
	Span    document.Span `json:"span"`
}

// Tool is a tool of the manifest as the loader takes it.
type Tool struct {
	// Index is the place in the list "tools" of File.
	Index int    `json:"index"`
	File  string `json:"file"`
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	// Target is nil when the tool has none.
	Target *string `json:"target"`
	// Callable is the name that the model calls the tool by; Written is
	// "skill__tool" before it was made to fit.
	Callable string `json:"callable"`
	Written  string `json:"written"`
	// Timeout is in seconds, nil when not given.
	Timeout *int64 `json:"timeout"`
	Command string `json:"command"`
	// Args are the declared arguments, Placeholders the names in "{{…}}" of
	// the command, both sorted; Locked are the arguments that cannot be
	// overridden.
	Args         []string `json:"args"`
	Placeholders []string `json:"placeholders"`
	Locked       []string `json:"locked"`
	// Shadowed are arguments that are declared and locked: what the model
	// gives for them never counts.
	Shadowed []string `json:"shadowed"`
	// Probe is the command with `x; id` for every declared argument; empty
	// when none is used.
	Probe string        `json:"probe"`
	Span  document.Span `json:"span"`
}

// readZeroClawTable reads the embedded table once.
var readZeroClawTable = sync.OnceValue(func() *zeroClawTable {
	table := &zeroClawTable{}
	policies.Table("zeroclaw", table)
	return table
})

// toml reads a TOML file as the audit does: every file of the package, whatever
// its name.
func (z *View) toml(file string, text []byte) {
	doc, err := zeroClawParse(file, text)
	if err != nil {
		problem := &TOMLError{Message: err.Error()}
		var known *document.Error
		if errors.As(err, &known) {
			problem.Message, problem.Span = known.Message, known.Span
		}
		z.TOML = append(z.TOML, TOML{File: file, Error: problem, Tools: []AuditedTool{}})
		return
	}
	tools := doc.Root.At("tools")
	if tools == nil || tools.Kind != document.Array {
		return
	}
	found := TOML{File: file, Tools: make([]AuditedTool, 0, len(tools.Items))}
	for _, item := range tools.Items {
		tool := AuditedTool{Kind: "unknown", Command: "missing", Span: item.Span}
		if kind := item.At("kind"); kind != nil && kind.Kind == document.String {
			tool.Kind, _ = kind.Value.(string)
		}
		if command := item.At("command"); command != nil && command.Kind == document.String {
			tool.Command = "given"
			if written, _ := command.Value.(string); strings.TrimSpace(written) == "" {
				tool.Command = "empty"
			}
		}
		found.Tools = append(found.Tools, tool)
	}
	z.TOML = append(z.TOML, found)
}

// manifest reads the tools of SKILL.toml, or of the older manifest.toml.
func (z *View) manifest(s *skill.Skill, table *zeroClawTable) {
	for _, file := range []string{"SKILL.toml", "manifest.toml"} {
		text := s.Document(file)
		if text == nil || int64(len(text)) > table.TextBytes {
			continue
		}
		doc, err := zeroClawParse(file, text)
		if err != nil {
			return
		}
		z.root, z.Manifest = doc.Root, filledManifest(doc.Root)
		skillName, _ := doc.Root.At("skill", "name").Interface().(string)
		if tools := doc.Root.At("tools"); tools != nil && tools.Kind == document.Array {
			for i, item := range tools.Items {
				z.Tools = append(z.Tools, zeroClawTool(file, i, skillName, item, table))
			}
		}
		return
	}
}

func zeroClawTool(file string, i int, skillName string, item *document.Node, table *zeroClawTable) Tool {
	text := func(key string) string { s, _ := item.At(key).Interface().(string); return s }
	t := Tool{
		Index: i, File: file, Name: text("name"), Kind: text("kind"), Command: text("command"), Span: item.Span,
		Args: memberNames(item.At("args")), Placeholders: placeholders(text("command")), Locked: memberNames(lockedArgs(item)),
	}
	if target, ok := item.At("target").Interface().(string); ok {
		t.Target = &target
	}
	if timeout, ok := item.At("timeout_secs").Interface().(int64); ok {
		t.Timeout = &timeout
	}
	probe := map[string]any{}
	for _, name := range t.Args {
		probe[name] = probeText
	}
	if rendered := RenderTool(t.Command, probe); rendered != t.Command {
		t.Probe = rendered
	}
	t.Shadowed = shadowed(lockedArgs(item), probe)
	t.Written = skillName + "__" + t.Name
	t.Callable = ToolName(skillName, t.Name, table.ToolName)
	return t
}

// probeText is an argument that would add a command.
const probeText = "x; id"

// shadowed returns the names whose given text does not survive the locked
// arguments.
func shadowed(locked *document.Node, given map[string]any) []string {
	names := []string{}
	fixed, _ := locked.Interface().(map[string]any)
	merged, _ := MergeArgs(fixed, given).(map[string]any)
	for _, name := range sortedKeys(given) {
		if merged[name] != given[name] {
			names = append(names, name)
		}
	}
	return names
}

// lockedArgs reads the key under its present and its old name.
func lockedArgs(item *document.Node) *document.Node {
	if locked := item.At("locked_args"); locked != nil {
		return locked
	}
	return item.At("default_args")
}

func memberNames(n *document.Node) []string {
	names := map[string]bool{}
	if n != nil && n.Kind == document.Object {
		for _, m := range n.Members {
			names[m.Key] = true
		}
	}
	return sortedKeys(names)
}

// placeholders are the names in "{{…}}" of a command template, as ZeroClaw
// substitutes them: by plain text, whatever the name.
func placeholders(command string) []string {
	names := map[string]bool{}
	for {
		_, rest, ok := strings.Cut(command, "{{")
		if !ok {
			return sortedKeys(names)
		}
		name, after, ok := strings.Cut(rest, "}}")
		if !ok {
			return sortedKeys(names)
		}
		if name != "" && len(name) <= 128 && !strings.ContainsAny(name, "\n{") {
			names[name] = true
		}
		command = after
	}
}

// ToolName is the name that a model calls a skill's tool by: skill and
// tool joined by "__"; where that is longer than limit bytes or holds other
// characters than letters, digits, "_" and "-", these become "_" and the FNV-1a
// hash of the joined name is added.
func ToolName(skillName, tool string, limit int) string {
	joined := skillName + "__" + tool
	var mapped []byte
	valid := len(joined) <= limit
	for _, r := range joined {
		if r < utf8.RuneSelf && (r == '_' || r == '-' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z') {
			mapped = append(mapped, byte(r))
			continue
		}
		mapped, valid = append(mapped, '_'), false
	}
	if valid {
		return joined
	}
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(joined)) // never fails
	suffix := fmt.Sprintf("_%016x", sum.Sum64())
	return string(mapped[:min(len(mapped), max(0, limit-len(suffix)))]) + suffix
}

// filledManifest is a manifest with what the loader fills in: the version, the
// lists, and the old name of locked_args.
func filledManifest(root *document.Node) map[string]any {
	m := map[string]any{"version": "0.1.0", "tags": []any{}, "prompts": []any{}, "slash_options": []any{}, "always": false}
	if top, ok := root.At("prompts").Interface().([]any); ok {
		m["prompts"] = top
	}
	if block, ok := root.At("skill").Interface().(map[string]any); ok {
		maps.Copy(m, block)
	}
	if forge := root.At("forge"); forge != nil {
		m["forge"] = forge.Interface()
	}
	tools := []any{}
	if list := root.At("tools"); list != nil && list.Kind == document.Array {
		for _, item := range list.Items {
			tools = append(tools, filledTool(item))
		}
	}
	m["tools"] = tools
	return m
}

func filledTool(item *document.Node) any {
	tool, ok := item.Interface().(map[string]any)
	if !ok {
		return item.Interface()
	}
	if locked := lockedArgs(item); locked != nil {
		tool["locked_args"] = locked.Interface()
		delete(tool, "default_args")
	}
	for key, value := range map[string]any{"command": "", "args": map[string]any{}, "locked_args": map[string]any{}, "target": nil, "timeout_secs": nil} {
		if _, given := tool[key]; !given {
			tool[key] = value
		}
	}
	return tool
}

// RenderTool puts arguments into a command template as ZeroClaw does:
// every "{{name}}" by the text of the argument, in the order of names and
// without any quoting; arguments that are not texts count as empty.
func RenderTool(template string, args map[string]any) string {
	for _, name := range sortedKeys(args) {
		text, _ := args[name].(string)
		template = strings.ReplaceAll(template, "{{"+name+"}}", text)
	}
	return template
}

// MergeArgs lays the locked arguments of a tool over those that a model
// gave. Arguments that are no object are dropped, unless nothing is locked.
func MergeArgs(locked map[string]any, given any) any {
	if len(locked) == 0 {
		return given
	}
	merged := map[string]any{}
	if object, ok := given.(map[string]any); ok {
		maps.Copy(merged, object)
	}
	maps.Copy(merged, locked)
	return merged
}

// places turns ascending byte offsets of a text into positions.
type places struct {
	text []byte
	last document.Position
}

func (p *places) at(offset int) document.Position {
	if p.last.Line == 0 || offset < p.last.Offset {
		p.last = document.Position{Line: 1, Column: 1}
	}
	passed := p.text[p.last.Offset:offset]
	if n := bytes.Count(passed, []byte("\n")); n > 0 {
		p.last.Line += n
		p.last.Column = 1
		passed = passed[bytes.LastIndexByte(passed, '\n')+1:]
	}
	p.last.Column += utf8.RuneCount(passed)
	p.last.Offset = offset
	return p.last
}

func (p *places) span(start, end int) document.Span {
	return document.Span{Start: p.at(start), End: p.at(end)}
}

func indexFrom(text []byte, c byte, from int) int {
	if from > len(text) {
		return -1
	}
	i := bytes.IndexByte(text[from:], c)
	if i < 0 {
		return -1
	}
	return from + i
}

func validText(text []byte) bool { return utf8.Valid(text) }

// ToolNameBytes is the length that providers take of a tool's name.
func ToolNameBytes() int { return readZeroClawTable().ToolName }
