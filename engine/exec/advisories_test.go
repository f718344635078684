package exec_test

import (
	"testing"

	"github.com/skillctl/skillctl/engine"
)

// TestDecideAdvisories holds profile strict to the spellings of published
// advisories on approvals of commands: none runs, whether the carrier is on the
// allow-list or only a safe program.
func TestDecideAdvisories(t *testing.T) {
	t.Parallel()
	d := sharedDecider()
	safe := map[string]any{"safeBins": []any{"head", "tail", "sort", "grep", "jq", "cut", "tr", "wc", "uniq"}}
	with := func(names ...string) map[string]any { return named(names...) }
	for _, c := range []struct {
		advisory, command string
		settings          map[string]any
	}{
		{"CVE-2026-28463", "head *", safe},
		{"CVE-2026-28463", "tail $HOME/.ssh/id_rsa", safe},
		{"CVE-2026-31996", "sort -o /tmp/x", safe},
		{"CVE-2026-31996", "grep -R -e x .", safe},
		{"GHSA-6c9j-x93c-rw6j", "head file.txt", safe},
		{"CVE-2026-28363", "sort --compress-prog=sh", safe},
		{"CVE-2026-28363", "sort --compr sh", safe},
		{"CVE-2026-41368", "jq '$ENV'", safe},
		{"CVE-2026-31992", "env -S 'sh -c id'", with("env")},
		{"GHSA-796m-2973-wc5q", "/usr/bin/env -S 'bash -c id' head -n 1", with("/usr/bin/env", "head")},
		{"CVE-2026-22175", "busybox sh -c id", with("busybox")},
		{"CVE-2026-22175", "toybox sh -c id", with("toybox")},
		{"CVE-2026-43530", "busybox awk 'BEGIN{system(\"id\")}'", with("busybox", "awk")},
		{"CVE-2026-43530", "busybox find . -exec id ;", with("busybox", "find")},
		{"CVE-2026-35666", "time sh -c id", with("time")},
		{"CVE-2026-41390", "script -c id /dev/null", with("script")},
		{"CVE-2026-41380", "nice sh -c '$0 \"$@\"' id", with("nice", "sh")},
		{"flock", "flock /tmp/l sh -c id", with("flock")},
		{"flock", "flock /tmp/l -c id", with("flock")},
		{"CVE-2026-53848", "command id", with("command")},
		{"CVE-2026-53848", "builtin eval id", with("builtin", "eval")},
		{"CVE-2026-53848", "exec -a ls id", with("exec", "ls")},
		{"CVE-2026-32052", "sh -c '$0 \"$@\"' id", with("sh")},
		{"CVE-2026-53855", "bash -c 'exec \"$0\" \"$@\"' python3 -c 1", with("bash", "python3", "exec")},
		{"CVE-2026-41392", "bash --rcfile /tmp/x -c ls", with("bash", "ls")},
		{"CVE-2026-41392", "bash --init-file /tmp/x run.sh", with("bash")},
		{"CVE-2026-53806", "bash -O run.sh", with("run.sh")},
		{"CVE-2026-53861", "bash -ec id", with("bash")},
		{"CVE-2026-53861", "sh -xc id", with("sh")},
		{"CVE-2026-53866", "bash -cid", with("bash")},
		{"CVE-2026-29608", "bash -c\"id\"", with("bash")},
		{"CVE-2026-32065", "./tool\\ ", with("./tool")},
		{"#23276", "/bin/zsh -lc whoami", with("whoami")},
		{"CVE-2026-28460", "echo \"$\\\n(id)\"", with("echo")},
		{"GHSA-65rx-fvh6-r4h2", "cat <<EOF\n$(id)\nEOF", with("cat")},
		{"GHSA-65rx-fvh6-r4h2", "cat <<EOF\n`id`\nEOF", with("cat")},
		{"GHSA-9r3v-37xh-2cf6", "ls\uff1brm x", with("ls")},
		{"GHSA-9r3v-37xh-2cf6", "l\u200bs", with("ls")},
		{"GHSA-pcqg-f7rg-xfvv", "ls\u3164", with("ls")},
		{"CVE-2026-35651", "ls \x1b[2K", with("ls")},
		{"CVE-2026-53853", "git push --force", map[string]any{"allowlist": []any{map[string]any{"pattern": "git", "argPattern": "^status$"}}}},
		{"CVE-2026-24763", "PATH=/tmp ls", with("ls")},
		{"CVE-2026-32056", "BASH_ENV=/x bash run.sh", with("bash")},
		{"CVE-2026-32056", "ZDOTDIR=/x ls", with("ls")},
		{"CVE-2026-32056", "HOME=/x ls", with("ls")},
		{"CVE-2026-35650", "env PATH=/tmp ls", with("env", "ls")},
		{"CVE-2026-34426", "ld_preload=/x ls", with("ls")},
		{"CVE-2026-41373", "CC=/x make", with("make")},
		{"CVE-2026-41373", "RUSTC_WRAPPER=/x cargo build", with("cargo")},
		{"CVE-2026-41391", "PIP_INDEX_URL=http://h pip install x", with("pip")},
		{"CVE-2026-41391", "UV_INDEX_URL=http://h uv sync", with("uv")},
		{"CVE-2026-41915", "GIT_SSH_COMMAND=sh git fetch", with("git")},
		{"CVE-2026-43584", "VIMINIT=x vim f", with("vim")},
		{"CVE-2026-43584", "LUA_INIT=x lua f", with("lua")},
		{"CVE-2026-43584", "HOSTALIASES=x curl h", with("curl")},
		{"CVE-2026-53864", "NODE_OPTIONS=x node f", with("node")},
		{"CVE-2026-32979", "python3", with("python3")},
		{"CVE-2026-32979", "echo x | node", with("echo", "node")},
		{"GHSA-49cg-279w-m73x", "/approve 1 allow-always", with("ls")},
	} {
		got := decide(t, d, request(c.command), execSettings(c.settings))
		if got.Effect.Rank() < engine.Ask.Rank() {
			t.Errorf("%s: %q under %v: %s", c.advisory, c.command, c.settings, got.Effect)
		}
	}
}
