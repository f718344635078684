package e2e

func (g grammar) mode() request {
	r := g.base(g.pick("ls", "mytool a", "nosuch", "mytool *", "echo $HOME", "python3 -c 1", "mytool '<<x'", "bash -c 'mytool'", "echo security.audit.suppressions", "python3 safe.py | head", "openclaw config get security.audit.suppressions"), g.list()...)
	delete(r, "ask")
	delete(r, "security")
	if g.maybe(50) {
		r["mode"] = g.pick("deny", "allowlist", "ask", "auto", "full")
	}
	if g.maybe(60) {
		r["security"] = g.pick("deny", "allowlist", "full")
	}
	if g.maybe(60) {
		r["ask"] = g.pick("off", "on-miss", "always")
	}
	if g.maybe(50) {
		approvals := map[string]any{}
		if g.maybe(50) {
			approvals["security"] = g.pick("deny", "allowlist", "full")
		}
		if g.maybe(50) {
			approvals["ask"] = g.pick("off", "on-miss", "always")
		}
		if g.maybe(50) {
			approvals["askFallback"] = g.pick("deny", "allowlist", "full")
		}
		r["approvals"] = approvals
	}
	if g.maybe(40) {
		r["callAsk"] = g.pick("off", "on-miss", "always", " Always ", "never", "")
	}
	if g.maybe(30) {
		r["channel"] = g.pick("telegram", "discord", "webchat")
	}
	if g.maybe(40) {
		r["elevated"] = g.maybe(60)
	}
	if g.maybe(40) {
		r["elevatedConfig"] = map[string]any{"enabled": g.maybe(70), "allowed": g.maybe(70), "defaultLevel": g.pick("off", "on", "ask", "full", "odd")}
	}
	if g.maybe(40) {
		r["host"] = g.pick("auto", "gateway", "sandbox", " Gateway ", "bad", "")
	}
	if g.maybe(30) {
		r["configuredHost"] = g.pick("auto", "gateway", "sandbox")
	}
	if g.maybe(15) {
		r["sandboxRequired"] = true
	}
	r["bypassHostApprovalFloors"] = g.maybe(15)
	r["strictInlineEval"] = g.maybe(30)
	return r
}

func (g grammar) variable() request {
	r := g.base("mytool a", "mytool")
	r["security"], r["ask"] = g.pick("full", "allowlist"), "off"
	key := g.pick(g.variables...)
	if g.maybe(15) {
		key = g.pick(key+"_X", "X_"+key, " "+key, key+" ", "x"+key, key+"(x)", key+"-X", key+"2")
	}
	r["envOverrides"] = map[string]string{key: g.pick("", "1", "cat", "less", "/tmp/x", "0", "undefined", "on", "true"), g.pick("A", "LANG", "TZ", "B_C"): "1"}
	return r
}

func (g grammar) packaged() request {
	manager := g.pick("npm", "npx", "pnpm", "yarn", "bunx", "npm.cmd", "npx.js", "pnpm.cjs", "./npx", "yarn.mjs")
	options := func(n int) []string {
		return g.some(n, "--yes", "-y", "--no", "-q", "--quiet", "--package", "--package=x", "-p", "-px", "--prefix", "--prefix=x", "--cache", "--cache=x", "--loglevel", "silent", "--script-shell=sh", "--userconfig",
			"-w", "--workspace", "--workspaces", "--ws", "-C", "-C/tmp", "-c", "--call", "--", "-", "--dir", "--filter", "--filter=x", "--reporter=x", "--config", "--stream", "-r", "--recursive", "--parallel", "--color", "--silent", "-s",
			"--workspace-root", "--allow-build", "--allow-build=x", "--shell-mode", "--cwd", "--cwd=/", "--immutable", "--bogus", "-S", "-Y", "''", "x", "--workspace-concurrency", "--aggregate-output", "--userconfig=x", "--test-pattern=x")
	}
	sub := g.pick("exec", "x", "dlx", "node", "run", "test", "install", "mytool", "", "add", "start", "EXEC", "create", "why", "exec", "dlx", "exec")
	r := g.base(words(manager, options(2), sub, options(2), g.pick("mytool a", "mytool", "head", "bash -c mytool", "bash scripts/run.sh", "nice mytool", "npx mytool", "sudo mytool", "env A=1 mytool", "python3 -c 1", "", "nosuch")),
		append(g.list(), "npm", "yarn")...)
	r["strictInlineEval"] = g.maybe(20)
	return r
}

func (g grammar) safeBin() request {
	name := g.pick("cut", "uniq", "head", "tail", "tr", "wc", "grep", "sort", "jq", "myfilter", "sed", "awk")
	options := g.some(3, "-n", "-n5", "-c", "-c1", "-f", "-f1", "-d", "-d,", "-d/", "-s", "-z", "-r", "-u", "-i", "-F", "-e", "-E", "-v", "-k2", "-t,", "-m", "-o", "-q", "-5", "+5", "--lines=5", "--lines", "--line=5", "--bytes", "--by=3",
		"--fields=1", "--delimiter=,", "--help", "--version", "--", "-", "--follow", "--files0-from=x", "--output=x", "--recursive", "--key=1", "--sort=n", "--max-count=1", "--regexp=x", "--file=x", "--complement", "-sn", "-nr", "-zn5", "-dc", "-cd", "''")
	operands := g.some(2, "a", "5", "file.txt", "./x", "../x", "/etc/passwd", "~", "~x", "sub/x", "'*'", "'$HOME'", "'a.*'", ".", "'[:lower:]'", "C:/x", "'a b'", "''", ".env")
	r := g.base(words(name, options, operands), "nosuch")
	r["safeBins"] = []string{"cut", "uniq", "head", "tail", "tr", "wc", "grep", "sort", "jq", "myfilter", "sed", g.pick("awk", " AWK ", "python3")}
	r["safeBinTrustedDirs"] = []string{g.pick("${FX}/trusted", "${FX}/bin", "${FX}/trustedlinks", "${FX}/bin/")}
	if g.maybe(30) {
		r["safeBinProfiles"] = map[string]any{"myfilter": map[string]any{"maxPositional": g.IntN(3), "allowedValueFlags": []string{"-n", "--lines"}, "deniedFlags": []string{g.pick("-f", "--file", "-n")}}}
	}
	if g.maybe(10) {
		r["env"] = map[string]string{"PATH": g.pick("${FX}/trusted:/usr/bin", "${FX}/links:/usr/bin", "${FX}/evil:/usr/bin", "${FX}/trustedlinks"), "HOME": "${FX}"}
	}
	return r
}

func (g grammar) script() request {
	file := g.pick("safe.py", "bleed.py", "quoted.py", "comment.py", "format.py", "deep.py", "bleed.js", "app.js", "nosuch.py", "sub", "${FX}/work/bleed.py", "../work/bleed.py", "../outside.py", "link.py", "out.py", "BLEED.PY", "./bleed.py", "latin.py", "crlf.py", "lambda.py", "triple.py", "large.py", "~/work/bleed.py", "'bleed.py'", "ble\\ed.py")
	interpreter := g.pick("python3", "python", "python3.13", "python2", "node", "PYTHON3", "env python3", "env A=1 python3", "A=1 python3", "/usr/bin/python3", "nice python3", "env -i python3", "env -u X python3", "NODE_ENV=x node", "env env python3", "A=1 env python3", "time python3", "nodejs")
	options := g.some(2, "-u", "-c", "-m", "-W", "ignore", "-X", "-Wx", "-B", "--", "-", "-r", "--require", "--require=bleed.js", "-e", "-rbleed.js", "--import", "-cx", "-mx", "--check-hash-based-pycs", "always", "-V", "x", "--eval=1", "-Q")
	command := words(interpreter, options, file, g.some(1, "a", "'b c'", "$X"))
	switch g.IntN(10) {
	case 0:
		command = words("mytool;", command)
	case 1:
		command = words("cat x |", command)
	case 2:
		command = words(command, "| head")
	case 3:
		command = words("bash -c '" + command + "'")
	case 4:
		command = words(command, "&& mytool")
	}
	r := g.base(command, "*")
	r["security"], r["ask"] = g.pick("allowlist", "full", "full"), g.pick("off", "on-miss")
	return r
}

func (g grammar) chain() request {
	command := g.simple()
	for range g.IntN(3) {
		command += g.pick(" && ", " || ", "; ", " | ", " |& ", "\n", " & ", "\r\n", ";;") + g.simple()
	}
	command = g.pick("", "", "", "! ", "time ", "A=1 ", "{ ", "( ", "if true; then ", "exec 3>&1; ", "cd /tmp && ", "cd sub; ", "\ufeff", "\t", "# x\n", "export A=1; ", "[ -f x ] && ", "[[ a ]] && ", ". x; ", "source x; ", "eval ", "alias a=b; ", "declare A=1; ", "function f { x; }; ", "A[0]=1 ", "A+=1 ", "coproc ", "let x=1; ", "set -e; ", "trap x EXIT; ", "unset A; ") +
		command + g.pick("", "", "", "", " # c", " &", " > x", " 2>&1", " < x", " <<< x", " $(id)", " `id`", " $HOME", " \"$X\"", " '$X'", " a*", " ~", " {a,b}", " \\", " $'a'", " \"a b\"", " a\\ b", " <(id)", " ?", " [a]", " $", " !", " ;", " }", " )", " '<<'", " $((1))", " ${X}", " -- a", " $\"a\"", " \"`id`\"", "\\\n a")
	r := g.base(command, g.list()...)
	r["strictInlineEval"] = g.maybe(20)
	return r
}
