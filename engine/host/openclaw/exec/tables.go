package openclawexec

import (
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/policies"
)

// openClawTables is policies/tables/openclaw_exec.json: what OpenClaw 2026.9.6
// knows about wrappers, shells, interpreters and package runners.
type openClawTables struct {
	Shells          []string `json:"shells"`
	ParseableShells []string `json:"parseableShells"`
	OtherShells     []string `json:"otherShells"`
	// OpaqueShells run no script that an entry could name; StartupShells have no
	// text that could be read either. PlusShells have options with a plus sign.
	OpaqueShells     []string                    `json:"opaqueShells"`
	StartupShells    []string                    `json:"startupShells"`
	PlusShells       []string                    `json:"plusShells"`
	PositionalShells []string                    `json:"positionalShells"`
	InlineFlags      []string                    `json:"inlineFlags"`
	Nushell          openClawNushell             `json:"nushell"`
	PowerShell       openClawPowerShell          `json:"powershell"`
	ScriptValues     []string                    `json:"powershellScriptValues"`
	Multiplexers     []string                    `json:"multiplexers"`
	Wrappers         []openClawWrapper           `json:"wrappers"`
	BlockedWrappers  []string                    `json:"blockedWrappers"`
	Carriers         []openClawCarrier           `json:"carriers"`
	SafeBuiltins     []string                    `json:"safeBuiltins"`
	SafeBins         []string                    `json:"safeBins"`
	Inline           []openClawInline            `json:"inline"`
	Positional       []openClawPositional        `json:"positional"`
	Packages         map[string]*openClawPackage `json:"packages"`
	// SafeBinInterpreters are names that are no good as safe bins; ScriptRunners
	// run scripts as well.
	SafeBinInterpreters []string        `json:"safeBinInterpreters"`
	ScriptRunners       []string        `json:"scriptRunners"`
	Bun                 openClawRuntime `json:"bun"`
	Deno                openClawRuntime `json:"deno"`
	NodeFiles           []string        `json:"nodeFiles"`
}

// openClawNushell has the options of Nushell that others do not have: for its
// text, and those that name a file that is read first.
type openClawNushell struct {
	InlineFlags []string `json:"inlineFlags"`
	Startup     []string `json:"startup"`
}

// openClawPowerShell has PowerShell's options that take the text, a file or an
// encoded text, and those with another value.
type openClawPowerShell struct {
	Command []openClawSwitch `json:"command"`
	File    []openClawSwitch `json:"file"`
	Encoded []openClawSwitch `json:"encoded"`
	Values  []openClawSwitch `json:"values"`
}

// openClawRuntime has the options of Bun or Deno that take a value, those with
// which no approval can be held to one file, and Bun's sub-commands.
type openClawRuntime struct {
	Subcommands []string `json:"subcommands"`
	Values      []string `json:"values"`
	Unbindable  []string `json:"unbindable"`
}

// openClawWrapper is the option grammar of a wrapper that is taken off.
type openClawWrapper struct {
	Names    []string `json:"names"`
	Flags    []string `json:"flags"`
	Values   []string `json:"values"`
	Attached []string `json:"attached"`
	// Operands stand before the command.
	Operands int  `json:"operands"`
	Numeric  bool `json:"numeric"`
	// Exact: an option has no value behind an equals sign.
	Exact bool `json:"exact"`
	// Letters may be combined, LetterValues have a value; case matters in both.
	Letters      string   `json:"letters"`
	LetterValues []string `json:"letterValues"`
	// PlainCommand: the command may not begin with a dash.
	PlainCommand bool `json:"plainCommand"`
	// Writes are options that have the wrapper write a file.
	Writes []string `json:"writes"`
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
	// Abbreviated are options that may be cut short.
	Abbreviated []openClawAbbreviation `json:"abbreviated"`
}

// openClawAbbreviation is an option that may be cut short, down to Least.
type openClawAbbreviation struct {
	Flag  string `json:"flag"`
	Least string `json:"least"`
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
	Exec  []string `json:"exec"`
	Run   []string `json:"run"`
	Known []string `json:"known"`
	// All are the options that it knows anywhere, Direct those before a tool,
	// Leading those before the sub-command when it is taken off, nil for All.
	All     openClawPackageOptions  `json:"all"`
	Direct  openClawPackageOptions  `json:"direct"`
	Leading *openClawPackageOptions `json:"leading"`
}

// openClawPackageOptions are options of a package manager. With those of Context
// the tool comes from elsewhere, or runs elsewhere.
type openClawPackageOptions struct {
	Values       []string `json:"values"`
	ValuesCase   []string `json:"valuesCase"`
	Flags        []string `json:"flags"`
	Context      []string `json:"context"`
	ContextCase  []string `json:"contextCase"`
	ContextFlags []string `json:"contextFlags"`
}

var loadOpenClaw = sync.OnceValue(func() *openClawTables {
	t := &openClawTables{}
	policies.Table("openclaw_exec", t)
	return t
})

// normalToken is the name by which OpenClaw knows a program: the base name in
// lower case, without a Windows suffix. It is the shorter of what POSIX and
// Windows call the base name.
func normalToken(s string) string {
	posix := strings.TrimRight(s, "/")
	posix = posix[strings.LastIndexByte(posix, '/')+1:]
	windows := s
	if len(windows) > 1 && windows[1] == ':' && argv.IsLetter(windows[0]) {
		windows = windows[2:]
	}
	windows = strings.TrimRight(windows, `/\`)
	windows = windows[strings.LastIndexAny(windows, `/\`)+1:]
	if len(windows) < len(posix) {
		posix = windows
	}
	name := strings.ToLower(trimJS(posix))
	for _, suffix := range []string{".exe", ".cmd", ".bat", ".com"} {
		if bare, ok := strings.CutSuffix(name, suffix); ok {
			return bare
		}
	}
	return name
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

func (t *openClawTables) wrapper(name string) *openClawWrapper {
	for i := range t.Wrappers {
		if slices.Contains(t.Wrappers[i].Names, name) {
			return &t.Wrappers[i]
		}
	}
	return nil
}
