package lint

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw"
	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/jsontable"
)

// setFacts is #SetFacts of schema/lint.cue: what is so about everything that
// one run found.
type setFacts struct {
	Skills  []setSkill  `json:"skills"`
	Configs []setConfig `json:"configs"`
	Links   []setLink   `json:"links"`
	Roots   []*setRoot  `json:"roots"`
	// Overlaps are pairs of skills whose descriptions are alike.
	Overlaps []skill.Overlap `json:"overlaps"`
}

// leastOverlap is the part of their words that two descriptions share before
// rules hear of them; the rules have a limit of their own above it.
const leastOverlap = 0.5

// setSkill is a skill as the rules about the whole run see it.
type setSkill struct {
	Path        string            `json:"path"`
	Name        string            `json:"name"`
	Dir         string            `json:"dir"`
	Description string            `json:"description"`
	File        string            `json:"file"`
	Host        map[string]string `json:"host"`
	Root        string            `json:"root"`
	Rel         string            `json:"rel"`
	Inside      string            `json:"inside"`
	Unseen      string            `json:"unseen"`
	OpenClaw    *setOpenClaw      `json:"openclaw,omitempty"`
	Place       *setPlace         `json:"place,omitempty"`
}

// setOpenClaw is how OpenClaw calls a skill, and what it asks for.
type setOpenClaw struct {
	Name          string   `json:"name"`
	Key           string   `json:"key"`
	KeyFrom       string   `json:"keyFrom"`
	Command       string   `json:"command"`
	UserInvocable bool     `json:"userInvocable"`
	PrimaryEnv    string   `json:"primaryEnv"`
	Env           []string `json:"env"`
}

type setConfig struct {
	File  string       `json:"file"`
	Kind  catalog.Kind `json:"kind"`
	Value any          `json:"value"`
}

type setLink struct {
	Path     string        `json:"path"`
	Root     string        `json:"root"`
	Target   string        `json:"target"`
	Resolved string        `json:"resolved"`
	Dangling bool          `json:"dangling"`
	Loop     bool          `json:"loop"`
	Unread   bool          `json:"unread"`
	OpenClaw *linkOpenClaw `json:"openclaw,omitempty"`
}

// linkOpenClaw says where a link stands in a root, and whether what it leads to
// is inside that root or in one of skills.load.allowSymlinkTargets.
type linkOpenClaw struct {
	Root    string `json:"root"`
	Rel     string `json:"rel"`
	Inside  bool   `json:"inside"`
	Allowed bool   `json:"allowed"`
}

func memberOf(found *catalog.Skill, read *skill.Skill) setSkill {
	member := setSkill{
		Path: found.Path, Name: NameOf(read), Dir: read.Dir, File: read.Manifest.File,
		Description: read.Front.Host["description"], Host: map[string]string{},
		Root: found.Root, Rel: found.Rel, Inside: found.Inside, Unseen: found.Unseen,
	}
	if host := openclaw.Read(read); host != nil {
		member.OpenClaw = &setOpenClaw{
			Name: host.Name, Key: host.Key, KeyFrom: host.KeyFrom, Command: host.Command,
			UserInvocable: host.UserInvocable, PrimaryEnv: host.PrimaryEnv, Env: host.Requires.Env,
		}
	}
	return member
}

// set judges what can only be seen over the whole run: names that clash, and
// settings that match nothing.
func (r *run) set(ctx context.Context) error {
	roots := r.roots()
	facts := setFacts{Skills: []setSkill{}, Configs: []setConfig{}, Links: []setLink{}, Roots: roots}
	for i := range r.results {
		member := r.results[i].Member
		if root, place := placeIn(roots, r.found.Skills[i].Real); root != nil {
			member.Place = place
			root.Skills++
			root.Own = root.Own || place.Depth == 0 && member.File == "SKILL.md"
		}
		facts.Skills = append(facts.Skills, member)
	}
	for _, result := range r.settings {
		facts.Configs = append(facts.Configs, setConfig{File: result.Path, Kind: catalog.Kind(result.Kind), Value: result.value})
	}
	for _, link := range r.found.Links {
		facts.Links = append(facts.Links, r.linkFacts(roots, link))
	}
	texts := make([]string, len(facts.Skills))
	for i := range facts.Skills {
		texts[i] = facts.Skills[i].Description
	}
	facts.Overlaps = skill.Overlaps(texts, leastOverlap)
	answers, err := r.askSet(ctx, &facts)
	if err != nil {
		return err
	}
	r.others = r.linter.findings(answers, &setUnit{run: r})
	return nil
}

// askSet asks the rules about the run, or remembers what they said of the same
// facts before: compiling them is most of the time of a run in which all skills
// are known.
func (r *run) askSet(ctx context.Context, facts *setFacts) ([]answer, error) {
	var answers []answer
	in := r.ofAll()
	if r.linter.cache == nil {
		return r.ask(ctx, &lintInput{Kind: "set", Set: facts}, in)
	}
	text, err := json.Marshal([]any{facts, in.Judged, in.Likely})
	if err != nil {
		return nil, fmt.Errorf("encode facts of the run: %w", err)
	}
	sum := sha256.Sum256(append([]byte("set\x00"+r.linter.identity+"\x00"), text...))
	key := hex.EncodeToString(sum[:])
	if known, ok := r.linter.cache.Get(key); ok && jsontable.Decode(string(known), &answers) == nil {
		return answers, nil
	}
	if answers, err = r.ask(ctx, &lintInput{Kind: "set", Set: facts}, in); err != nil {
		return nil, err
	}
	if text, err := json.Marshal(answers); err == nil {
		r.linter.cache.Put(key, text)
	}
	return answers, nil
}

func (r *run) linkFacts(roots []*setRoot, link catalog.Link) setLink {
	facts := setLink{
		Path: link.Path, Root: link.Root, Target: link.Target,
		Resolved: link.Resolved, Dangling: link.Dangling, Loop: link.Loop, Unread: link.Unread,
	}
	parent := r.linter.here.realFolder(path.Dir(link.Path))
	root, place := placeIn(roots, filepath.Join(parent, path.Base(link.Path)))
	if root == nil || parent == "" {
		return facts
	}
	facts.OpenClaw = &linkOpenClaw{Root: root.Path, Rel: place.Rel}
	if link.Dangling {
		return facts
	}
	resolved := filepath.FromSlash(link.Resolved)
	facts.OpenClaw.Inside = folder.Within(resolved, root.real)
	for _, result := range r.settings {
		for _, target := range texts(dig(result.value, "skills", "load", "allowSymlinkTargets")) {
			if real := r.linter.here.realFolder(target); fixed(target) && real != "" && folder.Within(resolved, real) {
				facts.OpenClaw.Allowed = true
			}
		}
	}
	return facts
}

// setUnit finds places in the files of a whole run.
type setUnit struct{ run *run }

func (u *setUnit) locate(place *at) (string, document.Span) {
	if place == nil || place.File == "" {
		return ".", document.Span{}
	}
	if place.Span != nil {
		return place.File, *place.Span
	}
	if config := u.config(place.File); config != nil && place.Path != nil {
		return config.locate(place)
	}
	return place.File, document.Span{}
}

func (u *setUnit) line(file string, number int) string {
	if config := u.config(file); config != nil {
		return config.line(file, number)
	}
	return ""
}

// digest is not known: what a run as a whole is about is in the message.
func (u *setUnit) digest(string) string { return "" }

func (u *setUnit) stable(file string) string {
	return path.Join(path.Base(path.Dir(file)), path.Base(file))
}

func (u *setUnit) config(file string) *configUnit {
	for i := range u.run.settings {
		if u.run.settings[i].Path == file {
			return u.run.settings[i].unit
		}
	}
	return nil
}
