package settings

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"github.com/skillctl/skillctl/schema"
)

// Settings is every layer merged.
type Settings struct {
	Lint     Lint     `json:"lint"`
	Exec     Exec     `json:"exec"`
	Run      Run      `json:"run"`
	Catalog  Catalog  `json:"catalog"`
	CodeExec CodeExec `json:"codeExec"`
	Hook     Hook     `json:"hook"`
	Intel    Intel    `json:"intel"`
	// Approvals say how people answer what nobody can be asked where it arises.
	Approvals Approvals `json:"approvals"`
	// AgentZero is what sessions by number go by.
	AgentZero AgentZero `json:"agentzero"`
	Policies  Policies  `json:"policies"`
	// Files are the files that were read, outermost first.
	Files []string `json:"-"`
	// Deprecated says which settings have old names, one line each.
	Deprecated []string `json:"-"`
	// Idle says which keys of another system's configuration have no effect here,
	// one line each.
	Idle []string `json:"-"`

	merged *schema.Merged
	// What With needs: the schema, the layers and the working directory.
	schema *schema.Schema
	layers []schema.Layer
	dir    string
	rules  func(pattern string) ([]string, error)
	// project is the absolute path of the project's settings that were found, ""
	// for none and for those that were named.
	project string
	// ofProject is how places name that file, "" for none.
	ofProject string

	mu   sync.Mutex
	kept map[any]any
}

// Catalog says which skills an agent gets.
type Catalog struct {
	// Profile is by whose rules: "strict", "openclaw".
	Profile string `json:"profile"`
	// Shadowing is what follows when several folders have one name: "allow",
	// "warn", "deny".
	Shadowing string `json:"shadowing"`
}

// Hook says what agents are answered before they call a tool.
type Hook struct {
	// Tools are patterns for names of tools that may be called although nobody knows what
	// they do, Hosts those of hosts that may be fetched from; "*" is any text.
	Tools []string `json:"tools"`
	Hosts []string `json:"hosts"`
	// Deciders are patterns for names of tools that judge by themselves what they are given.
	Deciders []string `json:"deciders"`
	// Enclose has commands that are allowed run inside their boundary.
	Enclose bool `json:"enclose"`
	// ServerRequests are what a server behind `skillctl mcp proxy` may ask of its client:
	// "roots", "sampling", "elicitation".
	ServerRequests []string `json:"serverRequests"`
}

// Approvals say how people answer what nobody can be asked where it arises.
type Approvals struct {
	// Wait is how long such a question waits for an answer from another terminal, such as
	// "50s"; "" is as long as somebody looks there.
	Wait string `json:"wait"`
	// Notify tells of one by a notification of the desktop.
	Notify bool `json:"notify"`
}

// Lint says what lint looks at and how much it minds.
type Lint struct {
	// Dialects are the agents whose format the skills are written in; empty means
	// that they follow from where each skill is.
	Dialects []string `json:"dialects"`
	// Rules changes rules by id, "category/name". Categories and globs are written
	// out, but for those that match nothing.
	Rules map[string]Rule `json:"rules"`
	// FailOn is the severity from which findings make lint fail.
	FailOn string `json:"failOn"`
	// MinConfidence leaves out findings that are less sure.
	MinConfidence string `json:"minConfidence"`
	// Ignore are globs of paths that are not looked at.
	Ignore       []string      `json:"ignore"`
	Suppressions []Suppression `json:"suppressions"`
	// Baseline is the path of the baseline file, "" for none. A relative path
	// in a file is made relative to the working directory.
	Baseline string `json:"baseline"`
}

// Rule changes one rule.
type Rule struct {
	// Level is "off", a severity, or "" for the rule's own.
	Level string `json:"level"`
	// Options by name.
	Options map[string]any `json:"options"`
}

// Suppression silences findings that somebody answers for.
type Suppression struct {
	Rule     string `json:"rule"`
	Path     string `json:"path"`
	Contains string `json:"contains"`
	Reason   string `json:"reason"`
	Owner    string `json:"owner"`
	// Expires is the last day on which it counts, "2006-01-02", or "".
	Expires string `json:"expires"`
}

// Exec says what commands may run.
type Exec struct {
	Profile            string                    `json:"profile"`
	Security           string                    `json:"security"`
	Ask                string                    `json:"ask"`
	AskFallback        string                    `json:"askFallback"`
	Allowlist          []AllowEntry              `json:"allowlist"`
	SafeBins           []string                  `json:"safeBins"`
	SafeBinTrustedDirs []string                  `json:"safeBinTrustedDirs"`
	SafeBinProfiles    map[string]SafeBinProfile `json:"safeBinProfiles"`
	// StrictInlineEval is nil when the profile says.
	StrictInlineEval *bool `json:"strictInlineEval"`
	// ApproveRisk is "never", "high" or "medium": from which risk on a person is
	// asked about programs that the allow-list names.
	ApproveRisk string `json:"approveRisk"`
	// AllowedRoots are absolute.
	AllowedRoots []string `json:"allowedRoots"`
}

// Run is what commands of skillctl itself need to know of the settings for runs;
// the policies draw the boundary from them.
type Run struct {
	// Host and Sandbox say where commands run, and in what.
	Host    string `json:"host"`
	Sandbox string `json:"sandbox"`
	// AllowedHosts and DeniedHosts are patterns of hosts.
	AllowedHosts []string `json:"allowedHosts"`
	DeniedHosts  []string `json:"deniedHosts"`
	// WorkspaceAccess is "rw", "ro" or "none".
	WorkspaceAccess string    `json:"workspaceAccess"`
	Docker          RunDocker `json:"docker"`
	// AllowedWorkspaceRoots and PathPrepend may begin with "~/".
	AllowedWorkspaceRoots []string `json:"allowedWorkspaceRoots"`
	PathPrepend           []string `json:"pathPrepend"`
	// Write are further folders that runs may change; they may begin with "~/".
	Write []string `json:"write"`
	// GitConfig is "ro" or "rw": whether runs may change what git obeys.
	GitConfig string `json:"gitConfig"`
	// Timeout is how long a run may take, such as "30m".
	Timeout string `json:"timeout"`
	// Yield is after how long a run goes on in the background, such as "10s".
	Yield string   `json:"yield"`
	Audit RunAudit `json:"audit"`
	// NotifyOnExit: the end of a run in the background is an event,
	// NotifyOnExitEmptySuccess: also of one that ended well and wrote nothing.
	NotifyOnExit             bool `json:"notifyOnExit"`
	NotifyOnExitEmptySuccess bool `json:"notifyOnExitEmptySuccess"`
	// ApprovalRunningNoticeMs is after how many milliseconds an approved run that
	// goes on is an event; 0 for never.
	ApprovalRunningNoticeMs int `json:"approvalRunningNoticeMs"`
	// Notify is a program that is given each event, with its arguments.
	Notify  []string   `json:"notify"`
	Session RunSession `json:"session"`
	// Channels say how messages for chats are made, by the name of the chat.
	Channels map[string]RunChannel `json:"channels"`
}

// RunSession says how long sessions of code last, and what they keep.
type RunSession struct {
	// MaxDuration is how long a session lasts, such as "600s".
	MaxDuration string `json:"maxDuration"`
	// PersistState: executions find what the ones before them left.
	PersistState bool `json:"persistState"`
}

// RunChannel says how messages for one chat are made.
type RunChannel struct {
	// Enabled is nil where nobody says, which is yes.
	Enabled *bool `json:"enabled"`
	// MaxLength is how long a message may be; 0 for as long as the chat takes.
	MaxLength int `json:"maxLength"`
}

// RunDocker says what containers are shown.
type RunDocker struct {
	// MountWorkspace shows the working directory.
	MountWorkspace bool `json:"mountWorkspace"`
	// WorkspaceAccess is "rw", "ro" or "none", and "" where that of the run holds.
	WorkspaceAccess string `json:"workspaceAccess"`
	// Env are variables of every container.
	Env map[string]string `json:"env"`
}

// Shown reports whether a run sees the working directory.
func (r *Run) Shown(container bool) bool {
	return r.WorkspaceAccess != "none" && (!container || r.Docker.MountWorkspace && r.Docker.WorkspaceAccess != "none")
}

// CodeExec is what commands of skillctl itself need to know of the settings for
// code; the policies judge by them.
type CodeExec struct {
	Python     CodeLanguage `json:"python"`
	JavaScript CodeLanguage `json:"javascript"`
	TypeScript CodeLanguage `json:"typescript"`
}

// CodeLanguage is what settings say of one language.
type CodeLanguage struct {
	// Version is what its interpreter has to be: a text or a number; nil for any.
	Version any `json:"version"`
	// PreinstalledPackages have to be there.
	PreinstalledPackages []string `json:"preinstalledPackages"`
	// Interpreter is what runs it, "" for whatever is there.
	Interpreter string `json:"interpreter"`
	// ESModules is nil where it is left to what runs it.
	ESModules *bool `json:"esModules"`
}

// AgentZero is what commands of skillctl itself need to know of the settings for
// sessions by number; the policies judge by them.
type AgentZero struct {
	// Release is "1.6", "newer" or "" for the newest.
	Release  string            `json:"release"`
	Timeouts AgentZeroTimeouts `json:"timeouts"`
}

// AgentZeroTimeouts are after how long control comes back from what is started,
// and from waiting for more of it.
type AgentZeroTimeouts struct {
	Code   AgentZeroWaits `json:"code"`
	Output AgentZeroWaits `json:"output"`
}

// AgentZeroWaits are lengths of time, such as "30s"; "" for those of the release.
type AgentZeroWaits struct {
	First   string `json:"first"`
	Between string `json:"between"`
	Max     string `json:"max"`
	Dialog  string `json:"dialog"`
}

// RunAudit says what is recorded of runs.
type RunAudit struct {
	// Dir may begin with "~/"; "" is for the state folder of the user.
	Dir       string `json:"dir"`
	LogCode   bool   `json:"logCode"`
	LogOutput bool   `json:"logOutput"`
	// RetentionDays is how long records are kept.
	RetentionDays int `json:"retentionDays"`
}

// AllowEntry is a program that may run, by name or by path with globs.
type AllowEntry struct {
	Pattern string `json:"pattern"`
	// ArgPattern is what the arguments must match, "" for all.
	ArgPattern string `json:"argPattern,omitempty"`
	// AnyArguments: arguments that skillctl does not know are allowed, too.
	AnyArguments bool `json:"anyArguments,omitempty"`
}

// UnmarshalJSON reads an entry that is a string or an object.
func (a *AllowEntry) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		*a = AllowEntry{}
		return json.Unmarshal(text, &a.Pattern)
	}
	type plain AllowEntry
	return json.Unmarshal(text, (*plain)(a))
}

// SafeBinProfile limits the arguments of a safe program. A nil bound is none.
type SafeBinProfile struct {
	MinPositional     *int     `json:"minPositional"`
	MaxPositional     *int     `json:"maxPositional"`
	AllowedValueFlags []string `json:"allowedValueFlags"`
	DeniedFlags       []string `json:"deniedFlags"`
}

// Policies are policies besides the built-in ones.
type Policies struct {
	// Dirs are folders with Rego files; a relative path in a file is made
	// relative to the working directory.
	Dirs []string `json:"dirs"`
}

// Document returns the settings as policies are given them: every key of the
// schema that has a value. The caller may change it. Settings that were not loaded
// have none.
func (s *Settings) Document() map[string]any {
	if s.merged == nil {
		return map[string]any{}
	}
	return clone(s.merged.Value).(map[string]any)
}

// Keep gives what make gave for a key; see [engine.Keeper]. What make is called by may
// not ask for another key.
func (s *Settings) Keep(key any, make func() any) any {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok := s.kept[key]
	if !ok {
		if s.kept == nil {
			s.kept = map[any]any{}
		}
		value = make()
		s.kept[key] = value
	}
	return value
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[k] = clone(v[k])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = clone(v[i])
		}
		return out
	}
	return v
}

// Origin returns where the value at a path was set: a place in a file, or the
// name of a flag. A string is a key, an int an index. ok is false for what is
// built in.
func (s *Settings) Origin(path ...any) (place schema.Place, ok bool) {
	return s.merged.Origin(path...)
}

// typed fills the typed fields from the merged document.
func (s *Settings) typed(dir string) error {
	text, err := json.Marshal(s.merged.Value)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	if err := json.Unmarshal(text, s); err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	if err := s.renamed(); err != nil {
		return err
	}
	if s.Lint.Baseline != "" {
		s.Lint.Baseline = s.beside(dir, s.Lint.Baseline, "lint", "baseline")
	}
	for i, d := range s.Policies.Dirs {
		s.Policies.Dirs[i] = s.beside(dir, d, "policies", "dirs", i)
	}
	return nil
}

// renamed takes lint.hosts, the old name of lint.dialects, where a layer has it.
// Both may stand together only when they say the same.
func (s *Settings) renamed() error {
	old, ok := s.Origin("lint", "hosts")
	if !ok {
		return nil
	}
	var was struct {
		Lint struct {
			Hosts []string `json:"hosts"`
		} `json:"lint"`
	}
	text, err := json.Marshal(s.merged.Value)
	if err == nil {
		err = json.Unmarshal(text, &was)
	}
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	if place, ok := s.Origin("lint", "dialects"); ok && !slices.Equal(s.Lint.Dialects, was.Lint.Hosts) {
		return &schema.MergeError{Problems: []schema.Problem{{
			Place: place, Other: old,
			Message: fmt.Sprintf("lint.dialects and its old name lint.hosts (%s) say different things", old), Hint: "remove lint.hosts",
		}}}
	}
	s.Lint.Dialects = was.Lint.Hosts
	s.Deprecated = append(s.Deprecated, fmt.Sprintf("%s: lint.hosts is deprecated; write lint.dialects instead", old))
	return nil
}

// beside resolves a relative path of a setting from the folder of the file that
// sets it, and writes it relative to dir where it lies below.
func (s *Settings) beside(dir, name string, path ...any) string {
	place, ok := s.Origin(path...)
	if !ok || place.Position.Line == 0 || filepath.IsAbs(name) {
		return name
	}
	full := filepath.Join(filepath.Dir(place.File), name)
	if !filepath.IsAbs(full) {
		return full
	}
	return below(dir, full)
}
