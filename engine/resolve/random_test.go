package resolve

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

// taken says that something which is no folder is at a place.
func (t *skillTree) taken(place string) bool {
	info, err := os.Lstat(place)
	return err == nil && !info.IsDir()
}

// names that folders get: some that are hidden, sort oddly, or mean something.
func (t *skillTree) folderName() string {
	return t.pick("a", "b", "c", "B", "A", "skills", "grp", "g-1", "g_1", "g.1", "g 1", "10", "9", "a-b", "ab", "a_b", "z", "é", "Z", "ä", "node_modules", ".hidden", "skill", "日本", "a'b", "(a)", "~", "#x", "-", "x.md",
		"_", "__x", "$x", "+x", "=x", "@x", "!x", "a+b", "a.b", "a b", "aa", "ab ", " a", "a~", "ａ", "ﬁ", "ß", "ss", "SS", "Å", "A\u030a", "e\u0301", "ø", "ñ", "n", "œ", "oe", "æ",
		"α", "а", "я", "ж", "א", "ا", "中", "一", "あ", "ア", "ｱ", "한", "🎉", "👍🏽", "①", "½", "²", "1.5", "01", "1a", "a1", "a10", "a2", "x\u200by", "node_modules2", "SKILL.md", "Skills", "skills-2",
		strings.Repeat("l", 200))
}

func (t *skillTree) skillName() string {
	return t.pick("alpha", "alpha", "beta", "beta", "gamma", "delta", "Alpha", "al-pha", "epsilon", `"x y"`, "123", "true", "é", "", "'  pad  '", "[a, b]", "null", "~", "zeta", "eta", "theta", "iota",
		`"alpha "`, `" alpha"`, "ALPHA", "álpha", "a1", "a10", "a2", "_x", "$x", "-x", "1.5", "0x10", "1e3", "0o17", "007", "no", "off", "2026-01-01", ".inf", "{a: 1}", "|\n  two\n  lines", ">-\n  fold\n  ed",
		`"tab\tin"`, `"new\nline"`, `"\e[31m"`, `"\u202ex"`, `"../../evil"`, "🎉 party", "ﬁ", "ß", "日本語", "Ω", "!!str 12", "'it''s'", "alpha # c", "constructor", "__proto__", "toString",
		"&anchor anchored", strings.Repeat("n", 300))
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
		"metadata:\n  {\n    // a comment\n    openclaw: { requires: { bins: ['nowhere'] }, /* another */ },\n  }",
		"metadata: >-\n  {\"openclaw\": {\"os\": [\"darwin\"]}}",
		"metadata: |\n  {openclaw: {always: true, requires: {env: ['UNSET']}}}",
		`metadata: '{"openclaw":{"requires":{"bins":["here"],"env":["SET","UNSET"],"config":["cron.enabled"]}}}'`,
		`metadata: {"openclaw":{"requires":{"bins":[1, true, null, " here "]}}}`,
		`metadata: {"openclaw":{"requires":{"bins":{"a":1}}}}`,
		`metadata: {"openclaw":{"requires":"here"}}`,
		`metadata: {"openclaw":{"os":[]}}`, `metadata: {"openclaw":{"os":["LINUX","win32"]}}`, `metadata: {"openclaw":{"os":"linux,"}}`,
		`metadata: {"openclaw":{}}`, `metadata: {"openclaw":{},"clawdbot":{"os":["darwin"]}}`, `metadata: {"OpenClaw":{"os":["darwin"]}}`, `metadata: {"openclaw":"x"}`, `metadata: "null"`,
		`metadata: {"openclaw":{"always":true,"os":["linux"],"requires":{"anyBins":["nowhere"]}}}`,
		`metadata: {"openclaw":{"always":null,"requires":{"anyBins":[]}}}`,
		fmt.Sprintf(`metadata: {"openclaw":{"skillKey":%s}}`, t.pick(`"a.b/c"`, `"日本"`, `"x y"`, `" alpha "`, `5`, `null`, `"__proto__"`, `"constructor"`, `["alpha"]`)),
		fmt.Sprintf(`metadata: {"openclaw":{"primaryEnv":%s,"requires":{"env":["BY_KEY"]}}}`, t.pick(`" BY_KEY "`, `""`, `7`, `null`, `["BY_KEY"]`)),
		fmt.Sprintf(`metadata: {"openclaw":{"requires":{"config":["%s"]}}}`, t.pick("agents.entries.writer", "skills.load.extraDirs.1", "skills.allowBundled", "skills.allowBundled.length", "skills.entries.alpha.enabled", "skills.entries.alpha.env.BY_ENTRY", "env.vars.BY_CONFIG", "agents.defaults.workspace", " cron.enabled ", "cron . enabled", "plugins.enabled", "skills.load.watchDebounceMs", "meta", "agents.list.0.id")),
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
	lines = append(lines, "description: "+t.pick("plain", "Use when: it is so", "*star", "`tick`", "[x] y", "a # b", `"quoted" then`, "42", "|\n  block\n  text", ">-\n  folded", "'  '", "%x", "{a: 1}", "@at", "yes",
		strings.Repeat("long ", 400), "'it''s'", `"esc \u00e9 \x41 \n end"`, "a: b: c", "- item", "? key", "! tag", "!!str x", "|-\n  a\n\n  b", ">\n\n  x", "\n  next line", "null", "~", "''", "[]", "{}",
		"a #b", "#c", "x\t", "🎉", "&a x", "<b>", "'open", `"open`, "2026-01-01", "0x1f", ".nan", "a\n  b\n  c"))
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
		lines = append(lines, t.pick("author: a: b", "summary: a: b", "extra: {x: [1]}", "license: MIT", "foo: &a b\nbar: *a", "x: !t y",
			"foo: *nowhere", "? complex\n: value", "<<: {name: merged}", "foo: |\n  ---\n  x", "foo: ---", "# comment", "\"quoted key\": 1", "a: 1\na: 2", "read_when: a: b", "title: 'x", "tabs:\t1", "%YAML 1.2",
			"summary: \"a\" b", "homepage: https://e.com", "emoji: 🎉", "name : alpha", "Name: alpha", "version: 1.0"))
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
	if t.chance(10) {
		t.mkdir(t.path("far/ws"))
		t.check(os.Symlink("far/ws", t.path("ws")))
	}
	if t.chance(10) {
		t.mkdir(t.path("far/agents"))
		t.check(os.Symlink(t.path("far/agents"), t.path("home/.agents")))
	}
	roots := []string{
		"extra1", "extra2/skills", "extra3", "bundled", "custodian-skills", "home/.openclaw/skills", "home/.agents/skills",
		"home/.openclaw/agents/main/agent/workshop-skills", "home/.openclaw/agents/writer/agent/workshop-skills", "far/agent/workshop-skills", "ws/skills", "ws/.agents/skills", "ws2/skills", "ws/writer/skills",
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
			// The skill may have something else of that name.
			if nested := filepath.Join(place, "skills"); t.chance(15) && !t.taken(nested) {
				t.fill(nested, 2)
			}
			t.fill(place, 3)
		}
	}
	config, agents := t.config(seed)
	t.writeConfig(config)
	t.check(os.Chmod(t.path("home/.openclaw"), 0o700))
	return agents
}

// writeConfig writes the configuration as people do: with comments, commas too
// many, and parts in other files.
func (t *skillTree) writeConfig(config map[string]any) {
	write := func(name string, value any) {
		text, err := json.MarshalIndent(value, "", "  ")
		t.check(err)
		if t.chance(30) {
			text = []byte("// drawn\n/* and more */\n" + strings.TrimSuffix(string(text), "\n}") + ",\n}\n")
		}
		t.check(os.WriteFile(t.path("home/.openclaw", name), text, 0o600))
	}
	way := t.IntN(6)
	if config["agents"].(map[string]any)["list"] != nil {
		way = -1 // the host takes the older list only where nothing is included
	}
	switch way {
	case 0:
		write("skills.json5", config["skills"])
		config["skills"] = map[string]any{"$include": "./skills.json5"}
	case 1:
		write("more.json", map[string]any{"skills": config["skills"]})
		delete(config, "skills")
		config["$include"] = t.pick("./more.json", "more.json")
	case 2:
		skills := config["skills"].(map[string]any)
		write("entries.json", map[string]any{"entries": skills["entries"]})
		write("load.json", map[string]any{"load": map[string]any{"watch": true}})
		delete(skills, "entries")
		skills["$include"] = []string{"./load.json", "./entries.json"}
	}
	write("openclaw.json", config)
}

// promptSize is a bound of a prompt, at any of the borders of what it may hold.
func (t *skillTree) promptSize() int {
	switch t.IntN(4) {
	case 0:
		return t.IntN(120)
	case 1:
		return 350 + t.IntN(600)
	}
	return 300 + t.IntN(5000)
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

// older writes the agents as the list that they were once.
func (t *skillTree) older(settings map[string]any, agents []string, roster map[string]any) {
	list := []any{}
	for _, agent := range agents {
		one := roster[agent].(map[string]any)
		one["id"] = t.pick(agent, strings.ToUpper(agent), " "+agent)
		list = append(list, one)
	}
	if t.chance(50) {
		list[t.IntN(len(list))].(map[string]any)["default"] = true
	}
	delete(settings, "entries")
	settings["list"] = list
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
		load["extraDirs"] = t.some(t.path("extra1"), t.path("extra2/skills"), "extra3", "~/../extra3", " "+t.path("extra2")+" ", t.path("nowhere"), t.path("shared"),
			"${DRAWN}/extra3", "${DRAWN}/outside", "~nobody/x", "./extra1/../extra3", t.path("extra1")+"/", t.path("alias"), t.path("alias/skills"), "", "  ", t.path("ws"), t.path("bin"), "~/.agents", t.path("extra1"))
	}
	if t.chance(70) {
		load["allowSymlinkTargets"] = t.some(t.path("shared"), t.path("shared/skills"), t.path("alias"), t.path("outside/a"), "~", t.path("nowhere"), "${DRAWN}/shared", "shared", " "+t.path("outside")+" ", t.path("alias/skills"), "", t.path("shared")+"/")
	}
	if t.chance(30) {
		skills["allowBundled"] = t.some("alpha", "beta", " gamma ", "key-1")
	}
	if t.chance(40) {
		limits := map[string]any{}
		for key, values := range map[string][]int{"maxCandidatesPerRoot": {1, 2, 3, 5, 50}, "maxSkillsLoadedPerSource": {1, 2, 4, 100}, "maxSkillFileBytes": {0, 1, 60, 120, 400, 100000}} {
			if t.chance(40) {
				limits[key] = values[t.IntN(len(values))]
			}
		}
		skills["limits"] = limits
	}
	if t.chance(40) {
		limits, _ := skills["limits"].(map[string]any)
		if limits == nil {
			limits = map[string]any{}
			skills["limits"] = limits
		}
		if t.chance(50) {
			limits["maxSkillsInPrompt"] = t.IntN(12)
		}
		if t.chance(70) {
			limits["maxSkillsPromptChars"] = t.promptSize()
		}
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
		if t.chance(15) {
			writer["agentDir"] = t.pick(t.path("far/agent"), "${DRAWN}/far/agent")
		}
		roster["writer"] = writer
		agents = append(agents, "writer")
	}
	for _, agent := range agents {
		if t.chance(20) {
			roster[agent].(map[string]any)["skills"] = list()
		}
		if t.chance(15) {
			own := map[string]any{}
			if t.chance(80) {
				own["maxSkillsPromptChars"] = t.promptSize()
			}
			roster[agent].(map[string]any)["skillsLimits"] = own
		}
	}
	config = map[string]any{
		"agents": map[string]any{"defaults": defaults}, "skills": skills, "cron": map[string]any{"enabled": t.chance(50)},
		"plugins": map[string]any{"enabled": false},
	}
	if len(agents) > 1 || t.chance(50) {
		config["agents"].(map[string]any)["entries"] = roster
	}
	if t.chance(15) {
		t.older(config["agents"].(map[string]any), agents, roster)
	} else if len(agents) > 1 {
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
