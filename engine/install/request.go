package install

import (
	"maps"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/policy"
)

// Request is what somebody wants to install. The hosts of requests fill in
// what they know; what is missing stays empty.
type Request struct {
	// Host is who asks: "openclaw", or "skillctl" for the command line. Version is
	// the host's, "" when it does not say.
	Host    string `json:"host"`
	Version string `json:"version"`
	// Target is what it is to be called.
	Target Target `json:"target"`
	// Source is nil when the host does not say.
	Source *Source `json:"source,omitempty"`
	// Origin has a "type"; the other keys depend on it.
	Origin map[string]any `json:"origin"`
	Action Action         `json:"action"`
	// Skill says by which installer, for skills; its keys are those of the host
	// besides "installId".
	Skill map[string]any `json:"skill,omitempty"`
	// Plugin is what the host knows of a plugin.
	Plugin *Plugin `json:"plugin,omitempty"`
	// PathKind is "directory" or "file" as the host says, "" when it does not.
	PathKind string `json:"pathKind"`
	// Agents are those that a person says it is for. Root is the names of the folders
	// that lead to the folder of skills that it lies in or goes into; see [RootNames].
	Agents []string `json:"agents,omitempty"`
	Root   []string `json:"root,omitempty"`

	// Path is what is to be judged: a folder, or a file with metadata. It is not
	// part of any answer, which must not depend on the names of temporary folders.
	Path string `json:"-"`
	// Dir is what the folder of a skill will be called, "" for what it is called.
	Dir string `json:"-"`
	// Taken are folders with skills whose names are taken, besides those of the
	// settings.
	Taken []string `json:"-"`
	// Shown is how findings name the folder; "" for names within it.
	Shown string `json:"-"`
	// InstallSpec is the installer of a dependency that is to run, nil for none.
	InstallSpec map[string]any `json:"-"`
	// Lock is what is locked of the same name, nil for nothing.
	Lock *Locked `json:"-"`
	// Keep: what is in the folder may be remembered. It is none that is made for one
	// request.
	Keep bool `json:"-"`
	// From is the folder that somebody named, where Path is a copy of it or lies below
	// it; "" for Path.
	From string `json:"-"`
	// Rulers are files and folders that the gate goes by: nothing that is installed
	// may bring its own.
	Rulers []string `json:"-"`
}

// RootNames are the names of the folders on the way to a folder of skills, that one the
// last: of where it is, whatever links lead there.
func RootNames(folder string) []string {
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	abs, err := filepath.Abs(folder)
	if err != nil {
		return nil
	}
	return strings.FieldsFunc(filepath.ToSlash(abs), func(c rune) bool { return c == '/' })
}

// Target is what something is installed as.
type Target struct {
	// Type is "skill" or "plugin", or what else the host wrote.
	Type string `json:"type"`
	Name string `json:"name"`
}

// Source is what the host says of where it got it from. Nothing of it is
// trusted by itself.
type Source struct {
	Kind      string `json:"kind"`
	Authority string `json:"authority"`
	// Mutable and Network are true when the host does not say.
	Mutable bool `json:"mutable"`
	Network bool `json:"network"`
}

// Action is what is to be done: "skill-install", "plugin-npm" …; "install"
// or "update"; and what the user typed.
type Action struct {
	Kind      string `json:"kind"`
	Mode      string `json:"mode"`
	Specifier string `json:"specifier"`
}

// Plugin is what a host says of a plugin.
type Plugin struct {
	// Content is "package", "bundle", "file" or "dependency-tree".
	Content    string   `json:"content"`
	ID         string   `json:"id"`
	Package    string   `json:"package"`
	Manifest   string   `json:"manifest"`
	Version    string   `json:"version"`
	Extensions []string `json:"extensions"`
}

// Locked is what a lock file has of something that is installed.
type Locked struct {
	Digest string `json:"digest"`
	Signer string `json:"signer"`
	// Signed: a signature lies in it, whoever it is by.
	Signed       bool         `json:"signed"`
	Capabilities Capabilities `json:"capabilities"`
}

// installInput is #InstallInput of schema/install.cue.
type installInput struct {
	Kind     string        `json:"kind"`
	Request  installAsked  `json:"request"`
	Settings policy.Value  `json:"settings"`
	Facts    *installFacts `json:"facts"`
}

// installAsked is a request as policies see it.
type installAsked struct {
	Request
	// Path says whether one was given.
	Path bool `json:"path"`
}

// asked is the request as policies see it.
func (r *Request) asked() installAsked {
	out := installAsked{Request: *r, Path: r.Path != ""}
	if out.Origin == nil {
		out.Origin = map[string]any{}
	}
	if kind, ok := out.Origin["type"].(string); !ok {
		origin := map[string]any{}
		maps.Copy(origin, out.Origin)
		origin["type"] = kind
		out.Origin = origin
	}
	if out.Plugin != nil && out.Plugin.Extensions == nil {
		plugin := *out.Plugin
		plugin.Extensions = []string{}
		out.Plugin = &plugin
	}
	return out
}
