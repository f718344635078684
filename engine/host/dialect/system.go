package dialect

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// The systems whose configurations are read.
const (
	openclaw = "openclaw"
	zeroclaw = "zeroclaw"
	codeexec = "codeexec"
	// approvals are those that OpenClaw keeps beside its configuration.
	approvals = "approvals"
)

// systemOf tells which system a document configures, "" for skillctl itself. A
// file named as a host names its own is that host's even when nothing is in it, for
// then the host's defaults hold.
func systemOf(doc *document.Document) string {
	if doc.Root == nil || doc.Root.Kind != document.Object {
		return ""
	}
	has := func(keys ...string) bool {
		return slices.ContainsFunc(keys, func(key string) bool { return doc.Root.At(key) != nil })
	}
	switch base := strings.ToLower(filepath.Base(doc.File)); {
	case has("lint", "exec", "run", "policies", "install", "catalog", "openclaw", "zeroclaw", "agentzero", "codeExec"):
		return ""
	case doc.Format == document.TOML && has(zeroclawTables()...),
		doc.Format == document.TOML && !strings.HasPrefix(base, "skillctl.") && misspelled(doc.Root, zeroclawTables()):
		return zeroclaw
	case doc.Root.At("skills", "codeExec") != nil, doc.Format == document.YAML && has("skills"):
		return codeexec
	case doc.Format == document.JSON5 && slices.Contains([]string{"openclaw.json", "openclaw.json5"}, base),
		doc.Format == document.JSON5 && has("tools", "agents", "skills", "security", "gateway", "nodeHost", "channels", "models", "$include"):
		return openclaw
	}
	return ""
}

// zeroclawTables are those that make a TOML file ZeroClaw's.
func zeroclawTables() []string {
	return []string{"risk_profiles", "runtime", "autonomy", "runtime_profiles", "agents", "security"}
}

// misspelled reports whether a key of an object nearly is one of these: then it was
// meant, and what it was to say is not lost.
func misspelled(root *document.Node, keys []string) bool {
	return slices.ContainsFunc(root.Members, func(m document.Member) bool { return schema.Nearest(m.Key, keys) != "" })
}
