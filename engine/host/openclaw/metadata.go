package openclaw

import (
	"errors"
	"strings"

	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/document"
)

// States of the metadata.
const (
	// MetadataAbsent: there is no metadata.
	MetadataAbsent = "absent"
	// MetadataRead: a block for OpenClaw was found and read.
	MetadataRead = "read"
	// MetadataOther: the metadata was understood and has no block for OpenClaw.
	MetadataOther = "other"
	// MetadataDiscarded: the loader could not parse the text; everything in it
	// is gone, and the skill counts as having no requirements.
	MetadataDiscarded = "discarded"
)

// Metadata is what became of the metadata of the front matter.
type Metadata struct {
	State string `json:"state"`
	// From is "value" when the loader serialised the YAML value, "line" when it
	// took the text of the line instead, which it does when that text holds a
	// colon, and "text" when the value is a string.
	From string `json:"from,omitempty"`
	// Format is "json" or "json5" for what was parsed, empty for what was not.
	Format string `json:"format,omitempty"`
	// Reason says why the text was discarded.
	Reason string `json:"reason,omitempty"`
	// Block is "openclaw" or the old "clawdbot": the one that is read.
	Block string `json:"block,omitempty"`
	Path  []any  `json:"path"`
	// Empty means that the block that is read holds nothing.
	Empty bool `json:"empty"`
	// Gates are the fields of the block that is read that decide something.
	Gates []string `json:"gates"`
	// Hidden is a second block that is not read because Block stands first, nil
	// when there is none.
	Hidden *Block `json:"hidden,omitempty"`
	// Lost is the block that the author wrote, where a YAML reading of the
	// discarded text has one, nil otherwise.
	Lost *Block `json:"lost,omitempty"`
	// Mentions means that the discarded text names OpenClaw or an older name.
	Mentions bool `json:"mentions"`
	// Stray are blocks for OpenClaw in places where it does not look.
	Stray []Block `json:"stray"`
}

// Block is a block of settings for OpenClaw that is not read.
type Block struct {
	Path []any  `json:"path"`
	Name string `json:"name"`
	// Gates are the fields that would have decided something, sorted as they
	// are written: "requires.bins", "os", "install" …
	Gates []string `json:"gates"`
}

// readMetadata fills in what the metadata says and returns the skillKey.
func (oc *View) readMetadata(front skill.Front) string {
	meta := &oc.Metadata
	meta.State, meta.Path, meta.Gates, meta.Stray = MetadataAbsent, []any{"metadata"}, []string{}, []Block{}
	written := member(front.Root, "metadata")
	text := front.Host["metadata"]
	defer func() { meta.Stray = append(meta.Stray, strayTop(front.Root)...) }()
	if text == "" {
		return ""
	}
	meta.From = metadataFrom(written, text)
	root, err := parseHostJSON(text)
	if err != nil {
		meta.State, meta.Reason = MetadataDiscarded, reason(err)
		meta.Lost = blockOf(written, []any{"metadata"})
		lower := strings.ToLower(text)
		for _, name := range append(blockNames(), oldNames()...) {
			meta.Mentions = meta.Mentions || strings.Contains(lower, name)
		}
		return ""
	}
	meta.State, meta.Format = MetadataOther, "json5"
	if validJSON(text) {
		meta.Format = "json"
	}
	return oc.readRoot(root)
}

// reason is what a parser said, without the place: that is one in a text the
// author may never have seen.
func reason(err error) string {
	var known *document.Error
	if errors.As(err, &known) {
		return known.Message
	}
	return err.Error()
}

// metadataFrom says which text the loader parsed.
func metadataFrom(written *document.Node, text string) string {
	switch {
	case written == nil:
		return "line"
	case written.Kind == document.String:
		return "text"
	case written.Kind != document.Object && written.Kind != document.Array:
		return "value"
	}
	// Serialised YAML is always strict JSON with "key": written without blanks;
	// anything else is the line as it stands.
	if validJSON(text) && !strings.Contains(text, "\": ") && !strings.Contains(text, "{ ") {
		return "value"
	}
	return "line"
}

func blockNames() []string { return []string{"openclaw", "clawdbot"} }

// oldNames are names of the same host that are not read.
func oldNames() []string { return []string{"clawdis", "moltbot"} }

// readRoot picks the block: the first of openclaw and clawdbot that is an
// object. Lists count as objects; null does not.
func (oc *View) readRoot(root *document.Node) string {
	meta := &oc.Metadata
	var block *document.Node
	for _, name := range blockNames() {
		found := member(root, name)
		path := []any{"metadata", name}
		switch {
		case found == nil || found.Kind == document.Null:
		case found.Kind != document.Object && found.Kind != document.Array:
			oc.misfit(found, path, name, "object")
		case block != nil:
			meta.Hidden = &Block{Path: path, Name: name, Gates: gates(found)}
		default:
			block = found
			meta.State, meta.Block, meta.Path = MetadataRead, name, path
		}
	}
	if root.Kind == document.Object {
		meta.Stray = append(meta.Stray, strayIn(root)...)
	}
	if block == nil {
		return ""
	}
	if block.Kind == document.Array {
		oc.misfit(block, meta.Path, meta.Block, "object")
		return ""
	}
	meta.Empty, meta.Gates = len(block.Members) == 0, gates(block)
	return oc.readBlock(block, meta.Path)
}

// readBlock reads the fields of the block and returns the skillKey.
func (oc *View) readBlock(block *document.Node, path []any) string {
	oc.unread(block, path, "block", "always", "emoji", "homepage", "skillKey", "primaryEnv", "os", "requires", "install")
	if always := member(block, "always"); always != nil && always.Kind != document.Null {
		if value, ok := always.Value.(bool); ok {
			oc.Always = value
		} else {
			oc.misfit(always, appended(path, "always"), "always", "boolean")
		}
	}
	oc.stringField(block, path, "emoji")
	oc.stringField(block, path, "homepage")
	oc.PrimaryEnv = oc.stringField(block, path, "primaryEnv")
	oc.OS = oc.list(member(block, "os"), appended(path, "os"), "os")
	oc.readRequires(member(block, "requires"), appended(path, "requires"))
	oc.readInstall(member(block, "install"), appended(path, "install"))
	// A key of blanks is a key.
	return oc.stringField(block, path, "skillKey")
}

func (oc *View) readRequires(n *document.Node, path []any) {
	if n == nil || n.Kind == document.Null {
		return
	}
	if n.Kind != document.Object {
		oc.misfit(n, path, "requires", "object")
		return
	}
	oc.unread(n, path, "requires", "bins", "anyBins", "env", "config")
	read := func(key string) []string { return oc.list(member(n, key), appended(path, key), "requires."+key) }
	oc.Requires = Requires{Bins: read("bins"), AnyBins: read("anyBins"), Env: read("env"), Config: read("config")}
}

// strayIn finds blocks under metadata that carry a name that is not read, and
// fields that belong into the block.
func strayIn(root *document.Node) []Block {
	var found []Block
	for _, m := range root.Members {
		path := []any{"metadata", m.Key}
		if strayName(m.Key) && m.Value.Kind == document.Object {
			found = append(found, Block{Path: path, Name: m.Key, Gates: gates(m.Value)})
		}
		if m.Key == "requires" && m.Value.Kind == document.Object {
			found = append(found, Block{Path: path, Name: m.Key, Gates: requireGates(m.Value)})
		}
	}
	return found
}

// strayTop finds the same at the top of the front matter.
func strayTop(root *document.Node) []Block {
	if root == nil || root.Kind != document.Object {
		return nil
	}
	var found []Block
	for _, m := range root.Members {
		if m.Value.Kind != document.Object {
			continue
		}
		path := []any{m.Key}
		if strayName(m.Key) || isBlockName(m.Key) {
			found = append(found, Block{Path: path, Name: m.Key, Gates: gates(m.Value)})
		}
		if m.Key == "requires" {
			found = append(found, Block{Path: path, Name: m.Key, Gates: requireGates(m.Value)})
		}
	}
	return found
}

func isBlockName(key string) bool {
	return key == "openclaw" || key == "clawdbot"
}

// strayName is true for names that a person would take for the block's.
func strayName(key string) bool {
	if isBlockName(key) {
		return false
	}
	plain := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(key))
	for _, name := range append(blockNames(), oldNames()...) {
		if plain == name {
			return true
		}
	}
	return false
}

// blockOf is the block that a YAML reading of discarded metadata holds.
func blockOf(written *document.Node, path []any) *Block {
	for _, name := range append(blockNames(), oldNames()...) {
		if found := member(written, name); found != nil && found.Kind == document.Object {
			return &Block{Path: appended(path, name), Name: name, Gates: gates(found)}
		}
	}
	return nil
}

// gates are the fields of a block that decide whether and how a skill is
// offered.
func gates(block *document.Node) []string {
	out := []string{}
	if block == nil || block.Kind != document.Object {
		return out
	}
	for _, m := range block.Members {
		switch m.Key {
		case "requires":
			out = append(out, requireGates(m.Value)...)
		case "always", "os", "install", "skillKey", "primaryEnv":
			out = append(out, m.Key)
		}
	}
	return out
}

func requireGates(requires *document.Node) []string {
	out := []string{}
	if requires == nil || requires.Kind != document.Object {
		return out
	}
	for _, m := range requires.Members {
		switch m.Key {
		case "bins", "anyBins", "env", "config":
			out = append(out, "requires."+m.Key)
		}
	}
	return out
}
