package e2e

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// grammar makes requests for an exec tool: the parts that a decision depends on,
// put together at random. The same seed makes the same requests.
type grammar struct {
	*rand.Rand
	variables []string
}

func newGrammar(seed uint64, variables []string) grammar {
	return grammar{rand.New(rand.NewPCG(seed, seed)), variables}
}

// request is one of them, in the words of the suite "openclaw-exec".
type request map[string]any

// kinds are the classes of requests, each about one table of the product.
func (g grammar) kinds() map[string]func() request {
	all := map[string]func() request{
		"wrapper":  g.wrapped,
		"shell":    g.shell,
		"inline":   g.inline,
		"pattern":  g.pattern,
		"mode":     g.mode,
		"variable": g.variable,
		"package":  g.packaged,
		"safebin":  g.safeBin,
		"script":   g.script,
		"chain":    g.chain,
	}
	maps.Copy(all, g.rareKinds())
	return all
}

func (g grammar) pick(from ...string) string { return from[g.IntN(len(from))] }

// some is up to n of the words, in any order, some of them more than once.
func (g grammar) some(n int, from ...string) []string {
	var out []string
	for range g.IntN(n + 1) {
		out = append(out, g.pick(from...))
	}
	return out
}

func (g grammar) maybe(percent int) bool { return g.IntN(100) < percent }

func words(parts ...any) string {
	var out []string
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			out = append(out, p)
		case []string:
			out = append(out, p...)
		}
	}
	return strings.Join(slices.DeleteFunc(out, func(s string) bool { return s == "" }), " ")
}

// base is a request for a command with an allow-list.
func (g grammar) base(command string, list ...any) request {
	return request{
		"command": command, "allowlist": list, "ask": g.pick("off", "off", "on-miss"), "security": "allowlist", "cwd": "${FX}/work",
		"env": map[string]string{"PATH": "${FX}/bin:/usr/bin:/bin", "HOME": "${FX}"},
	}
}

func (g grammar) list() []any {
	lists := [][]any{
		{"*"}, {"mytool", "head"}, {"${FX}/bin/*"}, {"mytool", "env", "sudo", "nice", "timeout", "bash", "sh", "busybox"}, {"${FX}/**"}, {"${FX}/work/scripts/*"},
		{map[string]any{"pattern": "${FX}/bin/mytool", "argPattern": "^a"}}, {map[string]any{"pattern": "*", "argPattern": "."}},
	}
	return lists[g.IntN(len(lists))]
}

func (g grammar) simple() string {
	return g.pick("mytool a", "head -n 1", "mytool", "ls", "nosuch", "./tool", "${FX}/bin/mytool a", "cd", "true", "myfilter x", "python3 -c 1", "bash -c 'mytool a'", "sh scripts/run.sh")
}

func (g grammar) wrapper() string {
	name := g.pick("arch", "builtin", "bwrap", "caffeinate", "catchsegv", "chrt", "chroot", "command", "cpulimit", "doas", "eatmydata", "env", "exec", "firejail",
		"flock", "gosu", "ionice", "linux32", "linux64", "nice", "nsenter", "nohup", "numactl", "pkexec", "proot", "proxychains", "proxychains4", "runuser",
		"sandbox-exec", "script", "setarch", "setsid", "setpriv", "stdbuf", "su", "sudo", "systemd-run", "taskset", "time", "timeout", "torify", "torsocks",
		"unbuffer", "unshare", "watch", "xcrun", "xvfb-run", "busybox", "toybox",
		"env", "exec", "command", "builtin", "sudo", "doas", "flock", "nice", "time", "timeout", "stdbuf", "nohup", "env", "exec", "sudo")
	if g.maybe(8) {
		name = g.pick("./", "/usr/bin/", "${FX}/bin/") + name
	}
	if g.maybe(4) {
		name = g.pick(strings.ToUpper(name), name+".exe")
	}
	options := g.some(3, "-a", "-c", "-l", "-cl", "-lc", "-ac", "-i", "-0", "-i0", "-u", "-uX", "-iu", "-C", "-C/tmp", "-P", "-S", "-S'mytool a'", "-s", "-is", "-v", "-V", "-p",
		"-pv", "-n", "-n5", "-ns", "-nE", "-x", "-xn", "-nw", "-w", "-w5", "-E", "-E5", "-e", "-F", "-o", "-oL", "-o0", "-f", "-fx", "-q", "-h", "-k", "-k1", "-K", "-d", "-t",
		"-b", "-H", "-A", "-g", "-D", "-L", "-aNAME", "-ca", "-la", "--", "-", "--preserve-env", "--preserve-env=X", "--user", "--user=x", "--chdir", "--chdir=/", "--unset=X", "--unset",
		"--null", "--ignore-environment", "--split-string", "--split-string='mytool a'", "--argv0=x", "--argv0", "--block-signal", "--default-signal=INT", "--help", "--version",
		"--adjustment=3", "--adjustment", "--priority", "--nb", "--wait", "--wait=3", "--timeout", "--close", "--verbose", "--foreground", "--signal", "--signal=9", "--kill-after",
		"--output=L", "--output", "--append", "--format=x", "--format", "--quiet", "--bogus", "-5", "-10", "A=1", "X", "5", "0", "L", "9", "''", "a", "user", "-arm64", "--non-interactive", "--stdin", "--login", "--EXCLUSIVE", "--Foreground", "-N", "-I")
	return words(name, options)
}

func (g grammar) wrapped() request {
	var list []string
	for range 1 + g.IntN(3) {
		list = append(list, g.wrapper())
		if !g.maybe(30) {
			break
		}
	}
	r := g.base(words(list, g.simple()), g.list()...)
	r["strictInlineEval"] = g.maybe(30)
	return r
}

func (g grammar) shellName() string {
	return g.pick("ash", "bash", "csh", "dash", "elvish", "fish", "ksh", "mksh", "nu", "osh", "sh", "tcsh", "xonsh", "yash", "zsh", "cmd", "powershell", "pwsh",
		"nu", "nu", "pwsh", "pwsh", "yash", "bash", "busybox sh", "toybox bash", "cmd.exe", "./sh", "${FX}/bin/zsh")
}

func (g grammar) shellWords() string {
	options := g.some(3, "-c", "-c", "-lc", "-cl", "-ec", "-oc", "-co", "-oec", "-Oc", "-o", "-O", "+O", "+o", "-oo", "errexit", "extglob", "-x", "-e", "-l", "-i", "-li", "-s", "-se", "--", "-",
		"--login", "--interactive", "--rcfile", "--rcfile=x", "--init-file", "--init-file=x", "--startup-file=x", "--norc", "--noprofile", "--posix", "--command", "--command=mytool",
		"--commands", "--commands=mytool", "--cmdline", "--execute", "--execute=mytool", "--config", "--config=x", "--env-config", "--plugin-config=x", "--plugins", "-C", "-Cx",
		"--init-command", "--init-command=x", "-cmytool", "-cx1", "-c'mytool a'", "-Command", "-command", "-CommandWithArgs", "-cwa", "-comm", "-File", "-f", "-fi", "-EncodedCommand",
		"-enc", "-ec", "-ea", "-NoProfile", "-nop", "-NonInteractive", "-NoExit", "-ExecutionPolicy", "-ep", "Bypass", "-WorkingDirectory", "-wd", "-w", "/c", "/k", "/d", "/s", "/Command",
		"+x", "+e", "-r", "-n", "''", "--no-config-file", "-iI", "-v", "-Login", "-inp", "-NoLogo")
	payload := g.pick("mytool", "'mytool a'", "'mytool a; head'", "mytool a b", "scripts/run.sh", "./scripts/run.sh a", "'$0 \"$@\"' mytool a", "'$0' mytool", "'exec $0 $1' mytool a", "'$0 $*' mytool a b", "'\"$0\" \"$@\"' bash -c 1",
		"'id $HOME'", "'cd /tmp && pwd'", "true", "- mytool", "'-mytool'", "${FX}/work/scripts/run.sh", "safe.py", "''", "'./tool'", "'python3 -c 1'", "'mytool | head'", "'eval x'", "~/work/scripts/run.sh", "'$0 \"$@\"' python3 -c 1")
	return words(g.shellName(), options, payload)
}

func (g grammar) shell() request {
	list := g.list()
	if g.maybe(40) {
		lists := [][]any{
			{map[string]any{"pattern": "${FX}/bin/*", "argPattern": "^-"}}, {map[string]any{"pattern": "**", "argPattern": "mytool"}}, {"${FX}/bin/*", "mytool", "head"},
			{"nu", "yash", "pwsh", "zsh", "csh"}, {"mytool", "head", "python3"}, {"${FX}/work/**", "/tmp/**"}, {"/usr/bin/*"},
		}
		list = lists[g.IntN(len(lists))]
	}
	command := g.shellWords()
	if g.maybe(15) {
		command = words(g.wrapper(), command)
	}
	r := g.base(command, list...)
	r["strictInlineEval"] = g.maybe(30)
	return r
}

func (g grammar) inline() request {
	name := g.pick("python", "python2", "python3", "python3.13", "pypy3.10", "pypy", "node", "nodejs", "bun", "deno", "awk", "gawk", "mawk", "nawk", "ruby", "perl", "php", "R", "Rscript",
		"julia", "elixir", "iex", "guile", "groovy", "scala", "scala-cli", "clojure", "clj", "raku", "perl6", "ghc", "ghci", "ghc-9.4", "erl", "werl", "gdb", "expect", "lua", "lua5.4", "osascript", "find",
		"make", "gmake", "sed", "gsed", "xargs", "ruby3.1", "node-20", "awk2", "tclsh", "gdb", "make", "julia", "sed", "xargs")
	options := g.some(3, "-c", "-cx", "-Bc", "-Xc", "-bc1", "-e", "-E", "-ex", "-en", "-ne", "-le", "-l0e", "-W2e", "-0777e", "-We", "-p", "-pe", "-pi", "-r", "-R", "-B", "-Rx", "-Bx", "-rx", "-Ex", "--eval", "--eval=1", "--ev", "--ev=1", "--eva=1",
		"--e", "--print", "--print=1", "--source", "--source=1", "--so", "--s=1", "-s", "--rpc-eval", "--execute-sc", "--md-snippet", "-eval", "-run", "-iex", "-eiex", "-eiex=1", "-ex=1", "-ev", "-eval-c",
		"-init-eval-command", "-init-e", "-early-init-e", "--early-init-eval-command=1", "-exec", "-execdir", "-ok", "-okdir", "-f", "-fx", "--file", "--file=x", "--fil", "--makefile", "--makefile=x", "--", "-",
		"-F", "-F:", "-v", "-vx=1", "-i", "-i.bak", "-n", "-n1", "-l", "-l5", "-I{}", "-I", "-a", "--arg-file=x", "--null", "-d", "--in-place", "--in-place=x", "-encoding", "-encoding=utf8", "-np", "-nie",
		"-EVAL", "--EVAL=1", "-E1", "-Eval", "--include=x", "-W", "''", "x", "1", "--version", "-h", "safe.py", "app.js", "file.txt")
	r := g.base(words(name, options, g.pick("", "x", "1", "safe.py", "scripts/run.sh")), g.list()...)
	r["security"] = g.pick("allowlist", "allowlist", "full")
	r["strictInlineEval"] = true
	if g.maybe(25) {
		r["command"] = words(g.wrapper(), r["command"])
	}
	return r
}

func (g grammar) pattern() request {
	one := func() string {
		return g.pick("", "~", "~/", "~x/", "~/b", "${FX}/", "${FX}", "/", "**", "**/", "/**/", "./", "../", "\\") +
			g.pick("bin/mytool", "bin/*", "**", "*", "**/mytool", "b?n/mytool", "bin/my*", "*/mytool", "deep/**/mytool", "deep/a/**", "work/tool", "mytool", "my*", "m?tool", "??????", "bin/MYTOOL", "bin//mytool", "bin/../bin/mytool", "links/aliasedtool", "bin\\mytool", "bin/mytool ", "", "bin/mytoo[l]", "{mytool}", "**tool", "my**", "=command:x", "tool", "usr/bin/*")
	}
	var list []any
	for range 1 + g.IntN(2) {
		if g.maybe(35) {
			entry := map[string]any{"pattern": one(), "argPattern": g.pick("", "^a$", "a", "^$", "^a b", "(", "^a\x00b\x00$", "^\x00\x00$", "sha256:argv:0", "sha256:cwd-argv:v1:0", " ", ".", "a\\b", "^(?=a)")}
			if g.maybe(20) {
				entry["source"] = "allow-always"
			}
			list = append(list, entry)
			continue
		}
		list = append(list, one())
	}
	r := g.base(words(g.pick("mytool", "${FX}/bin/mytool", "~/bin/mytool", "./tool", "tool", "../bin/mytool", "${FX}/links/aliasedtool", "${FX}/deep/a/b/c/mytool", "~/deep/a/mytool", "nosuch", "${FX}/bin/../bin/mytool", "./nosuch", "'~/bin/mytool'", "bin\\\\mytool"),
		g.some(2, "a", "b", "'a b'", "''", "--x", "a.b")), list...)
	if g.maybe(25) {
		r["env"] = map[string]string{"PATH": g.pick("${FX}/bin:/usr/bin", "${FX}/links:/usr/bin", ":${FX}/bin", "", "../bin", "~/bin"), "HOME": g.pick("${FX}", "${FX}/", "", "relative", "/"), "OPENCLAW_HOME": g.pick("", "${FX}/work", "~", "~/work", "${FX}", "relative", "undefined")}
	}
	return r
}
