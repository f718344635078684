package conformance

import (
	"context"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
)

// TestBrowserBoundary asks about spellings of opening a browser, and about
// commands and code that only look like it.
func TestBrowserBoundary(t *testing.T) {
	t.Parallel()
	decider := exec.New()
	for _, group := range browserTable() {
		for _, code := range group.codes {
			request := exec.Request{Profile: "agentzero", Exec: exec.Invocation{Cwd: "/", Extra: map[string]any{"runtime": group.runtime}}}
			if group.runtime == "terminal" {
				request.Exec.Command = code
			} else {
				request.Exec.Extra["code"] = code
			}
			decision, err := decider.Decide(context.Background(), request, engine.PlainSettings{
				"agentzero": map[string]any{"exec_enabled": true, "access_mode": "read_write"},
			})
			if err != nil {
				t.Fatal(err)
			}
			rule := decision.Reasons[0].Rule
			if decision.Effect != group.want || rule != group.rule {
				t.Errorf("%s %q: %s by %s; wanted %s by %s", group.runtime, code, decision.Effect, rule, group.want, group.rule)
			}
		}
	}
}

type browserGroup struct {
	runtime string
	want    engine.Effect
	rule    string
	codes   []string
}

func browserTable() []browserGroup {
	const opens, fine = "exec/agentzero/browser", "exec/agentzero/allowed"
	return []browserGroup{
		{"terminal", engine.Deny, opens, []string{
			"/usr/bin/xdg-open https://example.com",
			"'xdg-open' https://example.com",
			"x\\dg-open https://example.com",
			"bash -c 'xdg-open https://e'",
			"cmd /c start https://e",
			"cmd.exe /c \"start https://e\"",
			"$(which xdg-open) https://example.com",
			"eval \"xdg-open https://e\"",
			"nohup xdg-open https://e &",
			"timeout 5 xdg-open x",
			"echo https://e | xargs xdg-open",
			"find . -name '*.html' -exec xdg-open {} \\;",
			"powershell -Command Start-Process https://e",
			"powershell.exe -NoProfile -Command \"Start-Process 'https://e'\"",
			"Start-Process https://e",
			"open -a Safari https://e",
			"open -a 'Google Chrome' https://e",
			"chromium https://e",
			"chromium-browser --new-window https://e",
			"\"$BROWSER\" https://e",
			"${BROWSER:-xdg-open} https://e",
			"if true; then xdg-open x; fi",
			"for f in a b; do open $f; done",
			"f(){ xdg-open x; }; f",
			"{ open x; }",
			"ls; open x",
			"ls\nopen x",
			"! xdg-open x",
			"time xdg-open x",
			"command xdg-open x",
			"sh -c \"open x\"",
			"env BROWSER=firefox xdg-open x",
			"python -m webbrowser -t https://e",
			"python3 -mwebbrowser https://e",
			"python3 - <<'EOF'\nimport webbrowser; webbrowser.open('x')\nEOF",
			"node -e \"require('child_process').exec('xdg-open x')\"",
			"osascript -e 'tell application \"Safari\" to open location \"x\"'",
			"\\open x",
			"xdg-open.exe x",
			"wslview x",
			"sudo xdg-open x",
			"x=$(xdg-open y)",
			"npx open-cli https://e",
			"explorer https://e",
			"rundll32.exe url.dll,FileProtocolHandler https://e",
			"true && (cd /tmp; open x)",
			"brave-browser x",
			"xdg-open",
			"alias o=xdg-open; o x",
			"perl -e 'system(\"xdg-open x\")'",
			"ruby -e 'system \"xdg-open\", \"x\"'",
			"pwsh -c \"saps https://e\"",
			"busybox sh -c 'xdg-open x'",
			"w=xdg-open; $w https://e",
		}},
		{"terminal", engine.Allow, fine, []string{
			"npm start",
			"systemctl start nginx",
			"npm run start",
			"git commit -m 'open the door'",
			"echo 'open https://e'",
			"echo start",
			"cat open.txt",
			"grep start f",
			"docker compose start web",
			"python3 -c \"open('f').read()\"",
			"python3 -c 'print(\"xdg-open\")'",
			"ls # xdg-open x",
			"cat <<EOF\nxdg-open x\nEOF",
			"./start",
			"./start.sh",
			"bin/open x",
			"yarn start",
			"pm2 start app.js",
			"type xdg-open",
			"command -v xdg-open",
			"apt install firefox",
			"dpkg -S xdg-open",
			"sed -i 's/open/close/' f",
			"./open x",
			"rails start",
			"adb shell am start x",
			"find . -name open",
			"pip install webbrowser",
			"vim open",
			"kubectl rollout restart",
			"openssl version",
			"firefox --version",
			"tmux start-server",
			"powershell -c Get-Process start",
			"cmd /c dir",
		}},
		{"python", engine.Deny, opens, []string{
			"import webbrowser\nwebbrowser.open_new('x')",
			"import os; os.system('xdg-open https://e')",
			"import os\nos.startfile('x.html')",
			"import subprocess; subprocess.Popen(['open','https://e'])",
			"__import__('webbrowser').open('x')",
			"import os; os.popen('open https://e')",
			"import os, webbrowser\nwebbrowser.open('x')",
			"exec(\"import webbrowser; webbrowser.open('x')\")",
			"import antigravity",
			"import subprocess\ncmd=['xdg-open','x']\nsubprocess.run(cmd)",
			"import subprocess; subprocess.run('start https://e', shell=True)",
			"import subprocess; subprocess.call(('xdg-open', url))",
			"import subprocess as sp; sp.run(['google-chrome','x'])",
			"import os; os.execvp('xdg-open',['xdg-open','x'])",
			"from os import system\nsystem('xdg-open x')",
		}},
		{"python", engine.Allow, fine, []string{
			"open('x.txt').read()",
			"with open('f') as f: pass",
			"print('xdg-open')",
			"import os\nfd=os.open('f',0)",
			"\"\"\"webbrowser.open example\"\"\"\nprint(1)",
			"import subprocess; subprocess.run(['systemctl','start','x'])",
			"import subprocess; subprocess.run(['ls','open'])",
			"x = 'import webbrowser'",
			"def start(): pass\nstart()",
			"import io; io.open('f')",
			"d={'start':1}; print(d.get('start'))",
			"import urllib.request; urllib.request.urlopen('https://e')",
			"t.start()",
			"# import webbrowser",
		}},
		{"nodejs", engine.Deny, opens, []string{
			"import('open').then(o=>o.default('https://e'))",
			"const {exec}=require('node:child_process'); exec('open https://e')",
			"require('child_process').spawn('cmd',['/c','start','https://e'])",
			"require('child_process').execSync(`xdg-open ${url}`)",
			"const opn = require(\"opn\"); opn('x')",
			"const cp=require('child_process'); cp.exec(process.env.BROWSER+' x')",
			"require('child_process').execFile('xdg-open',['x'])",
			"import opener from 'opener'; opener('x')",
		}},
		{"nodejs", engine.Allow, fine, []string{
			"const fs=require('fs'); fs.open('x','r',()=>{})",
			"server.start()",
			"// require('open')('x')",
			"1+1",
			"require('child_process').exec('npm start')",
			"window.open",
			"const start=1; start+1",
			"fetch('https://e')",
		}},
	}
}

// TestAgentZeroGates asks about sessions and fields as Agent Zero's client takes
// them.
func TestAgentZeroGates(t *testing.T) {
	t.Parallel()
	on := map[string]any{"exec_enabled": true, "access_mode": "read_write"}
	old := map[string]any{"exec_enabled": true, "access_mode": "read_write", "release": "1.6"}
	decider := exec.New()
	for _, test := range []struct {
		settings map[string]any
		command  string
		extra    map[string]any
		gate     string
		session  any
	}{
		{nil, "ls", nil, "exec_disabled", 0.0},
		{map[string]any{"exec_enabled": true}, "ls", nil, "write_disabled_read_only", 0.0},
		{map[string]any{"exec_enabled": "yes", "access_mode": "read_write"}, "ls", nil, "exec_disabled", 0.0},
		{on, "ls", nil, "ok", 0.0},
		{on, "ls", map[string]any{"session": "07"}, "ok", 7.0},
		{on, "ls", map[string]any{"session": " -1_000 "}, "ok", -1000.0},
		{on, "ls", map[string]any{"session": -1.9}, "ok", -1.0},
		{on, "ls", map[string]any{"session": true}, "ok", 1.0},
		{on, "ls", map[string]any{"session": "1.9"}, "bad_session", nil},
		{on, "ls", map[string]any{"session": "1__0"}, "bad_session", nil},
		{on, "ls", map[string]any{"session": map[string]any{"a": 1}}, "bad_session", nil},
		{on, " ", nil, "missing_field", 0.0},
		{on, "", map[string]any{"runtime": "python", "code": 0}, "ok", 0.0},
		{on, "", map[string]any{"runtime": nil}, "bad_runtime", 0.0},
		{on, "", map[string]any{"runtime": "input", "keyboard": "y"}, "bad_runtime", 0.0},
		{old, "", map[string]any{"runtime": "input"}, "missing_field", 0.0},
		{old, "", map[string]any{"runtime": "input", "keyboard": "y"}, "no_running_session", 0.0},
		{old, "", map[string]any{"runtime": "input", "keyboard": "y", "session_running": true}, "ok", 0.0},
	} {
		settings := engine.PlainSettings{}
		if test.settings != nil {
			settings["agentzero"] = test.settings
		}
		request := exec.Request{Profile: "agentzero", Exec: exec.Invocation{Command: test.command, Cwd: "/", Extra: test.extra}}
		decision, err := decider.Decide(context.Background(), request, settings)
		if err != nil {
			t.Fatal(err)
		}
		if decision.Details["gate"] != test.gate || plain(decision.Details["session"]) != test.session {
			t.Errorf("%v %q %v: gate %v, session %v; wanted %s, %v", test.settings, test.command, test.extra, decision.Details["gate"], decision.Details["session"], test.gate, test.session)
		}
		if allowed := decision.Effect == engine.Allow; allowed != (test.gate == "ok") {
			t.Errorf("%q %v: %s although the gate is %s", test.command, test.extra, decision.Effect, test.gate)
		}
	}
}

// TestTerminalCodeIsTheCommand: what has not been read is not passed on.
func TestTerminalCodeIsTheCommand(t *testing.T) {
	t.Parallel()
	request := exec.Request{Profile: "agentzero", Exec: exec.Invocation{Command: "ls", Cwd: "/", Extra: map[string]any{"code": "xdg-open x"}}}
	decision, err := exec.New().Decide(context.Background(), request, engine.PlainSettings{
		"agentzero": map[string]any{"exec_enabled": true, "access_mode": "read_write"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if decision.Effect != engine.Deny || decision.Reasons[0].Rule != "exec/agentzero/unread" {
		t.Errorf("%s by %s; wanted a refusal, as the code is not the command", decision.Effect, decision.Reasons[0].Rule)
	}
}
