package dialect

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/schema"
)

// TestFaulty refuses what a system would not take, with the place of each fault.
func TestFaulty(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		want       []string
	}{
		"a key that is misspelled": {"openclaw.json", `{tools: {exec: {moed: "deny"}}}`,
			[]string{`openclaw.json:1:17: unknown key "moed" in tools.exec (did you mean "mode"?)`}},
		"a key of the root": {"openclaw.json", `{tolls: {exec: {mode: "deny"}}}`,
			[]string{`openclaw.json:1:2: unknown key "tolls" (did you mean "tools"?)`}},
		"a text where an object is wanted": {"openclaw.json", `{tools: {exec: "x"}}`,
			[]string{`openclaw.json:1:16: exec must be an object; it is the text "x"`}},
		"a word that there is not": {"openclaw.json", `{tools: {exec: {mode: "yolo"}}}`,
			[]string{`openclaw.json:1:23: mode must be one of "deny", "allowlist", "ask", "auto", "full"; it is "yolo"`}},
		"two ways to say it": {"openclaw.json", `{tools: {exec: {mode: "full", security: "deny"}}}`,
			[]string{`openclaw.json:1:23: mode cannot stand together with security or ask (keep mode and remove security and ask)`}},
		"no time at all": {"openclaw.json", `{tools: {exec: {timeoutSeconds: 0}}}`,
			[]string{`openclaw.json:1:33: timeoutSeconds must be more than 0; it is 0`}},
		"each fault": {"openclaw.json", "{tools: {exec: {host: \"here\"}},\n agents: {defaults: {sandbox: {mode: true}}}}", []string{
			`openclaw.json:2:38: mode must be "off", "non-main" or "all"; it is true`,
			`openclaw.json:1:23: host must be one of "auto", "sandbox", "gateway", "node"; it is "here"`,
		}},
		"the value that counts of a key that stands twice": {"openclaw.json", `{tools: {exec: {mode: "deny"}}, tools: {exec: 1}}`,
			[]string{`openclaw.json:1:47: exec must be an object; it is the number 1`}},
		"an agent": {"openclaw.json", `{agents: {entries: {main: {tools: {exec: {moed: "deny"}}}}}}`,
			[]string{`openclaw.json:1:43: unknown key "moed" in agents.entries.main.tools.exec (did you mean "mode"?)`}},
		"a risk profile's key": {"config.toml", "[risk_profiles.a]\nlevle = \"readonly\"\n",
			[]string{`config.toml:2:1: unknown key "levle" in risk_profiles.a (did you mean "level"?)`}},
		"a table": {"config.toml", "[risk_profile.a]\nlevel = \"readonly\"\n",
			[]string{`config.toml:1:2: unknown key "risk_profile" (did you mean "risk_profiles"?)`}},
		"a table beside others": {"config.toml", "[runtime]\nkind = \"native\"\n[risk_profile.a]\nlevel = \"readonly\"\n",
			[]string{`config.toml:3:2: unknown key "risk_profile" (did you mean "risk_profiles"?)`}},
		"the older table": {"config.toml", "[autonomy]\nlevel = \"read_only\"\n",
			[]string{`config.toml:2:9: level must be one of "supervised", "readonly", "full"; it is "read_only" (did you mean "readonly"?)`}},
		"a number for a list": {"config.toml", "[risk_profiles.a]\nallowed_commands = 1\n",
			[]string{`config.toml:2:20: allowed_commands must be a list of strings; it is the number 1`}},
		"the older table, misspelled": {"config.toml", "[autonomy]\nlevle = \"readonly\"\n[Autonomy]\nlevel = \"readonly\"\n", []string{
			`config.toml:3:2: unknown key "Autonomy" (did you mean "autonomy"?)`,
			`config.toml:2:1: unknown key "levle" in autonomy (did you mean "level"?)`,
		}},
		"a key beside the one that it nearly is": {"config.toml", "[autonomy]\nlevle = \"readonly\"\nlevel = \"full\"\n",
			[]string{`config.toml:2:1: unknown key "levle" in autonomy (did you mean "level"?)`}},
		"the older table where it is not read": {"config.toml", "schema_version = 3\n[autonomy]\nlevel = \"readonly\"\n",
			[]string{`config.toml:2:2: autonomy is not read where schema_version is 3 (move its keys to [risk_profiles.default], or remove schema_version)`}},
		"a version that there is not": {"config.toml", "schema_version = 99\n[autonomy]\nlevel = \"readonly\"\n",
			[]string{`config.toml:1:18: schema_version must be at most 3; it is 99`}},
		"a profile that there is not": {"config.toml", "[risk_profiles.careful]\n[runtime_profiles.r]\n[agents.m]\nrisk_profile = \"carefull\"\nruntime_profile = \"x\"\n", []string{
			`config.toml:4:16: there is no risk_profiles.carefull (there is careful)`,
			`config.toml:5:19: there is no runtime_profiles.x (there is r)`,
		}},
		"a key of an agent": {"config.toml", "[risk_profiles.a]\n[agents.m]\nrisk_profil = \"a\"\n",
			[]string{`config.toml:3:1: unknown key "risk_profil" in agents.m (did you mean "risk_profile"?)`}},
		"a table that is about something else, misspelled": {"config.toml", "[risk_profiles.a]\n[securty.audit]\nenabled = true\n",
			[]string{`config.toml:2:2: unknown key "securty" (did you mean "security"?)`}},
		"a key of bash": {"skills.yaml", "skills: {codeExec: {bash: {deniedCommand: [rm]}}}\n",
			[]string{`skills.yaml:1:28: unknown key "deniedCommand" in skills.codeExec.bash (did you mean "deniedCommands"?)`}},
		"skills without codeExec": {"skills.yaml", "skills: {codeexec: {}}\n",
			[]string{`skills.yaml:1:9: key "codeExec" is missing in skills; it must be an object`}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := loadDialect(t, "", c.file, map[string]string{c.file: c.text})
			var faulty *FaultyError
			var merge *schema.MergeError
			if !errors.As(err, &faulty) || !errors.As(err, &merge) {
				t.Fatalf("the error is %v", err)
			}
			var got []string
			for _, problem := range merge.Problems {
				got = append(got, problem.String())
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if !strings.Contains(err.Error(), "`skillctl lint "+c.file+"`") {
				t.Errorf("nothing says what to do: %v", err)
			}
		})
	}
}

// TestTolerated takes what the systems take.
func TestTolerated(t *testing.T) {
	for name, c := range map[string]struct{ file, text string }{
		"old keys":                      {"openclaw.json", `{tools: {exec: {security: "allowlist", ask: "always"}}}`},
		"tables that are not looked at": {"config.toml", "[gateway]\nport = 1\n[agent]\nname = \"x\"\n[risk_profiles.a]\nlevel = \"full\"\nsomething_else = 1\n"},
		"the older table":               {"config.toml", "[autonomy]\nlevel = \"full\"\nauto_approve = [\"file_read\"]\nnon_cli_excluded_tools = []\n"},
		"keys around codeExec":          {"skills.yaml", "skills: {other: 1, codeExec: {enabled: true}}\nmore: 1\n"},
	} {
		if _, err := loadDialect(t, "", c.file, map[string]string{c.file: c.text}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestVariables puts in what a configuration names, before it is judged: as OpenClaw
// does.
func TestVariables(t *testing.T) {
	for value, want := range map[string]string{"deny": `"deny"`, "yolo": "", "": ""} {
		dir := t.TempDir()
		file := filepath.Join(dir, "openclaw.json")
		if err := os.WriteFile(file, []byte(`{tools: {exec: {mode: "${MODE}"}}}`), 0o600); err != nil {
			t.Fatal(err)
		}
		reader := Reader{Getenv: func(name string) string { return map[string]string{"MODE": value}[name] }}
		s, err := settings.Load(t.Context(), settings.WithDir(dir), settings.WithSystemDir(""), settings.WithUserDir(""), settings.WithFile(file), settings.WithTranslator(reader.Translate))
		switch {
		case want == "" && !errors.As(err, new(*FaultyError)):
			t.Errorf("%q: the error is %v", value, err)
		case want != "" && err != nil:
			t.Errorf("%q: %v", value, err)
		case want != "":
			wantSettings(t, s, map[string]string{"exec.security": want})
		}
	}
}

// TestApprovals refuses approvals beside the configuration whose words are none.
func TestApprovals(t *testing.T) {
	for text, want := range map[string]string{
		`{version: 1, defaults: {security: "denied"}}`:                        "exec-approvals.json:1:35: defaults.security: one of deny, allowlist, full is wanted",
		`{version: 1, defaults: {securty: "deny"}}`:                           `exec-approvals.json:1:34: defaults.securty: the key is not known; did you mean "security"?`,
		`{version: 1, defaults: "deny"}`:                                      "exec-approvals.json:1:24: defaults: an object is wanted",
		`{version: 1, defaults: {}, agents: {"*": {allowlist: "ls"}}}`:        "a list is wanted",
		`{version: 1, defaults: {security: "deny"}, more: 1, socket: {}}`:     "",
		`{version: 1, agents: {other: {security: "deny", allowlist: ["a"]}}}`: "",
	} {
		_, err := loadDialect(t, "", "openclaw.json", map[string]string{"openclaw.json": `{tools: {}}`, "exec-approvals.json": text})
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", text, err)
		case want != "" && (!errors.As(err, new(*FaultyError)) || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v; wanted %s", text, err, want)
		}
	}
}
