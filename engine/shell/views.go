package shell

import "github.com/skillctl/skillctl/engine/document"

// OpenClawView is a command as OpenClaw 2026.9.6 analyses it: a tree-sitter
// parse that gives up on any risky construct, then a plan for each segment.
type OpenClawView struct {
	// OK is false when the text is "unanalyzable"; Reason is then the first
	// reason in OpenClaw's own words ("redirect", "dynamic-argument" …).
	OK     bool           `json:"ok"`
	Reason string         `json:"reason"`
	Span   *document.Span `json:"span,omitempty"`
	// Segments are the commands between && || ; newline | |&.
	Segments []OpenClawSegment `json:"segments"`
	// Control is what the control guard finds: "approve", "channels-login" or "".
	Control string `json:"control"`
	// Heredoc is true when some argument begins with "<<", quoted or not.
	Heredoc bool `json:"heredoc"`
	// Preflight is why the script preflight refuses, or "".
	Preflight string `json:"preflight"`
}

// OpenClawSegment is one command of a chain.
type OpenClawSegment struct {
	Raw  string   `json:"raw"`
	Argv []string `json:"argv"`
	// Op joins it to the segment before it: "&&", "||", ";", "|", or "".
	Op string `json:"op"`
	// Trust is "executable", "exact-command" or "prompt-only"; Reasons are why.
	Trust   string   `json:"trust"`
	Reasons []string `json:"reasons"`
	// Transport is "direct" or "shell-wrapper": the segment came out of -c.
	Transport string `json:"transport"`
	// Shell is the index in Carriers of the shell whose -c text held it, -1
	// when it stood in the command itself.
	Carrier int `json:"carrier"`
	// Plan is the argv after wrappers are removed.
	Plan OpenClawPlan `json:"plan"`
	// Resolution is the program of the plan on the exec PATH.
	Resolution OpenClawResolution `json:"resolution"`
	// InlineEval names the strict-inline-eval hit ("python3 -c"), "" for none.
	InlineEval string `json:"inline_eval"`
	// Script is the path of a shell's script operand, made absolute, "" for
	// none; ScriptResolution resolves it.
	Script           string              `json:"script"`
	ScriptResolution *OpenClawResolution `json:"script_resolution,omitempty"`
	// Runner is the tool that a package runner names ("npx ls"): its argv, and
	// whether the runner's options make it a miss.
	Runner *OpenClawRunner `json:"runner,omitempty"`
	// Builtin is true for the builtins that need no entry (: cd false pwd test
	// true and [).
	Builtin bool `json:"builtin"`
	// Expands is true when an argument has an unquoted glob, brace or tilde, so
	// that the enforced text cannot be rendered.
	Expands bool          `json:"expands"`
	Span    document.Span `json:"span"`
}

// OpenClawPlan is what is left of an argv when wrappers are taken off.
type OpenClawPlan struct {
	Argv           []string `json:"argv"`
	PolicyArgv     []string `json:"policyArgv"`
	Wrappers       []string `json:"wrappers"`
	Blocked        bool     `json:"blocked"`
	BlockedWrapper string   `json:"blockedWrapper"`
	ShellWrapper   bool     `json:"shellWrapper"`
	// InlineCommand is the -c text, nil for none.
	InlineCommand *string `json:"inlineCommand"`
}

// OpenClawResolution is a program name resolved as OpenClaw resolves it.
type OpenClawResolution struct {
	Raw  string `json:"raw"`
	Path string `json:"path"`
	Real string `json:"real"`
	Name string `json:"name"`
}

// OpenClawRunner is a package runner's tool.
type OpenClawRunner struct {
	Argv []string `json:"argv"`
	Miss bool     `json:"miss"`
}

// ZeroClawView is a command as ZeroClaw 15d28660 scans it, character by
// character: every field is the raw input of one of its gates.
type ZeroClawView struct {
	Dialect Dialect `json:"dialect"`
	// Gates holds, for each gate that is about text alone, whether it fires,
	// under ZeroClaw's own name: "backtick", "variable_or_command_expansion",
	// "process_substitution", "output_redirect", "input_redirect", "tee",
	// "background_ampersand". Spans says where the first cause stands.
	Gates map[string]bool          `json:"gates"`
	Spans map[string]document.Span `json:"spans"`
	// Segments are the parts between its separators, empty ones left out.
	Segments []ZeroClawSegment `json:"segments"`
	// PathTokens are the words that its path gate looks at, in its order.
	PathTokens []ZeroClawToken `json:"path_tokens"`
	// Lower is the command in lower case, for its substring checks.
	Lower string `json:"lower"`
}

// ZeroClawSegment is one part of a command.
type ZeroClawSegment struct {
	Raw string `json:"raw"`
	// Word is the first word after assignments, Path the same with wrapping
	// quotes and what follows < or > cut, Base its base name in lower case.
	Word string `json:"word"`
	Path string `json:"path"`
	Base string `json:"base"`
	// Args are the other whitespace-separated tokens, Lower the same in lower
	// case.
	Args  []string      `json:"args"`
	Lower []string      `json:"lower"`
	Span  document.Span `json:"span"`
}

// ZeroClawToken is a token of the path gate.
type ZeroClawToken struct {
	Raw  string        `json:"raw"`
	Path string        `json:"path"`
	Span document.Span `json:"span"`
}
