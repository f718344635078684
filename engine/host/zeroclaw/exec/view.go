package zeroclawexec

import (
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/internal/document"
)

// View is a command as ZeroClaw 15d28660 (2026-08-22) scans it,
// character by character: every field is the raw input of one of its gates.
type View struct {
	Dialect command.Dialect `json:"dialect"`
	// Gates holds, for each gate that is about the text alone, whether it fires:
	// "backtick", "variable_or_command_expansion", "process_substitution",
	// "output_redirect", "input_redirect", "tee", "background_ampersand". Spans
	// says where the first cause stands, for those that fire.
	Gates map[string]bool          `json:"gates"`
	Spans map[string]document.Span `json:"spans"`
	// Grammar is false when its bounded PowerShell grammar rejects the text;
	// Segments is then empty. Variables is false when a variable is more than
	// $Name or $Name.Property. Both are true in other dialects.
	Grammar   bool `json:"grammar"`
	Variables bool `json:"variables"`
	// Segments are the parts between its separators, empty ones left out.
	Segments []Segment `json:"segments"`
	// Commands is false when no segment has a word behind its assignments.
	Commands bool `json:"commands"`
	// PathTokens are the texts that its path gate looks at, in its order; the
	// first that is not allowed is the one that it names.
	PathTokens []Token `json:"pathTokens"`
	// Roots are the working directory and the roots of [analysis.WithPaths] that lead
	// elsewhere by links, with where they lead.
	Roots map[string]string `json:"roots"`
}

// Segment is one part of a command.
type Segment struct {
	Raw string `json:"raw"`
	// Part is the segment behind its leading assignments, Lower the same in
	// lower case, Skipped the assignments.
	Part    string   `json:"part"`
	Lower   string   `json:"lower"`
	Skipped []string `json:"skipped"`
	// Word is the first word as written; Executable the same without wrapping
	// quotes and what follows < or >; Base its base name in lower case; RiskBase
	// the base name that the risk classes see: quotes and redirects stay.
	Word       string `json:"word"`
	Executable string `json:"executable"`
	Base       string `json:"base"`
	RiskBase   string `json:"riskBase"`
	// Args are the other white-space-separated tokens, ArgsLower the same in
	// lower case.
	Args      []string `json:"args"`
	ArgsLower []string `json:"argsLower"`
	// Of PowerShell: the name has a batch suffix, or a script suffix; some
	// argument names a provider; the segment has a "$".
	Batch    bool          `json:"batch"`
	Script   bool          `json:"script"`
	Provider bool          `json:"provider"`
	Dollar   bool          `json:"dollar"`
	Span     document.Span `json:"span"`
	// WordSpan and ArgSpans are the places of Word and Args.
	WordSpan document.Span   `json:"wordSpan"`
	ArgSpans []document.Span `json:"argSpans"`
}

// Token is a text that the path gate looks at.
type Token struct {
	// Path is the text, wrapping quotes removed. Executable is true for the
	// first word, which an allow-list entry that is a path exempts.
	Path       string `json:"path"`
	Executable bool   `json:"executable"`
	// Segment is the index of its segment.
	Segment int `json:"segment"`
	// Real is the path with links resolved against the workspace, and
	// Resolved false when that failed; only when WithPaths is given.
	Real     string        `json:"real,omitempty"`
	Resolved bool          `json:"resolved"`
	Span     document.Span `json:"span"`
}
