package resolve

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// changedKey is a key of openclaw.json, with what configures it.
type changedKey struct{ key, with string }

func changedKeys() []changedKey {
	const limits, entry = "skills.limits.", "skills.entries.NAME."
	return []changedKey{
		{"skills.allowBundled", `skills: {allowBundled: ["other"]}`},
		{"skills.load.extraDirs", `skills: {load: {extraDirs: ["$ROOT/more"]}}`},
		{"skills.load.allowSymlinkTargets", `skills: {load: {allowSymlinkTargets: ["$ROOT/away"]}}`},
		{limits + "maxCandidatesPerRoot", `skills: {limits: {maxCandidatesPerRoot: 1}}`},
		{limits + "maxSkillsLoadedPerSource", `skills: {limits: {maxSkillsLoadedPerSource: 1}}`},
		{limits + "maxSkillsInPrompt", `skills: {limits: {maxSkillsInPrompt: 1}}`},
		{limits + "maxSkillsPromptChars", `skills: {limits: {maxSkillsPromptChars: 10}}`},
		{limits + "maxSkillFileBytes", `skills: {limits: {maxSkillFileBytes: 10}}`},
		{entry + "enabled", `skills: {entries: {keyed: {enabled: false}}}`},
		{entry + "apiKey", `skills: {entries: {keyed: {apiKey: "k"}}}`},
		{entry + "env", `skills: {entries: {keyed: {env: {KEYED: "k"}}}}`},
		{entry + "config", `skills: {entries: {set: {config: {where: "here"}}}}`},
	}
}

// TestKeysOfSkills changes each key about skills of docs/configurations.md that
// `skillctl list` is said to go by: another list comes of it.
func TestKeysOfSkills(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/configurations.md")
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, line := range regexp.MustCompile("(?m)^- \\*\\*`(skills\\.[^`]+)`\\*\\*: `list`").FindAllSubmatch(page, -1) {
		said = append(said, string(line[1]))
	}
	var tried []string
	for _, tt := range changedKeys() {
		tried = append(tried, tt.key)
	}
	slices.Sort(said)
	slices.Sort(tried)
	if !slices.Equal(said, tried) {
		t.Fatalf("the page speaks of %q; changed here are %q", said, tried)
	}
	for _, tt := range changedKeys() {
		t.Run(tt.key, func(t *testing.T) {
			t.Parallel()
			const workspace = `agents: {defaults: {workspace: "$ROOT/ws"}}`
			h := newSkillHost(t, "{"+workspace+"}")
			h.skill("bundled/held", "held")
			h.skill("more/extra", "extra")
			h.skill("away/linked", "linked")
			h.link(h.root+"/away/linked", "ws/skills/linked")
			h.skill("ws/skills/first", "first")
			h.skill("ws/skills/keyed", "keyed", `metadata: {"openclaw": {"primaryEnv": "KEYED", "requires": {"env": ["KEYED"]}}}`)
			h.skill("ws/skills/set", "set", `metadata: {"openclaw": {"requires": {"config": ["skills.entries.set.config.where"]}}}`)
			before := h.list()
			h.config("{" + workspace + ", " + tt.with + "}")
			if after := h.list(); after == before {
				t.Errorf("nothing changes: %s", after)
			}
		})
	}
}

// list is all that is said of the skills of a host, and of the room in the prompt.
func (h *skillHost) list() string {
	h.t.Helper()
	r := h.resolve(openclawProfile)
	var out strings.Builder
	for _, line := range h.table(r) {
		out.WriteString(line + "\n")
	}
	for _, s := range r.Winners() {
		out.WriteString(s.Skill.Name)
		fmt.Fprintln(&out, s.Offered, s.Blocked, s.Disabled, s.Eligible, s.InPrompt)
	}
	return out.String()
}
