package schema

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/test/vectors"
)

// said writes violations as a test compares them: path, place, code, message
// and hint.
func said(vs []Violation) string {
	var lines []string
	for _, v := range vs {
		line := fmt.Sprintf("%s %s %s: %s", PathString(v.Path), v.On, v.Code, v.Message)
		if v.Hint != "" {
			line += " | " + v.Hint
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// wrongDocuments has a document of each kind and everything that is said of it.
func wrongDocuments() []struct {
	kind Kind
	doc  string
	want string
} {
	return []struct {
		kind Kind
		doc  string
		want string
	}{
		{AgentSkills, `{"name": "My--Skill", "homepage": "x", "metadata": {"a": {}}, "allowed-tools": ["Bash"]}`,
			`allowed-tools value type: allowed-tools must be a string; it is a list | write the tools in one string, separated by spaces
description key missing-key: key "description" is missing; it must be a string | say what the skill does and when to use it, in at most 1024 characters
homepage key unknown-key: unknown key "homepage" | keys here: allowed-tools, compatibility, description, license, metadata, name
metadata.a value type: a must be a string, a number or true or false; it is an object
name value pattern: name must be lower-case letters, digits and single hyphens, not at either end; it is "My--Skill" | use the name of the skill's folder, such as pdf-forms`},
		{AgentSkills, `{"name": 5, "description": " ", "compatibility": ""}`,
			`compatibility value length: compatibility must not be empty
description value pattern: description must not be blank; it is " " | say what the skill does and when to use it, in at most 1024 characters
name value type: name must be lower-case letters, digits and single hyphens, not at either end; it is the number 5 | use the name of the skill's folder, such as pdf-forms`},
		{Claude, `{"description": "d", "alowed-tools": "Bash", "colour": 1, "context": "fresh", "user-invocable": "yes"}`,
			`alowed-tools key unknown-key: unknown key "alowed-tools" | did you mean "allowed-tools"?
context value enum: context must be "fork"; it is "fresh"
user-invocable value type: user-invocable must be true or false; it is the text "yes" | write true or false without quotes`},
		{Codex, `{"name": "x"}`,
			`description key missing-key: key "description" is missing; it must be a string | say what the skill does and when to use it, in at most 1024 characters`},
		{OpenClawSkill, `{"description": "d", "user-invocable": "sure", "metadata": {"openclaw": {"os": ["Linux"], "always": "true", "primaryEnvs": "X",
			"install": [{"kind": "brew"}, {"kind": "go", "module": "https://x"}, {"kind": "apt", "package": "jq"}, {"kind": "download", "url": "ftp://x", "sha256": "00"}]}}}`,
			`metadata.openclaw.always value type: always must be true or false; it is the text "true" | write true without quotes
metadata.openclaw.install[0].formula key conflict: a brew installer needs a formula | add formula, the name that brew install takes
metadata.openclaw.install[1].module value pattern: module must be a module with its version, such as example.com/tool@v1.2.3; it is "https://x"
metadata.openclaw.install[2].kind value enum: kind must be one of "brew", "node", "go", "uv", "download"; it is "apt"
metadata.openclaw.install[3].sha256 value pattern: sha256 must be 64 hexadecimal digits; it is "00"
metadata.openclaw.install[3].url value pattern: url must be an http or https address; it is "ftp://x"
metadata.openclaw.os[0] value enum: os[0] must be one of "darwin", "linux", "win32"; it is "Linux" | did you mean "linux"?
metadata.openclaw.primaryEnvs key unknown-key: unknown key "primaryEnvs" in metadata.openclaw | did you mean "primaryEnv"?
user-invocable value type: user-invocable must be true or false, "true", "false", "yes", "no", "on", "off", "1", "0", 1 or 0; it is the text "sure" | write true or false`},
		{ZeroClawSkill, `{"skill": {"name": "n"}, "tools": [{"name": "a", "description": "d", "kind": "Shell", "timeout_secs": 0}]}`,
			`skill.description key missing-key: key "description" is missing in skill; it must be a string
tools[0].kind value enum: kind must be one of "shell", "script", "http", "builtin", "mcp"; it is "Shell" | did you mean "shell"?
tools[0].timeout_secs value range: timeout_secs must be at least 1; it is 0`},
		{OpenClaw, `{"skils": {}, "skills": {"load": {"watchDebounceMs": 5, "extraDirs": "~/x"}, "limits": {"maxCandidatesPerRoot": 0, "maxSkillFileBytes": 1.5}}}`,
			`skills.limits.maxCandidatesPerRoot value range: maxCandidatesPerRoot must be at least 1; it is 0
skills.limits.maxSkillFileBytes value type: maxSkillFileBytes must be a whole number; it is the number 1.5
skills.load.extraDirs value type: extraDirs must be a list of strings; it is the text "~/x" | write a list: ["~/x"]
skills.load.watchDebounceMs key unknown-key: watchDebounceMs is no longer a key since 2026.8.1 | remove it
skils key unknown-key: unknown key "skils"`},
		{OpenClaw, `{"tools": {"exec": {"mode": "ask", "security": "allowlist", "timeoutSec": 5}}}`,
			`tools.exec.mode value conflict: mode cannot stand together with security or ask | keep mode and remove security and ask
tools.exec.security key legacy-key: security is an old key; it is still read, but has been replaced since 2026.8.1 | write mode instead
tools.exec.timeoutSec key unknown-key: timeoutSec is no longer a key since 2026.8.1 | write timeoutSeconds instead`},
		{OpenClaw, `{"skills": {"entries": {"a": {"apiKey": {"source": "env", "provider": "p"}}}}}`,
			`skills.entries.a.apiKey value value: key "id" is missing in skills.entries.a.apiKey; it must be a string`},
		{OpenClaw, `{"agents": {"entries": {"Bad Id!": {}, "a": {"default": true, "skills": null}, "b": {"default": true}}}}`,
			`agents.entries["Bad Id!"] key pattern: key "Bad Id!" is not an agent's id: letters, digits, _ and -, at most 64, not beginning with -
agents.entries.a.default key legacy-key: default is an old key; it is still read, but has been replaced since 2026.8.1 | write agents.ownership: "explicit" instead
agents.entries.a.skills value type: skills must be a list of strings; it is empty (null) | write a list of skill names; [] allows none
agents.entries.b.default key legacy-key: default is an old key; it is still read, but has been replaced since 2026.8.1 | write agents.ownership: "explicit" instead`},
		{OpenClaw, `{"agents": {"entries": {"a": {"default": true}, "b": {"default": true}}}}`,
			`agents.entries value conflict: only one agent can have default: true; 2 have | keep the mark on one agent, or remove all and set ownership: "explicit"
agents.entries.a.default key legacy-key: default is an old key; it is still read, but has been replaced since 2026.8.1 | write agents.ownership: "explicit" instead
agents.entries.b.default key legacy-key: default is an old key; it is still read, but has been replaced since 2026.8.1 | write agents.ownership: "explicit" instead`},
		{OpenClaw, `{"agents": {"defaults": {"sandbox": {"mode": "al", "docker": {"binds": ["./x:/y"], "network": " HOST ", "seccompProfile": "unconfined", "privileged": true}}}}}`,
			`agents.defaults.sandbox.docker.binds[0] value pattern: binds[0] must begin with an absolute path; it is "./x:/y" | write /absolute/source:/target, with :ro where it is only read
agents.defaults.sandbox.docker.network value pattern: network must not be the host's network; it is " HOST " | write "none" or "bridge"
agents.defaults.sandbox.docker.privileged key unknown-key: unknown key "privileged" in agents.defaults.sandbox.docker
agents.defaults.sandbox.docker.seccompProfile value pattern: seccompProfile must not be unconfined; it is "unconfined" | name a profile file, or remove the key
agents.defaults.sandbox.mode value enum: mode must be one of "off", "non-main", "all"; it is "al" | did you mean "all"?`},
		{OpenClaw, `[]`, ` value type: the document must be an object; it is a list`},
		{ZeroClaw, `{"risk_profiles": {"p": {"level": "read_only", "workspace_onyl": true, "shell_env_passthrough": ["A-B"]}}, "runtime": {"docker": {"memory_limit_mb": -1}}, "x": 1}`,
			`risk_profiles.p.level value enum: level must be one of "supervised", "readonly", "full"; it is "read_only" | did you mean "readonly"?
risk_profiles.p.shell_env_passthrough[0] value pattern: shell_env_passthrough[0] must be a variable's name: letters, digits and _, not beginning with a digit; it is "A-B"
risk_profiles.p.workspace_onyl key unknown-key: unknown key "workspace_onyl" in risk_profiles.p | did you mean "workspace_only"?
runtime.docker.memory_limit_mb value range: memory_limit_mb must be at least 0; it is -1`},
		{CodeExec, `{"skills": {"codeExec": {"sandbox": {"timeout": 30, "memoryLimit": "4m", "cpuLimit": 0}, "languages": ["python", "ruby"], "network": {"allowedHosts": ["e.com"]}, "seccomp": "defalut", "audit": {"retentionDays": 0}}}}`,
			`skills.codeExec.audit.retentionDays value range: retentionDays must be at least 1; it is 0 | write the number of days, at least 1
skills.codeExec.languages[1] value enum: languages[1] must be one of "python", "javascript", "bash", "typescript"; it is "ruby"
skills.codeExec.network.allowedHosts value conflict: allowedHosts has no effect: mode is none | set mode: restricted, or remove allowedHosts
skills.codeExec.sandbox.cpuLimit value range: cpuLimit must be at least 0.01; it is 0
skills.codeExec.sandbox.memoryLimit value pattern: memoryLimit must be an amount of at least 6m with its unit, such as 256m or 1g; it is "4m"
skills.codeExec.sandbox.timeout value type: timeout must be a length of time above 0 with its unit, such as 30s or 2m; it is the number 30
skills.codeExec.seccomp value pattern: seccomp must be default, or the whole path of a profile file; it is "defalut" | write /FOLDER/NAME.json, or remove the key for skillctl's own profile`},
		{Skillctl, `{"lint": {"failOn": "hgh", "rules": {"NoSlash": {}, "a/b": {"level": "warn"}}, "suppressions": [{"rule": "a/b", "reason": " ", "expires": "soon"}]}, "exec": {"allowlist": [1, {"argPattern": "x"}]}}`,
			`exec.allowlist[0] value type: allowlist[0] must be a string or an object; it is the number 1 | put it in quotes: "1"
exec.allowlist[1].pattern key missing-key: key "pattern" is missing in exec.allowlist[1]; it must be a string
lint.failOn value enum: failOn must be one of "medium", "info", "low", "high", "critical", "never"; it is "hgh" | did you mean "high"?
lint.rules.NoSlash key pattern: key "NoSlash" is not the id of a rule, a category or a glob of ids, such as spec/name-format, spec or spec/name-*
lint.rules["a/b"].level value enum: level must be one of "off", "info", "low", "medium", "high", "critical"; it is "warn"
lint.suppressions[0].expires value pattern: expires must be a date such as 2026-12-31; it is "soon"
lint.suppressions[0].owner key missing-key: key "owner" is missing in lint.suppressions[0]; it must be a string | name a person or team
lint.suppressions[0].reason value pattern: reason must say why; it is " " | say why the finding is acceptable here`},
		{Request, `{"request": {"command": "ls", "argv": ["ls"]}, "settings": {"exec": {"ask": "never"}}}`,
			`request.argv value conflict: argv cannot stand together with command | give the command as text, or as a list of arguments
settings.exec.ask value enum: ask must be one of "on-miss", "off", "always"; it is "never"`},
		{"nonsense", `{}`, ` value value: unknown kind of document: "nonsense"`},
	}
}

func TestValidate(t *testing.T) {
	s := New()
	for i, c := range wrongDocuments() {
		t.Run(fmt.Sprintf("%d %s", i, c.kind), func(t *testing.T) {
			var doc any
			if err := json.Unmarshal([]byte(c.doc), &doc); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, said(s.Validate(c.kind, doc))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestGoodDocuments wants nothing to be said of right documents.
func TestGoodDocuments(t *testing.T) {
	s := New()
	docs := goodDocuments()
	for _, kind := range Kinds() {
		if len(docs[kind]) == 0 && kind != ExecInput {
			t.Errorf("%s has no example", kind)
		}
		for _, doc := range docs[kind] {
			for _, v := range s.Validate(kind, doc) {
				if v.Refused() {
					t.Errorf("%s: %s", kind, said([]Violation{v}))
				}
			}
		}
	}
}

// TestEveryPatternSpeaks wants a sentence for each pattern: what a person has
// to write must not be a regular expression.
func TestEveryPatternSpeaks(t *testing.T) {
	s := New()
	for _, kind := range Kinds() {
		p, err := s.plan(kind)
		if err != nil {
			t.Fatal(err)
		}
		silent(p.root, string(kind), map[*object]bool{}, func(where string) { t.Errorf("%s: a pattern without @says", where) })
	}
}

func silent(s *spec, where string, seen map[*object]bool, report func(string)) {
	for _, a := range s.alts {
		for _, c := range a.checks {
			if (c.op == opMatch || c.op == opNotMatch || c.op == opNot) && c.says == "" && c.text != `\S` {
				report(where)
			}
		}
		if a.list != nil && a.list.rest != nil {
			silent(a.list.rest, where+"[]", seen, report)
		}
		if a.object == nil || seen[a.object] {
			continue
		}
		seen[a.object] = true
		for _, f := range a.object.fields {
			silent(f.spec, where+"."+f.name, seen, report)
		}
		for _, p := range a.object.patterns {
			silent(p.spec, where+".*", seen, report)
			if p.re != nil && p.says == "" {
				report(where + " keys")
			}
		}
	}
}

// TestManyAgents wants rules that count entries to stay bounded.
func TestManyAgents(t *testing.T) {
	s := New()
	for n, want := range map[int]string{
		1500: `agents.entries.A7 key conflict: agents "A7" and "a7" are the same agent: case does not count | rename one of them`,
		9000: `agents value value: there are more than 20000 values here: too many to check how they fit together`,
	} {
		entries := map[string]any{"A7": map[string]any{}}
		for i := range n {
			entries[fmt.Sprintf("a%d", i)] = map[string]any{"name": "x", "skills": []any{"s"}}
		}
		got := s.Validate(OpenClaw, map[string]any{"agents": map[string]any{"ownership": "explicit", "entries": entries}})
		if n == 1500 && len(got) == 1 && len(got[0].Path) == 3 {
			got[0].Path[2] = "A7" // which of the two is named depends on their order
			got[0].Message = strings.Replace(got[0].Message, `"a7" and "A7"`, `"A7" and "a7"`, 1)
		}
		if diff := cmp.Diff(want, said(got)); diff != "" {
			t.Errorf("%d agents: %s", n, diff)
		}
	}
}

func TestHostileText(t *testing.T) {
	key := "a\x1b[31m\u202e\x00" + strings.Repeat("x", 5000)
	vs := New().Validate(AgentSkills, map[string]any{"name": key, "description": "d", key: 1, "\xff\xfe": "x"})
	if len(vs) != 3 {
		t.Fatalf("%d violations: %s", len(vs), said(vs))
	}
	for _, v := range vs {
		if strings.ContainsAny(v.Message+v.Hint, "\x1b\u202e\x00") || len(v.Message) > 1000 {
			t.Errorf("hostile text in a message: %q", v.Message)
		}
	}
}

// FuzzValidate wants the same answer twice and no panic, whatever the document.
func FuzzValidate(f *testing.F) {
	for i, kind := range Kinds() {
		for _, doc := range goodDocuments()[kind] {
			text, err := json.Marshal(doc)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(i, text)
		}
	}
	for i, c := range wrongDocuments() {
		f.Add(i, []byte(c.doc))
	}
	for _, r := range vectors.Read[row](f, "openclaw-config") {
		f.Add(5, []byte(r.Config))
	}
	s := New()
	kinds := Kinds()
	f.Fuzz(func(t *testing.T, n int, text []byte) {
		var doc any
		if json.Unmarshal(text, &doc) != nil {
			return
		}
		kind := kinds[((n%len(kinds))+len(kinds))%len(kinds)]
		first := s.Validate(kind, doc)
		if diff := cmp.Diff(first, s.Validate(kind, doc)); diff != "" {
			t.Error(diff)
		}
		for _, v := range first {
			if v.Message == "" || v.Path == nil || (v.On != OnKey && v.On != OnValue) {
				t.Errorf("incomplete violation %+v", v)
			}
		}
		HostPaths(doc, first)
	})
}

// FuzzReadCUE wants settings texts to be read or refused, never to panic.
func FuzzReadCUE(f *testing.F) {
	for _, text := range []string{
		"lint: failOn: \"high\"", "a: *1 | int\nb: [1, 2, ...]", "#A: {x: #A}\na: #A", "a: -1 & number", "a: {b: c: [string]: >=1 & <=3}",
		"a: strings.MinRunes(3)", "a!: \"x\"\nb?: {}", "a: \"x\\(1)\"", "a: '''\n  b\n  '''", "a: =~\"[\"", "#A: #B\n#B: #A\na: #A & #B", "a: 1e400", "a: 0x1F\nb: 1_000Ki",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ReadCUE("f.cue", []byte(text))
		if err != nil {
			return
		}
		l.Root.Interface()
		if m, err := New().Merge(Skillctl, []Layer{*l}); err == nil && m.Value == nil {
			t.Error("merged to nothing")
		}
	})
}

func BenchmarkValidateFrontMatter(b *testing.B) {
	s := New()
	doc := map[string]any{
		"name": "pdf-forms", "description": strings.Repeat("Fills forms. ", 20), "license": "MIT", "allowed-tools": "Bash Read",
		"metadata": map[string]any{"author": "x", "openclaw": map[string]any{"requires": map[string]any{"bins": []any{"jq"}}}},
	}
	for _, kind := range []Kind{AgentSkills, Claude, Codex, OpenClawSkill} {
		s.Validate(kind, doc)
		b.Run(string(kind), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Validate(kind, doc)
			}
		})
	}
}

func BenchmarkValidateOpenClaw(b *testing.B) {
	s := New()
	for i, doc := range goodDocuments()[OpenClaw] {
		s.Validate(OpenClaw, doc)
		b.Run(fmt.Sprint(i), func(b *testing.B) {
			for b.Loop() {
				s.Validate(OpenClaw, doc)
			}
		})
	}
}

// BenchmarkPlan is what the first document of a kind costs.
func BenchmarkPlan(b *testing.B) {
	for _, kind := range []Kind{AgentSkills, OpenClaw, Skillctl} {
		b.Run(string(kind), func(b *testing.B) {
			for b.Loop() {
				if _, err := New().plan(kind); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestTypeHints(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		kind      Kind
		doc, want string
	}{
		{OpenClaw, `{"skills": {"entries": {"a": {"enabled": " False "}}}}`, "write false without quotes"},
		{OpenClaw, `{"skills": {"entries": {"a": {"enabled": "maybe"}}}}`, "write true or false without quotes"},
		{OpenClaw, `{"skills": {"entries": {"a": {"enabled": 1}}}}`, ""},
		{OpenClaw, `{"skills": {"entries": {"a": {"env": {"PORT": 8080}}}}}`, `put it in quotes: "8080"`},
		{OpenClaw, `{"skills": {"entries": {"a": {"env": {"PORT": null}}}}}`, ""},
		{OpenClaw, `{"skills": {"entries": {"a": true}}}`, ""},
		{OpenClaw, `{"skills": {"limits": {"maxSkillFileBytes": "1000"}}}`, "write 1000 without quotes"},
		{OpenClaw, `{"skills": {"limits": {"maxSkillFileBytes": "1 MB"}}}`, ""},
		{OpenClaw, `{"skills": {"allowBundled": "github"}}`, `write a list: ["github"]`},
		{CodeExec, `{"skills": {"codeExec": {"interactiveSession": {"maxDuration": 600}}}}`, ""},
	} {
		var doc any
		if err := json.Unmarshal([]byte(test.doc), &doc); err != nil {
			t.Fatal(err)
		}
		vs := New().Validate(test.kind, doc)
		if len(vs) != 1 || vs[0].Code != WrongType || vs[0].Hint != test.want {
			t.Errorf("%s: got %s, want the hint %q", test.doc, said(vs), test.want)
		}
	}
}
