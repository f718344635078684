package skills

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/resolve"
)

// watchLine is a line of `skillctl watch --json`.
type watchLine struct {
	// Event is "snapshot" (the first line), "added", "removed", "moved",
	// "edited", "judged", "new" and "resolved" (findings), "config" (it came or
	// went: "gone" or "read"), "prompt" (of all skills together), "root" (a folder did: "come" or "gone"), "done"
	// (the end of what follows from one batch of changes) or "error".
	Event string `json:"event"`
	// Of the snapshot.
	Agent     string       `json:"agent,omitempty"`
	Profile   string       `json:"profile,omitempty"`
	Config    string       `json:"config,omitempty"`
	Workspace string       `json:"workspace,omitempty"`
	Roots     []watchRoots `json:"roots,omitempty"`
	Skills    []watchSkill `json:"skills,omitempty"`
	// Of a change: the name, what is there now and what was, and whether it is
	// the skill that counts.
	Name   string      `json:"name,omitempty"`
	Wins   *bool       `json:"wins,omitempty"`
	Now    *watchSkill `json:"now,omitempty"`
	Before *watchSkill `json:"before,omitempty"`
	Why    string      `json:"why,omitempty"`
	// Of a finding.
	Finding *engine.Finding `json:"finding,omitempty"`
	// Of a root.
	Root *watchRoots `json:"root,omitempty"`
	// Of the end: what changed, how many roots were searched and how many skills
	// judged anew.
	Changed  []string `json:"changed,omitempty"`
	Searched *int     `json:"searched,omitempty"`
	Judged   *int     `json:"judged,omitempty"`
	Message  string   `json:"message,omitempty"`
}

type watchRoots struct {
	Path   string `json:"path"`
	Source string `json:"source"`
	Exists bool   `json:"exists"`
}

type watchSkill struct {
	Name    string `json:"name"`
	File    string `json:"file"`
	Source  string `json:"source"`
	State   string `json:"state"`
	Offered bool   `json:"offered"`
	// InPrompt: the prompt of the model names it; left out where that is not known.
	InPrompt *bool  `json:"inPrompt,omitempty"`
	Rule     string `json:"rule,omitempty"`
	Digest   string `json:"digest,omitempty"`
}

func skillLine(host *product.Host, r *resolve.Resolution, skill *resolve.Skill) *watchSkill {
	if skill == nil {
		return nil
	}
	name := filepath.Base(skill.Path)
	if skill.Skill != nil && skill.Skill.Name != "" {
		name = skill.Skill.Name
	}
	return &watchSkill{
		Name: name, File: r.File(skill), Source: r.Roots[skill.Root].Source, State: skill.State, Offered: skill.Offered, InPrompt: inPrompt(host, skill),
		Rule: skill.Rule, Digest: skill.Identity().Digest,
	}
}

// first says what the agent gets at the beginning.
func (w *watcher) first() error {
	r := w.last
	winners := r.Winners()
	offered, there := 0, 0
	for _, skill := range winners {
		if skill.Offered {
			offered++
		}
	}
	for i := range r.Roots {
		if r.Roots[i].Real != "" {
			there++
		}
	}
	if off, ok := w.config.Root.At("skills", "load", "watch").Interface().(bool); ok && !off {
		w.notify("skills.load.watch is off in %s: OpenClaw sees changes at its next start", w.shown(w.config.File))
	}
	if w.json {
		line := watchLine{Event: "snapshot", Agent: r.Agent.ID, Profile: r.Profile, Config: r.Config, Workspace: r.Workspace}
		for i := range r.Roots {
			line.Roots = append(line.Roots, watchRoots{r.Roots[i].Path, r.Roots[i].Source, r.Roots[i].Real != ""})
		}
		for _, skill := range winners {
			line.Skills = append(line.Skills, *skillLine(w.host, r, skill))
		}
		return kit.WriteLine(w.factory.IO, line)
	}
	w.notify("%s: %s of %s loaded, profile %s; watching %s and the configuration (existing folders: %d)",
		whose(w.host, r, w.agent), fmt.Sprint(offered), layout.Count(len(winners), "skill"), r.Profile, layout.Count(len(r.Roots), "folder"), there)
	for _, note := range r.Prompt.Notes() {
		w.notify("%s", note.Message)
	}
	for _, name := range w.others(w.host) {
		if flag := productFlag(name); flag != "" {
			w.notify("%s is set up here, too, and is not watched: `skillctl watch %s` watches it", name, flag)
		}
	}
	return nil
}

// tellChanges says what is different about the skills that count, and then
// about the others.
func (w *watcher) tellChanges(before *resolve.Resolution) error {
	var text strings.Builder
	for _, c := range w.last.Steps(before) {
		if w.json {
			line := watchLine{Event: c.Kind, Name: c.Name, Wins: &c.Wins, Why: c.Why, Now: skillLine(w.host, w.last, c.After), Before: skillLine(w.host, before, c.Before)}
			if err := kit.WriteLine(w.factory.IO, line); err != nil {
				return err
			}
			continue
		}
		at := c.After
		if at == nil {
			at = c.Before
		}
		fmt.Fprintf(&text, "%-8s  %s  %s  %s\n", c.Kind, format.Escape(c.Name), format.Escape(w.shown(at.Path)), format.Escape(fromFolder(c.Why, w.host.Cwd)))
	}
	if why := w.last.PromptChange(before); why != "" {
		if w.json {
			return kit.WriteLine(w.factory.IO, watchLine{Event: "prompt", Why: why})
		}
		fmt.Fprintf(&text, "%-8s  %s\n", "prompt", why)
	}
	return kit.WriteText(w.factory.IO, text.String())
}

// fromFolder writes the paths of a text that are below a folder from there, as
// [watcher.shown] does.
func fromFolder(text, folder string) string {
	prefix := strings.TrimSuffix(folder, string(filepath.Separator)) + string(filepath.Separator)
	if len(prefix) < 2 {
		return text
	}
	var out strings.Builder
	for start := true; ; start = false {
		at := strings.Index(text, prefix)
		if at < 0 {
			return out.String() + text
		}
		out.WriteString(text[:at])
		// Within another path it says something else.
		if at > 0 && !strings.ContainsRune(" \"'(,:", rune(text[at-1])) || at == 0 && !start {
			out.WriteString(prefix)
		}
		text = text[at+len(prefix):]
	}
}

// findingLine is how a finding is told; nil where it is told as text.
func (w *watcher) findingLine() func(string, *engine.Finding) any {
	if !w.json {
		return nil
	}
	return func(event string, f *engine.Finding) any { return watchLine{Event: event, Finding: f} }
}

// done ends what follows from one batch of changes.
func (w *watcher) done(changed []string, judged int) error {
	if !w.json {
		return nil
	}
	line := watchLine{Event: "done", Searched: &w.last.Searched, Judged: &judged}
	for _, name := range changed {
		line.Changed = append(line.Changed, w.shown(name))
	}
	return kit.WriteLine(w.factory.IO, line)
}
