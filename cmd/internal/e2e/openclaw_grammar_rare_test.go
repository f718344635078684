package e2e

import "strings"

// rareKinds are requests whose words are put together letter by letter, so that they
// have spellings that nobody thought of.
func (g grammar) rareKinds() map[string]func() request {
	return map[string]func() request{
		"cluster": g.clustered, "rareshell": g.rareShell, "glob": g.globbed, "key": g.mutatedKey, "nested": g.nested, "floors": g.floors,
	}
}

// cluster is an option of one dash and several letters, perhaps with a value.
func (g grammar) cluster() string {
	const letters = "abcdefghiklmnopqrstuvwxyzACDEFHIKLNOPSTUVWX0159"
	var b strings.Builder
	b.WriteString(g.pick("-", "-", "-", "-", "--", "+", "/"))
	for range 1 + g.IntN(4) {
		b.WriteByte(letters[g.IntN(len(letters))])
	}
	b.WriteString(g.pick("", "", "", "", "=x", "=", "'x'", "=mytool", "'a b'", "\\ x"))
	return b.String()
}

func (g grammar) clustered() request {
	name := g.pick("env", "exec", "command", "builtin", "nice", "nohup", "timeout", "stdbuf", "flock", "time", "sudo", "doas", "su", "caffeinate", "sandbox-exec", "script", "setsid", "ionice", "chrt", "taskset",
		"unshare", "watch", "busybox", "toybox", "xargs", "find", "arch", "systemd-run", "setarch", "env", "exec", "command", "flock", "time", "timeout", "stdbuf", "nice")
	var options []string
	for range 1 + g.IntN(3) {
		options = append(options, g.cluster())
		if g.maybe(25) {
			options = append(options, g.pick("x", "5", "mytool", "A=1", "''", "--", "-", "L", "9", "/tmp"))
		}
	}
	r := g.base(words(name, options, g.simple()), g.list()...)
	r["strictInlineEval"] = g.maybe(30)
	return r
}

func (g grammar) rareShell() request {
	name := g.pick("nu", "yash", "pwsh", "elvish", "xonsh", "osh", "csh", "tcsh", "fish", "mksh", "ksh", "ash", "dash", "zsh", "powershell", "cmd", "rc", "es", "ion", "oil", "ysh", "rbash", "ksh93", "bash5", "zsh-5.9", "pwsh-preview", "nu.exe", "pwsh.exe")
	var options []string
	for range g.IntN(4) {
		options = append(options, g.pick(g.cluster(), g.pick("-c", "-C", "--commands", "--command", "-Command", "-EncodedCommand", "-File", "--login", "-l", "-i", "--", "-", "-e", "--execute", "--rcfile", "--profile", "-o", "+o", "posix", "-NoProfile")))
	}
	payload := g.some(3, "mytool", "'mytool a'", "a", "'a b'", "scripts/run.sh", "'head -n 1'", "{ mytool }", "'& mytool'", "'mytool | head'", "$X", "'$0'", "./tool", "x=1", "'x=1; mytool'", "nosuch", "safe.py")
	list := g.list()
	if g.maybe(50) {
		list = append([]any{name}, list...)
	}
	if g.maybe(20) {
		list = []any{map[string]any{"pattern": name, "argPattern": g.pick("mytool", "^-c", ".", "^-")}, "mytool"}
	}
	r := g.base(words(name, options, payload), list...)
	r["strictInlineEval"] = g.maybe(40)
	if g.maybe(15) {
		r["security"] = "full"
	}
	return r
}

func (g grammar) globbed() request {
	part := func() string {
		var b strings.Builder
		for range 1 + g.IntN(3) {
			b.WriteString(g.pick("*", "**", "?", "bin", "mytool", "my", "tool", "deep", "a", "b", "work", "links", "aliasedtool", ".", "..", "~", "[a-z]*", "{bin,links}", "***", "?*", "*?", " ", "\\", "B", "+", "(", "|"))
		}
		return b.String()
	}
	one := func() string {
		var b strings.Builder
		b.WriteString(g.pick("", "", "~/", "~", "${FX}/", "${FX}/", "${FX}", "/", "**/", "./", "../", "~~/", "$HOME/", " "))
		for i := range 1 + g.IntN(3) {
			if i > 0 {
				b.WriteString(g.pick("/", "/", "/", "//", "\\", "/./", "/../"))
			}
			b.WriteString(part())
		}
		b.WriteString(g.pick("", "", "", "/", "/**", "/*", " "))
		return b.String()
	}
	var list []any
	for range 1 + g.IntN(3) {
		list = append(list, one())
	}
	r := g.base(words(g.pick("mytool", "${FX}/bin/mytool", "~/bin/mytool", "./tool", "../bin/mytool", "${FX}/links/aliasedtool", "aliasedtool", "${FX}/deep/a/b/c/mytool", "~/deep/a/mytool", "tool", "head", "bash scripts/run.sh", "bash", "sh scripts/run.sh a"),
		g.some(2, "a", "b")), list...)
	if g.maybe(30) {
		r["env"] = map[string]string{"PATH": g.pick("${FX}/bin:/usr/bin", "${FX}/links:/usr/bin", "${FX}/deep/a:${FX}/bin"), "HOME": g.pick("${FX}", "${FX}/deep", "/", "", "~"), "OPENCLAW_HOME": g.pick("", "${FX}", "${FX}/deep", "~/deep", " ")}
	}
	return r
}

func (g grammar) mutatedKey() request {
	r := g.base("mytool a", "mytool")
	r["security"], r["ask"] = g.pick("full", "allowlist"), "off"
	key := g.pick(g.variables...)
	for range g.IntN(3) {
		switch at := g.IntN(len(key) + 1); g.IntN(6) {
		case 0:
			key = key[:at] + g.pick("_", "X", "x", "0", "-", ".", " ", "\n", "\t", "(", ")", "=", "\u00a0", "é") + key[at:]
		case 1:
			key = strings.ToLower(key[:at]) + key[at:]
		case 2:
			key = key[:at]
		case 3:
			key = g.pick("LD_", "DYLD_", "BASH_FUNC_", "GIT_CONFIG_", "NPM_CONFIG_", "npm_config_", "CARGO_REGISTRIES_", "TF_VAR_", "CARGO_TARGET_", "CARGO_", "GIT_", "PIP_", "NODE_") + key[at:]
		case 4:
			key += g.pick("_LINKER", "_RUNNER", "_PATH", "%%", "()", "_0", "S")
		}
		if key == "" {
			key = "A"
		}
	}
	r["envOverrides"] = map[string]string{key: g.pick("", "1", "cat", "less", "/tmp/x", "0", " cat", "CAT", "true")}
	return r
}

func (g grammar) nested() request {
	command := g.pick("mytool a", "'mytool a'", "python3 -c 1", "scripts/run.sh", "head -n 1", "nosuch")
	for range 1 + g.IntN(3) {
		command = words(g.pick(
			g.wrapper(), words(g.shellName(), "-c"), words(g.shellName(), g.pick("-lc", "-ec", "-o errexit -c", "--", "-x")), "npx", "npm exec --", "pnpm dlx", "yarn dlx", "bunx", "xargs -n1", "find . -exec", "busybox", "env -S", "A=1", "time -p", "nice -n 5", "timeout -s KILL 5", "flock /tmp/l", "sudo -u x", "exec -a n", "command -p",
		), command)
	}
	r := g.base(command, g.list()...)
	r["strictInlineEval"] = g.maybe(30)
	if g.maybe(20) {
		r["approvals"] = map[string]any{"askFallback": g.pick("deny", "allowlist", "full")}
	}
	return r
}

// floors are modes beside security and ask, in every combination with the host's own
// approvals and the call's.
func (g grammar) floors() request {
	r := g.mode()
	// Words that there are: a configuration with others is not started with.
	r["mode"] = g.pick("deny", "allowlist", "ask", "auto", "full")
	if g.maybe(70) {
		r["security"] = g.pick("deny", "allowlist", "full")
	}
	if g.maybe(70) {
		r["ask"] = g.pick("off", "on-miss", "always")
	}
	if g.maybe(50) {
		r["approvals"] = map[string]any{"security": g.pick("deny", "allowlist", "full"), "ask": g.pick("off", "on-miss", "always"), "askFallback": g.pick("deny", "allowlist", "full")}
	}
	r["host"] = g.pick("auto", "gateway", "sandbox", "GATEWAY", "")
	return r
}
