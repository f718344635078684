package dialect

import (
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/schema"
)

// elsewhere is a part of a configuration that other commands go by than those that
// run something.
type elsewhere struct {
	title string
	kind  schema.Kind
	part  []string
	keys  []saidKey
}

// saidKey is a key and what is said of it.
type saidKey struct{ key, says string }

const elsewhereHeading = `
## Keys about skills

Which skills an agent gets is asked for with ` + "`skillctl list`, `why` and `watch`" + `, what it proposes with
` + "`skillctl proposals`" + `. They read the agent's own configuration where the agent has it, or the file that
` + "`--openclaw` and `--zeroclaw`" + ` name.
`

// elsewhereKeys are all such keys. Those that `list` goes by are changed one by one
// in engine/resolve.
func elsewhereKeys() []elsewhere {
	const limits, entry, workshop = "limits.", "entries.NAME.", "workshop."
	return []elsewhere{
		{"OpenClaw: skills", schema.OpenClaw, []string{"skills"}, []saidKey{
			{"allowBundled", "`list`: which of the skills that OpenClaw brings load"},
			{"load.extraDirs", "`list`: more folders with skills; also `lint` and `doctor`"},
			{"load.allowSymlinkTargets", "`list`: where links in some folders may lead"},
			{"load.watch", "no effect: `watch` looks whenever it is asked to, and says that OpenClaw does not"},
			{"install.preferBrew", "no effect: OpenClaw chooses what installs a program; the gate judges what it then asks for"},
			{"install.nodeManager", "no effect: OpenClaw chooses what installs a program; the gate judges what it then asks for"},
			{"install.allowUploadedArchives", "no effect: OpenClaw refuses the upload; the gate judges what gets to it"},
			{limits + "maxCandidatesPerRoot", "`list`: how many folders of a root are looked at"},
			{limits + "maxSkillsLoadedPerSource", "`list`: how many skills of a source load"},
			{limits + "maxSkillsInPrompt", "`list`: how many skills the prompt names"},
			{limits + "maxSkillsPromptChars", "`list`: how much room the prompt has for them"},
			{limits + "maxSkillFileBytes", "`list`: how large a SKILL.md may be"},
			{entry + "enabled", "`list`: false switches the skill off"},
			{entry + "apiKey", "`list`: the variable of the skill's primaryEnv counts as set; `exec --skill` sets it"},
			{entry + "env", "`list`: the variables count as set; `exec --skill` sets them"},
			{entry + "config", "`list`: what a skill requires of the configuration is there"},
			{workshop + "autonomous.mode", "no effect: whether an agent proposes skills by itself is for OpenClaw"},
			{workshop + "approvalPolicy", "`proposals`: pending has a person decide on each"},
			{workshop + "maxPending", "`proposals`: how many may wait"},
			{workshop + "maxSkillBytes", "`proposals`: how large a skill may be"},
		}},
		{"ZeroClaw: skills", schema.ZeroClaw, []string{"skills"}, []saidKey{
			{"open_skills_enabled", "`list --zeroclaw`: the shared folder of skills is looked at"},
			{"open_skills_dir", "`list --zeroclaw`: where that folder is"},
			{"allow_scripts", "`lint`, where it is given the file as well: skills may hold shell scripts"},
			{"registry_url", "no effect: skillctl installs from folders, archives and repositories"},
			{"extra_registries", "`lint`: a registry more is one more to trust"},
			{"prompt_injection_mode", "no effect: the room in ZeroClaw's prompt is not measured"},
		}},
	}
}

// agentZeroHeading is above the keys of Agent Zero, which has no file for them.
const agentZeroHeading = `
## Agent Zero

Agent Zero's command-line client has no file for these: they are what it is told on screen, and constants of its plugin.
The settings say the same; ` + "`skillctl exec --runtime`" + ` goes by them.

`

// agentZeroKeys are its words, and the settings for them.
func agentZeroKeys() []saidKey {
	const code, output = "`agentzero.timeouts.code.", "`agentzero.timeouts.output."
	return []saidKey{
		{"exec_enabled", "`agentzero.execEnabled`, or `agentzero.exec_enabled` in its own word (F4)"},
		{"access_mode", "`agentzero.accessMode`, or `agentzero.access_mode` in its own word (F3)"},
		{"first_output_timeout", code + "first`, " + output + "first`"},
		{"between_output_timeout", code + "between`, " + output + "between`"},
		{"max_exec_timeout", code + "max`, " + output + "max`"},
		{"dialog_timeout", code + "dialog`, " + output + "dialog`"},
		{"the release of the plugin", "`agentzero.release`: whose gates and timeouts hold"},
		{"prompt_patterns", "no effect: that a command has ended is known, and not told from what looks like a prompt"},
		{"dialog_patterns", "no effect: those of the release say what looks like a question"},
		{"output_max_bytes", "no effect: the last 256 KiB are returned, the whole is kept in a file"},
		{"scopes.files, scopes.file_write, scopes.code_execution", "no effect: what a gateway passes on is for Agent Zero's server"},
	}
}

// agentZeroPage is the part of the page about Agent Zero. Every setting that there is
// for it stands there.
func agentZeroPage(t *testing.T) string {
	t.Helper()
	k := &sampleKeys{t: t}
	for _, key := range agentZeroKeys() {
		k.say(key.key, key.says)
	}
	page := agentZeroHeading + strings.Join(k.text(), "\n") + "\n"
	for _, key := range schemaKeys(t, schema.Skillctl, []string{"agentzero"}) {
		if !strings.Contains(page, "`"+key+"`") {
			t.Errorf("Agent Zero: nothing is said of %s", key)
		}
	}
	return page
}

// elsewherePage is the part of the page about these keys. A key of the schema of which
// nothing is said fails the test, and so does one that there is not.
func elsewherePage(t *testing.T) string {
	t.Helper()
	var page strings.Builder
	page.WriteString(elsewhereHeading)
	for _, part := range elsewhereKeys() {
		k := &sampleKeys{t: t}
		var said []string
		for _, key := range part.keys {
			name := strings.Join(part.part, ".") + "." + key.key
			said = append(said, name)
			k.say(name, key.says)
		}
		known := schemaKeys(t, part.kind, part.part)
		for _, key := range known {
			if !slices.ContainsFunc(said, func(name string) bool {
				return name == key || strings.HasPrefix(name, key+".") || strings.HasPrefix(key, name+".")
			}) {
				t.Errorf("%s: nothing is said of %s", part.title, key)
			}
		}
		for _, name := range said {
			if !slices.ContainsFunc(known, func(key string) bool {
				return key == name || strings.HasPrefix(name, key+".") || strings.HasPrefix(key, name+".")
			}) {
				t.Errorf("%s: the schema has no %s", part.title, name)
			}
		}
		page.WriteString("\n### " + part.title + "\n\n" + strings.Join(k.text(), "\n") + "\n")
	}
	return page.String()
}
