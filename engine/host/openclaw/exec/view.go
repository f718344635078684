package openclawexec

import (
	"github.com/skillctl/skillctl/internal/document"
)

// View is a command as OpenClaw 2026.9.6 analyses it on a POSIX host: a
// tree-sitter parse that gives up on any risky construct, then a plan for each
// segment. Programs are resolved only when WithOpenClaw is given.
type View struct {
	// OK is false when the text is "unanalyzable"; Reason is then the first
	// reason in OpenClaw's own words ("redirect", "dynamic-argument" …).
	OK     bool           `json:"ok"`
	Reason string         `json:"reason"`
	Span   *document.Span `json:"span,omitempty"`
	// Segments are the commands between && || ; newline | |&. When OK is false
	// they are all the commands that were found, for strict inline eval only.
	Segments []Segment `json:"segments"`
	// Control is what the control guard finds: "approve", "channels-login" or "".
	Control string `json:"control"`
	// Heredoc is true when some argument begins with "<<", quoted or not.
	Heredoc bool `json:"heredoc"`
	// Preflight is "complex-interpreter" when the script preflight would refuse
	// the command, else "".
	Preflight string `json:"preflight"`
	// Bleed is a variable of the shell in the script that Python would run, nil
	// for none.
	Bleed *Bleed `json:"bleed,omitempty"`
	// Rendered is the text that would run, every program that was found replaced
	// by its real path and wrappers dropped; nil when it cannot be rendered,
	// RenderError says why: "expansion", "payload", "blocked", or "unresolved"
	// when programs were not looked up at all.
	Rendered    *string `json:"rendered"`
	RenderError string  `json:"renderError"`
	// Binding is why an approval could not be tied to the command, "" when it
	// could: see the Binding constants.
	Binding string `json:"binding"`
	// Workdir is true when the working directory is a folder; TrustedDirs are
	// where safe bins are trusted. Both need WithOpenClaw.
	Workdir     bool     `json:"workdir"`
	TrustedDirs []string `json:"trustedDirs"`
	// Home is the folder that ~ stands for in a pattern, "" for none.
	Home string `json:"home"`
}

// Segment is one command of a chain.
type Segment struct {
	Raw  string   `json:"raw"`
	Argv []string `json:"argv"`
	// Op joins it to the segment behind it: "&&", "||", ";", "|", or "".
	Op string `json:"op"`
	// Trust is "executable", "exact-command" or "prompt-only"; Reasons are why:
	// "shell-env-assignment", "command-carrier", "shell-wrapper-through-carrier",
	// "eval", "source", "alias", "inline-eval", "command-substitution" …
	Trust   string   `json:"trust"`
	Reasons []string `json:"reasons"`
	// Transport is "direct" or "shell-wrapper": the segment came out of -c.
	Transport string `json:"transport"`
	// Plan is the argv with wrappers taken off; Policy and Execution are the
	// programs that an allow-list entry and a safe bin are matched against.
	Plan      Plan       `json:"plan"`
	Policy    Resolution `json:"policy"`
	Execution Resolution `json:"execution"`
	// Match is the argv that an allow-list entry is matched against, package
	// runners taken off; nil when a package runner makes it a miss.
	Match *Match `json:"match"`
	// InlineEval names the strict-inline-eval hit ("python3 -c"), "" for none.
	InlineEval string `json:"inlineEval"`
	// Builtin is true for the builtins that need no entry (: cd false pwd test
	// true and [ … ]).
	Builtin bool `json:"builtin"`
	// Expands is true when an argument has an unquoted glob, brace or tilde, so
	// that the enforced text cannot be rendered.
	Expands bool          `json:"expands"`
	Span    document.Span `json:"span"`
}

// Plan is what is left of an argv when wrappers are taken off.
type Plan struct {
	Argv           []string `json:"argv"`
	PolicyArgv     []string `json:"policyArgv"`
	Wrappers       []string `json:"wrappers"`
	Blocked        bool     `json:"blocked"`
	BlockedWrapper *string  `json:"blockedWrapper"`
	ShellWrapper   bool     `json:"shellWrapper"`
	// InlineCommand is the -c text that can be bound, nil for none.
	InlineCommand *string `json:"inlineCommand"`
}

// Match is what an allow-list entry is matched against.
type Match struct {
	Argv   []string   `json:"argv"`
	Policy Resolution `json:"policy"`
	// SameTarget: policy target and execution target are one program.
	SameTarget bool `json:"sameTarget"`
	// Shell: it is a shell, so that the entry must have an argPattern or be "*"
	// when there are arguments. InlineCommand: the text of -c. Positional: that
	// text is $0 "$@" and nothing else, so the shell itself never matches.
	Shell         bool    `json:"shell"`
	InlineCommand *string `json:"inlineCommand"`
	Positional    bool    `json:"positional"`
	// Carried is the program that $0 stands for; Script the script operand of a
	// shell with its arguments. Either may be matched instead of the shell.
	// CarriesAll: it is run with exactly the operands, so that an entry for some
	// arguments can hold.
	Carried     *Resolution `json:"carried,omitempty"`
	CarriedArgv []string    `json:"carriedArgv,omitempty"`
	CarriesAll  bool        `json:"carriesAll"`
	Script      *Resolution `json:"script,omitempty"`
	ScriptArgv  []string    `json:"scriptArgv,omitempty"`
	// Digests are what "always allow here" keeps of the working directory and of
	// Argv, CarriedArgv and ScriptArgv.
	Digest        string `json:"digest"`
	CarriedDigest string `json:"carriedDigest"`
	ScriptDigest  string `json:"scriptDigest"`
}

// Resolution is a program name resolved as OpenClaw resolves it: Raw
// as typed and trimmed, Path as found on PATH, Real with links resolved, Name
// the base name of Path or else of Raw. Path and Real are "" when not found;
// Candidate is Path, or for a name with a slash the path that it would have.
type Resolution struct {
	Raw       string `json:"raw"`
	Path      string `json:"path"`
	Real      string `json:"real"`
	Name      string `json:"name"`
	Candidate string `json:"candidate"`
}
