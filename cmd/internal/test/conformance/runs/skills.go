package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/resolve"
	"github.com/skillctl/skillctl/internal/test/conformance"
)

// skillRow is a row of the suite "openclaw-skills": a folder or link of the tree,
// the whole list of a scenario, or one skill of it.
type skillRow struct {
	ID       string       `json:"id"`
	Scenario string       `json:"scenario"`
	Agent    string       `json:"agentId"`
	Kind     string       `json:"kind"`
	Loaded   bool         `json:"loaded"`
	Reason   string       `json:"reason"`
	Name     string       `json:"name"`
	Key      string       `json:"skillKey"`
	Eligible bool         `json:"eligible"`
	Runtime  bool         `json:"runtimeEligible"`
	Disabled bool         `json:"disabled"`
	Model    bool         `json:"modelVisible"`
	User     bool         `json:"userInvocable"`
	Source   string       `json:"source"`
	Work     string       `json:"workspaceDir"`
	Filter   *[]string    `json:"agentSkillFilter"`
	Names    []string     `json:"names"`
	Skill    *skillStatus `json:"skill"`
	Missing  skillMissing `json:"missing"`
}

type skillStatus struct {
	Name     string       `json:"name"`
	Source   string       `json:"source"`
	File     string       `json:"filePath"`
	Key      string       `json:"skillKey"`
	Always   bool         `json:"always"`
	Disabled bool         `json:"disabled"`
	Blocked  bool         `json:"blockedByAllowlist"`
	Hidden   bool         `json:"blockedByAgentFilter"`
	Eligible bool         `json:"eligible"`
	Runtime  bool         `json:"runtimeEligible"`
	Model    bool         `json:"modelVisible"`
	User     bool         `json:"userInvocable"`
	Command  bool         `json:"commandVisible"`
	Missing  skillMissing `json:"missing"`
}

type skillMissing struct {
	Bins    []string `json:"bins"`
	AnyBins []string `json:"anyBins"`
	Env     []string `json:"env"`
	Config  []string `json:"config"`
	OS      []string `json:"os"`
}

// skillScenarios resolves each scenario once, in one tree.
type skillScenarios struct {
	resolver *resolve.Resolver
	root     string
	done     map[string]*resolve.Resolution
}

// Skills is the suite of what OpenClaw loads from a tree of skills. Rows about
// skills of plugins are not in it: the tree has no plugins.
func Skills() conformance.Suite {
	s := &skillScenarios{resolver: resolve.New(), done: map[string]*resolve.Resolution{}}
	return conformance.Suite{Name: "openclaw-skills", Shapes: skillShapes(), Run: func(ctx context.Context, raw json.RawMessage) (conformance.Result, error) {
		row := skillRow{}
		if err := decode(raw, &row); err != nil {
			return conformance.Result{}, err
		}
		got, err := s.resolve(ctx, row.Scenario)
		if err != nil {
			return conformance.Result{}, err
		}
		switch {
		case row.Skill != nil:
			return s.skill(got, row.Skill), nil
		case row.Names != nil || strings.HasPrefix(row.ID, "status/"):
			return s.list(got, &row), nil
		}
		return s.folder(got, &row), nil
	}, Close: func() error {
		if s.root == "" {
			return nil
		}
		return os.RemoveAll(s.root)
	}}
}

// resolve asks the resolver that `skillctl list` asks.
func (s *skillScenarios) resolve(ctx context.Context, scenario string) (*resolve.Resolution, error) {
	if known := s.done[scenario]; known != nil {
		return known, nil
	}
	if s.root == "" {
		root, err := os.MkdirTemp("", "skillctl-skills-")
		if err != nil {
			return nil, err
		}
		if s.root, err = filepath.EvalSymlinks(root); err != nil {
			return nil, err
		}
		if err := layOutSkills(s.root); err != nil {
			return nil, err
		}
	}
	config, agent := skillConfig(scenario)
	host := &product.Host{Machine: machine.Machine{
		Env: map[string]string{
			"HOME": s.root + "/home", "OPENCLAW_BUNDLED_SKILLS_DIR": s.root + "/bundled", "PATH": s.root + "/pathbin:/usr/bin:/bin",
			"TREE_ENV_SET": "1", "TREE_ENV_EMPTY": "",
		},
		Cwd: s.root, Platform: "linux", ConfigPath: filepath.Join(s.root, "configs", config+".json"),
	}}
	if scenario == "custom-state-dir" {
		host.Env["OPENCLAW_STATE_DIR"] = s.root + "/home-state"
	}
	read, err := host.ReadConfig(ctx)
	if err != nil {
		return nil, err
	}
	got, err := s.resolver.Resolve(ctx, resolve.Request{Host: host, Config: read, Agent: agent, Profile: "openclaw", Shadowing: "allow", Unseen: true})
	if err != nil {
		return nil, fmt.Errorf("scenario %s: %w", scenario, err)
	}
	s.done[scenario] = got
	return got, nil
}

// skillConfig is the configuration of a scenario, and the agent that its name
// ends in.
func skillConfig(scenario string) (config, agent string) {
	if agent, ok := strings.CutPrefix(scenario, "ws-"); ok {
		return "other-workspaces", agent
	}
	for _, prefix := range []string{"agents-allowlist", "legacy-agents-list"} {
		if agent, ok := strings.CutPrefix(scenario, prefix+"-"); ok {
			return prefix, agent
		}
	}
	if scenario == "custom-state-dir" {
		return "main", "main"
	}
	return scenario, "main"
}

func (s *skillScenarios) path(name string) string { return strings.ReplaceAll(name, "$ROOT", s.root) }

// list compares the names of all skills, in order.
func (s *skillScenarios) list(got *resolve.Resolution, row *skillRow) conformance.Result {
	var names []string
	for _, skill := range got.Winners() {
		names = append(names, skill.Skill.Name)
	}
	if want := s.path(row.Work); got.Workspace != want {
		return differently("workspace %s; wanted %s", got.Workspace, want)
	}
	if row.Filter == nil != (got.Filter.Skills == nil) || row.Filter != nil && !slices.Equal(*row.Filter, got.Filter.Skills) {
		return differently("list of the agent %q; wanted %v", got.Filter.Skills, row.Filter)
	}
	if !slices.Equal(names, row.Names) {
		for i := range min(len(names), len(row.Names)) {
			if names[i] != row.Names[i] {
				return differently("%d skills, from the %dth on %q; wanted %d, %q", len(names), i, names[i], len(row.Names), row.Names[i])
			}
		}
		return differently("%d skills; wanted %d", len(names), len(row.Names))
	}
	return conformance.Result{}
}

// skill compares one skill of a list.
func (s *skillScenarios) skill(got *resolve.Resolution, want *skillStatus) conformance.Result {
	want.File = s.path(want.File)
	for _, skill := range got.Winners() {
		if skill.Skill.Name != want.Name {
			continue
		}
		is := statusOf(got, skill)
		if reflect.DeepEqual(is, *want) {
			return conformance.Result{}
		}
		return differently("%+v; wanted %+v", is, *want)
	}
	return differently("no skill %q; wanted %s", want.Name, want.File)
}

func statusOf(got *resolve.Resolution, skill *resolve.Skill) skillStatus {
	m := skill.Missing
	return skillStatus{
		Name: skill.Skill.Name, Source: got.Roots[skill.Root].Source, File: got.File(skill), Key: skill.Skill.Key, Always: skill.Skill.Always,
		Disabled: skill.Disabled, Blocked: skill.Blocked, Hidden: skill.Hidden, Eligible: skill.Eligible, Runtime: skill.Offered,
		Model: skill.Model, User: skill.Skill.User, Command: skill.Command,
		Missing: skillMissing{Bins: m.Bins, AnyBins: m.AnyBins, Env: m.Env, Config: m.Config, OS: m.OS},
	}
}

// folder compares what becomes of a folder or link of the tree.
func (s *skillScenarios) folder(got *resolve.Resolution, row *skillRow) conformance.Result {
	place := filepath.Join(s.root, strings.TrimPrefix(row.ID, "case/"))
	var found *resolve.Skill
	for i := range got.Skills {
		if c := &got.Skills[i]; c.Path == place {
			found = c
		}
	}
	if row.Loaded {
		if found == nil || !found.Wins {
			return differently("%s", stateOf(found))
		}
		is, want := statusOf(got, found), skillStatus{
			Name: row.Name, Source: row.Source, Key: row.Key, Eligible: row.Eligible, Runtime: row.Runtime, Disabled: row.Disabled, Model: row.Model, User: row.User,
		}
		want.File, want.Always, want.Blocked, want.Hidden, want.Command = is.File, is.Always, is.Blocked, is.Hidden, is.Command
		want.Missing = is.Missing
		if !reflect.DeepEqual(is, want) || !sameMissing(is.Missing, row.Missing) {
			return differently("%+v; wanted %+v, missing %+v", is, want, row.Missing)
		}
		return conformance.Result{}
	}
	word, _, _ := strings.Cut(row.Reason, ":")
	fits := map[string]func() bool{
		"shadowed": func() bool { return found != nil && found.State == resolve.StateShadowed },
		"escape":   func() bool { return found != nil && found.State == resolve.StateEscaped },
		"invalid":  func() bool { return found != nil && found.State == resolve.StateInvalid },
		"not discovered (silent)": func() bool {
			return found == nil || found.Silent && (found.State == resolve.StateDropped || found.State == resolve.StateShadowed)
		},
	}
	if fit, known := fits[word]; !known || !fit() {
		return differently("%s; wanted %s", stateOf(found), row.Reason)
	}
	return conformance.Result{}
}

// sameMissing compares what is missing; the row leaves out what is empty.
func sameMissing(is, want skillMissing) bool {
	some := func(m skillMissing) map[string][]string {
		lists := map[string][]string{"bins": m.Bins, "anyBins": m.AnyBins, "env": m.Env, "config": m.Config, "os": m.OS}
		maps.DeleteFunc(lists, func(_ string, list []string) bool { return len(list) == 0 })
		return lists
	}
	return reflect.DeepEqual(some(is), some(want))
}

func stateOf(found *resolve.Skill) string {
	if found == nil {
		return "not listed"
	}
	return found.State + " (" + found.Rule + ")"
}

// differently is a row that is answered in another way: in this suite there is
// no stricter or looser.
func differently(text string, args ...any) conformance.Result {
	return conformance.Result{Outcome: conformance.Looser, Detail: fmt.Sprintf(text, args...)}
}
