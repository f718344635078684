package engine

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// skillTree draws trees of skills and configurations for them, with what the
// rules of loading turn on: names that clash and sort oddly, links of every kind,
// depth, look-alikes, limits, gates.
type skillTree struct {
	*rand.Rand
	root string
	// folders are those that links may lead to.
	folders []string
	files   int
	err     error
}

func (t *skillTree) check(err error) {
	if t.err == nil && err != nil && !os.IsExist(err) {
		t.err = err
	}
}

func (t *skillTree) pick(list ...string) string { return list[t.IntN(len(list))] }

func (t *skillTree) chance(percent int) bool { return t.IntN(100) < percent }

// path is a place below the root of the tree.
func (t *skillTree) path(parts ...string) string {
	return filepath.Join(append([]string{t.root}, parts...)...)
}

func (t *skillTree) mkdir(name string) {
	t.check(os.MkdirAll(name, 0o755))
	t.folders = append(t.folders, name)
}

func (t *skillTree) write(name, text string) {
	t.check(os.MkdirAll(filepath.Dir(name), 0o755))
	if _, err := os.Lstat(name); err == nil {
		return
	}
	t.files++
	t.check(os.WriteFile(name, []byte(text), 0o644))
}

// names that folders get: some that are hidden, sort oddly, or mean something.
func (t *skillTree) folderName() string {
	return t.pick("a", "b", "c", "B", "A", "skills", "grp", "g-1", "g_1", "g.1", "g 1", "10", "9", "a-b", "ab", "a_b", "z", "é", "Z", "ä", "node_modules", ".hidden", "skill", "日本", "a'b", "(a)", "~", "#x", "-", "x.md")
}

func (t *skillTree) skillName() string {
	return t.pick("alpha", "alpha", "beta", "beta", "gamma", "delta", "Alpha", "al-pha", "epsilon", `"x y"`, "123", "true", "é", "", "'  pad  '", "[a, b]", "null", "~", "zeta", "eta", "theta", "iota")
}

func (t *skillTree) metadata() string {
	bins := t.pick("here", "folder", "plain", "nowhere", "sh", "/bin/sh", "../bin/here")
	return t.pick(
		fmt.Sprintf(`metadata: {"openclaw":{"requires":{"bins":["%s"]}}}`, bins),
		fmt.Sprintf(`metadata: {"openclaw":{"requires":{"anyBins":["nowhere","%s"]}}}`, bins),
		fmt.Sprintf(`metadata: {"openclaw":{"requires":{"bins":"%s, here"}}}`, bins),
		fmt.Sprintf(`metadata: {"openclaw":{"requires":{"env":["%s"]}}}`, t.pick("SET", "EMPTY", "UNSET", "BLANK", "BY_ENTRY", "BY_KEY", "BY_CONFIG", "HOME")),
		fmt.Sprintf(`metadata: {"openclaw":{"primaryEnv":"BY_KEY","requires":{"env":["%s"]}}}`, t.pick("BY_KEY", "BY_ENTRY")),
		fmt.Sprintf(`metadata: {"openclaw":{"requires":{"config":["%s"]}}}`, t.pick("skills.load.watch", "cron.enabled", "skills.entries", "browser.enabled", "browser.evaluateEnabled", "no.such", "__proto__.x", "skills.load.extraDirs.0", "skills.load.extraDirs.length", "skills.entries.toString", "agents..defaults", "", "channels.x", "skills.limits.maxSkillFileBytes")),
		fmt.Sprintf(`metadata: {"openclaw":{"os":["%s"]}}`, t.pick("linux", "Linux", "darwin", "macos", "win32", " linux ")),
		`metadata: {"openclaw":{"os":"darwin, linux"}}`,
		fmt.Sprintf(`metadata: {"openclaw":{"always":%s,"requires":{"bins":["nowhere"]}}}`, t.pick("true", "false", `"true"`, "1")),
		`metadata: {"openclaw":{"always":true,"os":["darwin"]}}`,
		fmt.Sprintf(`metadata: {"openclaw":{"skillKey":"%s"}}`, t.pick("key-1", "alpha", "", " ", "beta")),
		"metadata:\n  openclaw:\n    requires:\n      bins: [nowhere]",
		`metadata: { openclaw: { requires: { bins: [nowhere] } } }`,
		`metadata: '{"openclaw":{broken'`,
		`metadata: '{"clawdbot":{"requires":{"bins":["nowhere"]}}}'`,
		`metadata: {"openclaw":null,"clawdbot":{"requires":{"bins":["nowhere"]}}}`,
		`metadata: {"openclaw":[{"requires":{"bins":["nowhere"]}}]}`,
		"metadata: [1, 2]",
		"openclaw: {requires: {bins: [nowhere]}}",
		"metadata:\n  {\n    \"openclaw\": { \"requires\": { \"bins\": [\"nowhere\",], }, },\n  }",
	)
}

// manifest is the text of a SKILL.md.
func (t *skillTree) manifest() string {
	if t.chance(8) {
		return t.pick("", "no front matter\n", "---\nname: alpha\n---\n", "---\nname: alpha\ndescription: open\n", "---\n- a\n---\n", "\n---\nname: alpha\ndescription: d\n---\n",
			"---\nname: alpha\ndescription: d\n...\n", "---\nname: alpha\ndescription: d\nname: beta\n---\n", "---\nname: alpha\ndescription: d\nfoo: [x\n---\n", "---\nname: alpha\n\tdescription: d\n---\n", "----\nname: alpha\ndescription: d\n----\n")
	}
	lines := []string{}
	if !t.chance(10) {
		lines = append(lines, "name: "+t.skillName())
	}
	lines = append(lines, "description: "+t.pick("plain", "Use when: it is so", "*star", "`tick`", "[x] y", "a # b", `"quoted" then`, "42", "|\n  block\n  text", ">-\n  folded", "'  '", "%x", "{a: 1}", "@at", "yes"))
	if t.chance(45) {
		lines = append(lines, t.metadata())
	}
	if t.chance(15) {
		lines = append(lines, t.pick("user-invocable: false", "user-invocable: no", "user-invocable: 0", "user-invocable: maybe", "userInvocable: false"))
	}
	if t.chance(15) {
		lines = append(lines, t.pick("disable-model-invocation: true", "disable-model-invocation: on", "disable-model-invocation: 1", "disable-model-invocation: perhaps"))
	}
	if t.chance(5) {
		lines = append(lines, t.pick("author: a: b", "summary: a: b", "extra: {x: [1]}", "license: MIT", "foo: &a b\nbar: *a", "x: !t y"))
	}
	t.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	end := "\n"
	if t.chance(5) {
		end = "\r\n"
	}
	text := "---" + end + strings.Join(lines, end) + end + "---" + end + "body" + end
	if t.chance(3) {
		text = "\ufeff" + text
	}
	if t.chance(4) {
		text += strings.Repeat("x", t.IntN(700))
	}
	return text
}

// skill makes a folder a skill, or nearly one.
func (t *skillTree) skill(folder string) {
	t.mkdir(folder)
	place := filepath.Join(folder, "SKILL.md")
	switch n := t.IntN(100); {
	case n < 80:
		t.write(place, t.manifest())
	case n < 83:
		t.write(filepath.Join(folder, t.pick("skill.md", "Skill.md", "SKILL.MD", "SKILL.toml")), t.manifest())
	case n < 85:
		t.check(os.MkdirAll(place, 0o755))
		t.skill(filepath.Join(folder, "below"))
	case n < 87:
		t.check(unix.Mkfifo(place, 0o644))
	case n < 90:
		t.write(filepath.Join(folder, "REAL.md"), t.manifest())
		t.check(os.Symlink(t.pick("REAL.md", "./REAL.md", filepath.Join(folder, "REAL.md")), place))
	case n < 93:
		t.check(os.Symlink(filepath.Join(t.pick(t.folders...), "SKILL.md"), place))
	case n < 95:
		t.check(os.Symlink("nowhere.md", place))
	case n < 98:
		other := t.path("outside", fmt.Sprintf("hard-%d.md", t.files))
		t.write(other, t.manifest())
		t.check(os.Link(other, place))
	default:
		t.write(place, t.manifest()+strings.Repeat("long\n", 300))
	}
	if t.chance(5) {
		t.write(filepath.Join(folder, ".openclaw", "source-origin.json"), t.pick(`{"slug":"key-1"}`, `{"slug":" beta "}`, `{"slug":""}`, `["x"]`, `{"slug":"alpha"`, `{"slug":7}`))
	}
	if t.chance(12) {
		t.fill(folder, 3)
	}
}

// fill puts skills, folders and links into a folder, so many levels deep.
func (t *skillTree) fill(folder string, levels int) {
	t.mkdir(folder)
	for range 1 + t.IntN(5) {
		if t.files > 150 {
			return
		}
		place := filepath.Join(folder, t.folderName())
		if _, err := os.Lstat(place); err == nil {
			continue
		}
		switch n := t.IntN(100); {
		case n < 45:
			t.skill(place)
		case n < 70 && levels > 0:
			t.fill(place, levels-1)
		case n < 78:
			// A long way down.
			for range 1 + t.IntN(6) {
				place = filepath.Join(place, t.pick("d", "e", "skills"))
			}
			t.skill(place)
		case n < 95:
			t.linkAt(place)
		default:
			t.write(place, "a file")
		}
	}
}

// linkAt makes a symbolic link to a place of the tree.
func (t *skillTree) linkAt(place string) {
	target := t.pick(t.folders...)
	switch n := t.IntN(100); {
	case n < 10:
		target = t.pick(".", "..", "nowhere", "./", "../..", t.path("nowhere"))
	case n < 35:
		if rel, err := filepath.Rel(filepath.Dir(place), target); err == nil {
			target = rel
		}
	case n < 45:
		target = filepath.Join(target, t.folderName())
	}
	t.check(os.Symlink(target, place))
}

// grow makes the whole tree and its configuration. What it returns are the
// agents to ask for.
func (t *skillTree) grow(seed uint64) (agents []string) {
	for _, dir := range []string{"outside", "shared", "shared-evil", "bin", "home/.openclaw"} {
		t.mkdir(t.path(dir))
	}
	t.check(os.MkdirAll(t.path("bin/folder"), 0o755))
	t.check(os.WriteFile(t.path("bin/here"), nil, 0o755))
	t.check(os.WriteFile(t.path("bin/plain"), nil, 0o644))
	for _, dir := range []string{"outside", "shared/skills", "shared-evil"} {
		t.fill(t.path(dir), 2)
	}
	t.check(os.Symlink(t.path("shared"), t.path("alias")))
	roots := []string{
		"extra1", "extra2/skills", "extra3", "bundled", "custodian-skills", "home/.openclaw/skills", "home/.agents/skills",
		"home/.openclaw/agents/main/agent/workshop-skills", "home/.openclaw/agents/writer/agent/workshop-skills", "ws/skills", "ws/.agents/skills", "ws2/skills", "ws/writer/skills",
	}
	t.Shuffle(len(roots), func(i, j int) { roots[i], roots[j] = roots[j], roots[i] })
	for _, root := range roots {
		t.files = 0
		place := t.path(root)
		switch n := t.IntN(100); {
		case n < 10:
		case n < 15:
			t.check(os.MkdirAll(filepath.Dir(place), 0o755))
			t.linkAt(place)
		case n < 20:
			t.write(place, "a file")
		default:
			if t.chance(8) {
				t.skill(place)
			}
			if t.chance(15) {
				t.fill(filepath.Join(place, "skills"), 2)
			}
			t.fill(place, 3)
		}
	}
	config, agents := t.config(seed)
	text, err := json.MarshalIndent(config, "", "  ")
	t.check(err)
	t.check(os.WriteFile(t.path("home/.openclaw/openclaw.json"), text, 0o600))
	t.check(os.Chmod(t.path("home/.openclaw"), 0o700))
	return agents
}

func (t *skillTree) some(list ...string) []string {
	kept := []string{}
	for _, item := range list {
		if t.chance(50) {
			kept = append(kept, item)
		}
	}
	t.Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })
	return kept
}

func (t *skillTree) config(seed uint64) (config map[string]any, agents []string) {
	entries := map[string]any{fmt.Sprintf("seed-%d", seed): map[string]any{"enabled": true}}
	for _, key := range t.some("alpha", "beta", "gamma", "key-1", "Alpha", "123", "delta", "zeta") {
		entry := map[string]any{}
		switch t.IntN(5) {
		case 0:
			entry["enabled"] = false
		case 1:
			entry["enabled"] = true
		case 2:
			entry["env"] = map[string]any{"BY_ENTRY": t.pick("v", "", "  ")}
		case 3:
			entry["apiKey"] = t.pick("k", "")
		case 4:
			entry["apiKey"] = map[string]any{"source": "env", "provider": "default", "id": "SOME_KEY"}
		}
		entries[key] = entry
	}
	load := map[string]any{"watch": t.chance(50)}
	skills := map[string]any{"load": load, "entries": entries}
	if t.chance(80) {
		load["extraDirs"] = t.some(t.path("extra1"), t.path("extra2/skills"), "extra3", "~/../extra3", " "+t.path("extra2")+" ", t.path("nowhere"), t.path("shared"))
	}
	if t.chance(70) {
		load["allowSymlinkTargets"] = t.some(t.path("shared"), t.path("shared/skills"), t.path("alias"), t.path("outside/a"), "~", t.path("nowhere"))
	}
	if t.chance(30) {
		skills["allowBundled"] = t.some("alpha", "beta", " gamma ", "key-1")
	}
	if t.chance(40) {
		limits := map[string]any{}
		for key, values := range map[string][]int{"maxCandidatesPerRoot": {1, 2, 3, 5, 50}, "maxSkillsLoadedPerSource": {1, 2, 4, 100}, "maxSkillFileBytes": {120, 400, 100000}} {
			if t.chance(40) {
				limits[key] = values[t.IntN(len(values))]
			}
		}
		skills["limits"] = limits
	}
	list := func() []string { return t.some("alpha", "beta", " gamma ", "Alpha", "key-1", "nobody") }
	defaults := map[string]any{"workspace": t.path("ws")}
	if t.chance(20) {
		defaults["skills"] = list()
	}
	roster := map[string]any{"main": map[string]any{}}
	agents = []string{"main"}
	if t.chance(60) {
		writer := map[string]any{}
		if t.chance(50) {
			writer["workspace"] = t.path("ws2")
		}
		if t.chance(50) {
			writer["skills"] = list()
		}
		roster["writer"] = writer
		agents = append(agents, "writer")
	}
	for _, agent := range agents {
		if t.chance(20) {
			roster[agent].(map[string]any)["skills"] = list()
		}
	}
	config = map[string]any{
		"agents": map[string]any{"defaults": defaults}, "skills": skills, "cron": map[string]any{"enabled": t.chance(50)},
		"plugins": map[string]any{"enabled": false},
	}
	if len(agents) > 1 || t.chance(50) {
		config["agents"].(map[string]any)["entries"] = roster
	}
	if len(agents) > 1 {
		switch t.IntN(4) {
		case 0:
			config["agents"].(map[string]any)["ownership"] = "explicit"
		case 1:
			config["agents"].(map[string]any)["ownership"] = "explicit"
			defaults["systemAgent"] = map[string]any{"agentId": t.pick("main", "writer")}
		default:
			roster[t.pick("main", "writer")].(map[string]any)["default"] = true
		}
	}
	if t.chance(30) {
		config["env"] = map[string]any{"vars": map[string]any{"BY_CONFIG": "1"}}
	}
	return config, agents
}
