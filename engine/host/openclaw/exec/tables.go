package openclawexec

import (
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/policies"
)

// openClawTables is policies/tables/openclaw_exec.json: what OpenClaw 2026.9.6
// knows about wrappers, shells, interpreters and package runners.
type openClawTables struct {
	Shells           []string                    `json:"shells"`
	ParseableShells  []string                    `json:"parseableShells"`
	OtherShells      []string                    `json:"otherShells"`
	OpaqueShells     []string                    `json:"opaqueShells"`
	PositionalShells []string                    `json:"positionalShells"`
	Multiplexers     []string                    `json:"multiplexers"`
	Wrappers         []openClawWrapper           `json:"wrappers"`
	BuiltinWrappers  []openClawWrapper           `json:"builtinWrappers"`
	BlockedWrappers  []string                    `json:"blockedWrappers"`
	Carriers         []string                    `json:"carriers"`
	SafeBuiltins     []string                    `json:"safeBuiltins"`
	SafeBins         []string                    `json:"safeBins"`
	Inline           []openClawInline            `json:"inline"`
	Positional       []openClawPositional        `json:"positional"`
	Packages         map[string]*openClawPackage `json:"packages"`
	// SafeBinInterpreters are names that are no good as safe bins.
	SafeBinInterpreters []string `json:"safeBinInterpreters"`
}

// openClawWrapper is the option grammar of a wrapper that is taken off.
type openClawWrapper struct {
	Names      []string `json:"names"`
	Flags      []string `json:"flags"`
	Values     []string `json:"values"`
	Attached   []string `json:"attached"`
	Separators []string `json:"separators"`
	Operands   int      `json:"operands"`
	Numeric    bool     `json:"numeric"`
	Cluster    bool     `json:"cluster"`
	// PlainCommand: the command may not begin with a dash.
	PlainCommand bool `json:"plainCommand"`
	// Options that are understood but change what runs, so that the wrapper
	// blocks; Assignments: NAME=value words do so too.
	ChangingFlags  []string `json:"changingFlags"`
	ChangingValues []string `json:"changingValues"`
	Assignments    bool     `json:"assignments"`
}

// openClawInline says which options give an interpreter code.
type openClawInline struct {
	Names        []string          `json:"names"`
	Exact        []string          `json:"exact"`
	Raw          []string          `json:"raw"`
	RawPrefixes  [][2]string       `json:"rawPrefixes"`
	Prefixes     [][2]string       `json:"prefixes"`
	Clusters     []openClawCluster `json:"clusters"`
	Deny         []string          `json:"deny"`
	DenyPrefixes []string          `json:"denyPrefixes"`
	Unjoined     bool              `json:"unjoined"`
	PastDashes   bool              `json:"pastDashes"`
	// Abbreviates: long options may be cut short.
	Abbreviates bool `json:"abbreviates"`
}

type openClawCluster struct {
	Label   string `json:"label"`
	Flag    string `json:"flag"`
	Prefix  string `json:"prefix"`
	Zero    bool   `json:"zero"`
	Numeric string `json:"numeric"`
}

// openClawPositional says which operand of a tool is a program.
type openClawPositional struct {
	Names        []string `json:"names"`
	Label        string   `json:"label"`
	Files        []string `json:"files"`
	FilePrefixes []string `json:"filePrefixes"`
	Values       []string `json:"values"`
	Optional     []string `json:"optional"`
	Prefixes     []string `json:"prefixes"`
}

// openClawPackage says how a package manager runs a tool.
type openClawPackage struct {
	Values       []string `json:"values"`
	Context      []string `json:"context"`
	ContextCase  []string `json:"contextCase"`
	Flags        []string `json:"flags"`
	ContextFlags []string `json:"contextFlags"`
	Exec         []string `json:"exec"`
	Run          []string `json:"run"`
	Known        []string `json:"known"`
}

var loadOpenClaw = sync.OnceValue(func() *openClawTables {
	data, err := fs.ReadFile(policies.FS(), "tables/openclaw_exec.json")
	if err != nil {
		panic(err)
	}
	t := &openClawTables{}
	if err := json.Unmarshal(data, t); err != nil {
		panic(err)
	}
	return t
})

// normalToken is the name by which OpenClaw knows a program: the base name in
// lower case, without a Windows suffix.
func normalToken(s string) string {
	s = trimJS(s)
	s = s[strings.LastIndexByte(s, '/')+1:]
	s = s[strings.LastIndexByte(s, '\\')+1:]
	if len(s) > 2 && s[1] == ':' && argv.IsLetter(s[0]) {
		s = s[2:]
	}
	s = strings.ToLower(s)
	for _, suffix := range []string{".exe", ".cmd", ".bat", ".com"} {
		s = strings.TrimSuffix(s, suffix)
	}
	return s
}

// trimJS trims what JavaScript's trim does.
func trimJS(s string) string {
	return strings.TrimFunc(s, func(r rune) bool {
		switch {
		case r >= 9 && r <= 13, r == ' ', r == 0xa0, r == 0x1680, r >= 0x2000 && r <= 0x200a:
			return true
		case r == 0x2028, r == 0x2029, r == 0x202f, r == 0x205f, r == 0x3000, r == 0xfeff:
			return true
		}
		return false
	})
}

func (t *openClawTables) isShell(name string) bool {
	n := normalToken(name)
	return slices.Contains(t.Shells, n) || slices.Contains(t.OtherShells, n)
}

func (t *openClawTables) wrapper(list []openClawWrapper, name string) *openClawWrapper {
	for i := range list {
		if slices.Contains(list[i].Names, name) {
			return &list[i]
		}
	}
	return nil
}
