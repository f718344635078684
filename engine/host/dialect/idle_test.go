package dialect

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestIdle names each key about commands that has no effect, and no other.
func TestIdle(t *testing.T) {
	for name, c := range map[string]struct {
		agent, file, text string
		// want are the beginnings of the lines, up to the reason.
		want []string
	}{
		"all that has one": {"", "openclaw.json", `{tools: {exec: {host: "gateway", mode: "ask", safeBins: ["cut"], safeBinTrustedDirs: ["/opt/bin"], safeBinProfiles: {cut: {maxPositional: 1}},
			strictInlineEval: true, pathPrepend: ["/opt/bin"], timeoutSeconds: 9, backgroundMs: 9}, elevated: {enabled: false}},
			agents: {defaults: {workspace: "~/w", sandbox: {mode: "all", backend: "docker", workspaceAccess: "ro", docker: {image: "a", readOnlyRoot: true, network: "bridge", user: "1:1", capDrop: ["ALL"],
			pidsLimit: 9, memory: "1g", cpus: 1, seccompProfile: "/s.json", binds: ["/a:/b"]}}}}, gateway: {port: 1}}`, nil},
		"what has none": {"", "openclaw.json", "{tools: {\n exec: {node: \" \", reviewer: {model: \"m\", timeoutMs: 1},\n  notifyOnExit: true, pathPrepend: [\"/a\", \"b\"]},\n deny: [\"exec\"], web: {}}}", []string{
			"openclaw.json:2:9: tools.exec.node has no effect here",
			"openclaw.json:2:20: tools.exec.reviewer has no effect here",
			"openclaw.json:3:43: tools.exec.pathPrepend[1] has no effect here",
		}},
		"a value that asks for what is so": {"", "openclaw.json", `{tools: {exec: {notifyOnExit: false, approvalRunningNoticeMs: 0}}}`, nil},
		"an agent holds before the rest": {"a", "openclaw.json", "{tools: {exec: {mode: \"deny\", cleanupMs: 1}},\n agents: {ownership: \"explicit\", entries: {a: {tools: {exec: {mode: \"ask\",\n cleanupMs: 2}}, sandbox: {scope: \"agent\"}}, b: {tools: {exec: {cleanupMs: 3}}}}}}", []string{
			"openclaw.json:3:2: agents.entries.a.tools.exec.cleanupMs has no effect here",
			"openclaw.json:3:28: agents.entries.a.sandbox.scope has no effect here",
		}},
		"a key that stands again": {"", "openclaw.json", "{tools: {exec: {mode: \"deny\"}},\n tools: {}}",
			[]string{"openclaw.json:1:2: tools has no effect: it stands again in line 2, and the last one counts"}},
		"what a skill's entry has, in a sandbox": {"", "openclaw.json", "{agents: {defaults: {sandbox: {mode: \"all\"}}},\n skills: {entries: {a: {enabled: true, apiKey: \"k\",\n env: {A: \"b\"}}, b: {env: {}}}}}", []string{
			"openclaw.json:2:40: skills.entries.a.apiKey has no effect here",
			"openclaw.json:3:2: skills.entries.a.env has no effect here",
		}},
		"what a skill's entry has, on this machine": {"", "openclaw.json", `{agents: {defaults: {sandbox: {mode: "non-main"}}}, skills: {entries: {a: {apiKey: "k"}}}}`, nil},
		"a container's lists and limits": {"", "openclaw.json", "{agents: {defaults: {sandbox: {docker: {network: \"bridge\", tmpfs: [\"tmp\"],\n dns: [\"one\", \"::1\"], extraHosts: [\"a:b\"], ulimits: {nofile: \"1:2\",\n cpu: \"x\"}, env: {\"a-b\": \"c\", D: \"e\"}}}}}}", []string{
			"openclaw.json:1:68: agents.defaults.sandbox.docker.tmpfs[0] has no effect here",
			"openclaw.json:2:8: agents.defaults.sandbox.docker.dns[0] has no effect here",
			"openclaw.json:2:36: agents.defaults.sandbox.docker.extraHosts[0] has no effect here",
			"openclaw.json:3:2: agents.defaults.sandbox.docker.ulimits.cpu has no effect here",
			"openclaw.json:3:19: agents.defaults.sandbox.docker.env.a-b has no effect here",
		}},
		"two limits, and options of folders in memory": {"", "openclaw.json", "{agents: {defaults: {sandbox: {docker: {ulimits: {nofile: {soft: 64,\n hard: 128}, nproc: {hard: 9}}, tmpfs: [\"/tmp:rw,size=1m\",\n \"/run:exec,size=2m\"]}}}}}", []string{
			"openclaw.json:2:2: agents.defaults.sandbox.docker.ulimits.nofile.hard has no effect here",
			"openclaw.json:3:2: the option \"exec\" has no effect here",
		}},
		"a risk profile": {"", "config.toml", "[risk_profiles.a]\nlevel = \"full\"\nallowed_commands = [\"ls\"]\nmax_actions_per_hour = 5\nfirejail_args = [\"x\"]\nunknown_key = 1\nshell_timeout_secs = 5\n" +
			"[runtime]\nkind = \"native\"\nshell = \"zsh\"\n[runtime.docker]\nimage = \"a\"\n[runtime_profiles.x]\nmax_actions_per_hour = 1\n[autonomy]\nlevel = \"full\"\n[security.audit]\nenabled = true\n" +
			"[agents.m]\nrisk_profile = \"a\"\nmodel = \"x\"\n[gateway]\nport = 1\n", []string{
			"config.toml:5:1: risk_profiles.a.firejail_args has no effect here",
			"config.toml:6:1: risk_profiles.a.unknown_key has no effect here",
			"config.toml:10:1: runtime.shell has no effect here",
			"config.toml:11:10: runtime.docker has no effect here",
			"config.toml:15:2: autonomy has no effect here",
			"config.toml:17:11: security.audit has no effect here",
		}},
		"tables of older versions": {"", "config.toml", "[risk_profiles.default]\nsandbox_backend = \"none\"\n[autonomy]\nlevel = \"full\"\nsandbox_backend = \"auto\"\nauto_approve = [\"x\"]\n" +
			"[security.sandbox]\nenabled = true\nbackend = \"landlock\"\nfirejail_args = [\"x\"]\n", []string{
			"config.toml:5:1: autonomy.sandbox_backend has no effect here",
			"config.toml:6:1: autonomy.auto_approve has no effect here",
			"config.toml:8:1: security.sandbox.enabled has no effect here",
			"config.toml:9:1: security.sandbox.backend has no effect here",
			"config.toml:10:1: security.sandbox.firejail_args has no effect here",
		}},
		"a container": {"", "config.toml", "[runtime]\nkind = \"docker\"\n[runtime.docker]\nimage = \"a\"\nnetwork = \"\"\nmemory_limit_mb = 64\ncpu_limit = 0\nallowed_workspace_roots = [\"/a\", \"b\"]\n", []string{
			"config.toml:5:1: runtime.docker.network has no effect here",
			"config.toml:7:1: runtime.docker.cpu_limit has no effect here",
			"config.toml:8:34: runtime.docker.allowed_workspace_roots[1] has no effect here",
		}},
		"code": {"", "skills.yaml", `skills:
  other: 1
  codeExec:
    enabled: true
    languages: [python]
    sandbox: {image: "a/b:1", timeout: 20s, memoryLimit: 64m, cpuLimit: "0.5", containerExec: true}
    python: {version: 3.11, maxOutputSize: 1MB}
    javascript: {runtime: node}
    network: {mode: restricted, allowedHosts: [pypi.org], maxBandwidth: 10MB}
    interactiveSession: {enabled: true, maxDuration: 600s}
    channels: {slack: {maxLength: 1000}}
    audit: {enabled: false, logCode: true}
    outputDir: /out
    allowedOutputTypes: ["*.png"]
tools: {}
`, []string{
			"skills.yaml:12:13: skills.codeExec.audit.enabled has no effect here",
			"skills.yaml:2:3: skills.other has no effect here",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := loadDialect(t, c.agent, c.file, map[string]string{c.file: c.text})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, line := range s.Idle {
				start, _, _ := strings.Cut(line, " here")
				if start != line {
					start += " here"
				}
				got = append(got, start)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestReasons wants every reason to speak of a key that its schema has.
func TestReasons(t *testing.T) {
	seen := map[string]bool{}
	for name, list := range map[string][]reason{"tools": toolsReasons(), "sandbox": sandboxReasons(), "risk": riskReasons(), "runtime": runtimeReasons(), "codeExec": codeexecReasons()} {
		for _, r := range list {
			if key := name + "." + r.key; seen[key] {
				t.Errorf("%s has two reasons", key)
			} else if seen[key] = true; r.why == "" && r.same == nil {
				t.Errorf("%s has none", key)
			}
		}
	}
}
