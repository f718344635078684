package install

import (
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/engine/flow"
	"github.com/skillctl/skillctl/engine/host/openclaw"
	"github.com/skillctl/skillctl/engine/skill"
)

// Capabilities are what a skill asks for: what its manifest demands, and what its
// text and scripts name. What it really does can be less or more; that a list
// grows is what is worth knowing. Lists are sorted and never nil.
type Capabilities struct {
	Programs    []string `json:"programs"`
	Hosts       []string `json:"hosts"`
	Paths       []string `json:"paths"`
	Tools       []string `json:"tools"`
	Environment []string `json:"environment"`
}

// The bounds of what is looked at for capabilities: bytes of one script, bytes of
// all, and entries of one list.
const (
	maxCapabilityText  = 64 << 10
	maxCapabilityBytes = 4 << 20
	maxCapabilities    = 500
)

// capabilityPatterns find what a text names.
type capabilityPatterns struct{ address, path, variable, lookup *regexp.Regexp }

var findCapabilities = sync.OnceValue(func() capabilityPatterns {
	return capabilityPatterns{
		address:  regexp.MustCompile(`(?i)\b(?:https?|wss?|ftp|ssh|git)://(?:[^/\s@"'<>]*@)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)`),
		path:     regexp.MustCompile(`(?:^|[\s"'=(:>])((?:~|\$HOME|\$\{HOME\})/[A-Za-z0-9._+@/-]+|/(?:etc|var|usr|opt|srv|home|root|proc|sys|dev|run|mnt|Library|Users)/[A-Za-z0-9._+@/-]+)`),
		variable: regexp.MustCompile(`\$\{?([A-Z][A-Z0-9_]{2,})`),
		lookup:   regexp.MustCompile(`(?:environ(?:\.get)?\s*[\[(]\s*|getenv\s*\(\s*|process\.env(?:\.|\s*\[\s*))["'` + "`" + `]?([A-Z][A-Z0-9_]{2,})`),
	}
})

// gatherer collects capabilities while a package is read.
type gatherer struct {
	programs, hosts, paths, tools, environment map[string]bool
	bytes                                      int
}

func newGatherer() *gatherer {
	return &gatherer{
		programs: map[string]bool{}, hosts: map[string]bool{}, paths: map[string]bool{}, tools: map[string]bool{}, environment: map[string]bool{},
	}
}

// visit takes down what a file of the package names. It is a visitor of
// [skill.Inventory].
func (g *gatherer) visit(f *skill.File, text []byte) {
	if len(text) > maxCapabilityText || g.bytes+len(text) > maxCapabilityBytes || !utf8.Valid(text) {
		text = text[:min(len(text), maxCapabilityText, max(0, maxCapabilityBytes-g.bytes))]
		if len(text) == 0 || strings.IndexByte(string(text), 0) >= 0 {
			return
		}
	}
	g.bytes += len(text)
	whole := string(text)
	g.addresses(whole)
	if f.Ext == ".md" && f.Shebang == nil {
		return
	}
	g.script(whole)
	if f.IsShellScript() {
		g.commands(whole)
	}
}

// isShellFence reports whether a block of code is marked as a shell's.
func isShellFence(lang string) bool {
	lang = strings.ToLower(lang)
	return flow.IsShell(lang) || lang == "shell" || lang == "console"
}

func (g *gatherer) addresses(text string) {
	for _, found := range findCapabilities().address.FindAllStringSubmatch(text, maxCapabilities) {
		g.hosts[strings.ToLower(found[1])] = true
	}
}

// script takes down what code names.
func (g *gatherer) script(text string) {
	patterns := findCapabilities()
	for _, found := range patterns.path.FindAllStringSubmatch(text, maxCapabilities) {
		g.paths[found[1]] = true
	}
	for _, pattern := range []*regexp.Regexp{patterns.variable, patterns.lookup} {
		for _, found := range pattern.FindAllStringSubmatch(text, maxCapabilities) {
			g.environment[found[1]] = true
		}
	}
}

// commands takes down the programs of a shell text.
func (g *gatherer) commands(text string) {
	for _, c := range analysis.Text(text).Commands {
		if base := c.Base; c.Role == "program" && base != "" && !strings.ContainsAny(base, " \t\n") {
			g.programs[base] = true
		}
	}
}

// manifest takes down what a manifest demands, and the examples in it.
func (g *gatherer) manifest(read *skill.Skill) {
	for _, fence := range read.Body.Fences {
		start, end := fence.Inner.Start.Offset, fence.Inner.End.Offset
		if start < 0 || end > len(read.Manifest.Source) || start >= end {
			continue
		}
		text := string(read.Manifest.Source[start:end])
		g.script(text)
		if isShellFence(fence.Lang) && len(text) <= maxCapabilityText {
			g.commands(text)
		}
	}
	if tools, ok := read.Front.Fields["allowed-tools"]; ok {
		g.allowed(tools.Value)
	}
	if host := openclaw.Read(read); host != nil {
		for _, list := range [][]string{host.Requires.Bins, host.Requires.AnyBins} {
			g.addAll(g.programs, list)
		}
		g.addAll(g.environment, host.Requires.Env)
		g.addAll(g.environment, []string{host.PrimaryEnv})
		if host.Dispatch != nil {
			g.addAll(g.tools, []string{host.Dispatch.Tool})
		}
		for _, installer := range host.Install {
			g.addAll(g.programs, installer.Bins)
			if address, err := url.Parse(installer.Target); installer.Kind == "download" && err == nil && address.Host != "" {
				g.hosts[strings.ToLower(address.Hostname())] = true
			}
		}
	}
}

// allowed takes down the tools of the front matter: a list, or names apart by
// commas or blanks outside brackets.
func (g *gatherer) allowed(value any) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			if text, ok := item.(string); ok {
				g.addAll(g.tools, []string{strings.TrimSpace(text)})
			}
		}
	case string:
		depth := 0
		g.addAll(g.tools, strings.FieldsFunc(value, func(r rune) bool {
			switch r {
			case '(':
				depth++
			case ')':
				depth--
			}
			return depth <= 0 && (r == ',' || r == ' ' || r == '\n' || r == '\t')
		}))
	}
}

func (g *gatherer) addAll(into map[string]bool, list []string) {
	for _, item := range list {
		if item != "" {
			into[item] = true
		}
	}
}

func (g *gatherer) capabilities() Capabilities {
	return Capabilities{
		Programs: sortedSet(g.programs), Hosts: sortedSet(g.hosts), Paths: sortedSet(g.paths),
		Tools: sortedSet(g.tools), Environment: sortedSet(g.environment),
	}
}

// sortedSet are the members of a set, the first of them when there are too many.
func sortedSet(set map[string]bool) []string {
	out := slices.AppendSeq(make([]string, 0, len(set)), maps.Keys(set))
	slices.Sort(out)
	return out[:min(len(out), maxCapabilities)]
}
