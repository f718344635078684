package conformance

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
)

// TestCodeExec asks about commands and installations under settings: what stands
// for what is to be installed when the language is not bash.
func TestCodeExec(t *testing.T) {
	t.Parallel()
	decider := exec.New()
	for _, group := range codeTable() {
		var config map[string]any
		if err := json.Unmarshal([]byte(group.config), &config); err != nil {
			t.Fatal(err)
		}
		for _, text := range group.texts {
			request := exec.Request{Profile: "codeexec", Exec: exec.Invocation{Cwd: "/work", Extra: map[string]any{"language": group.language}}}
			if group.language == "bash" {
				request.Exec.Command = text
			} else {
				request.Exec.Extra["install"] = text
			}
			decision, err := decider.Decide(context.Background(), request, engine.PlainSettings{"codeExec": config})
			if err != nil {
				t.Fatal(err)
			}
			if err := failed(decision); err != nil {
				t.Errorf("%s %q: %v", group.language, text, err)
			}
			if decision.Effect != group.want {
				t.Errorf("%s %q under %s: %s (%s); wanted %s", group.language, text, group.config, decision.Effect, decision.Reasons[0].Message, group.want)
			}
		}
	}
}

type codeGroup struct {
	language string
	want     engine.Effect
	config   string
	texts    []string
}

func codeTable() []codeGroup {
	return append(bashTable(), packageTable()...)
}

func bashTable() []codeGroup {
	return []codeGroup{
		{"bash", engine.Allow, `{"bash": {"allowedCommands": ["ls", "cat", "grep", "awk", "sed", "curl", "echo", "find", "xargs"], "deniedCommands": ["rm", "dd", "mkfs"]}}`, []string{
			"ls",
			"cat a | grep b",
			"ls; cat x",
			"ls 2>/dev/null",
			"ls > out.txt",
			"ls > /tmp/openclaw/code-output/x",
			"awk '{print $1}' f",
			"sed 's/a/b/' f",
			"sed -i s/a/b/ f",
			"/bin/ls",
			"echo 'rm x'",
			"echo \"$HOME\"",
			"X=1 ls",
			"ls && cat x",
			"grep rm f",
			"ls 2>&1",
			"echo $(ls)",
			"cat <<< rm",
			"curl -o out http://a",
			"find . -name x",
			"for f in a b; do cat $f; done",
			"f(){ ls; }; f",
			"# rm x\nls",
			"ls | xargs cat",
			"find . -exec cat {} +",
			"\\ls",
		}},
		{"bash", engine.Deny, `{"bash": {"allowedCommands": ["ls", "cat", "grep", "awk", "sed", "curl", "echo", "find", "xargs"], "deniedCommands": ["rm", "dd", "mkfs"]}}`, []string{
			"rm x",
			"/bin/rm x",
			"'rm' x",
			"r''m x",
			"r\\m x",
			"$'rm' x",
			"$(echo rm) x",
			"eval rm x",
			"ls; rm x",
			"ls|rm x",
			"ls & rm x",
			"bash -c 'rm x'",
			"sh -c 'ls'",
			"command rm x",
			"exec rm x",
			"builtin rm",
			"env rm x",
			"nohup rm x",
			"xargs rm",
			"find . -exec rm {} +",
			"find . -delete -fprintf /etc/x y",
			"cat <(rm x)",
			"cat $(rm x)",
			"if rm x; then ls; fi",
			"for i in a; do rm x; done",
			"trap 'rm x' EXIT",
			"awk 'BEGIN{system(\"rm x\")}'",
			"awk '\"rm x\"|getline'",
			"awk '{print | \"sh\"}' f",
			"sed '1w /etc/x' f",
			"sed 's/a/b/w /etc/x' f",
			"curl http://a > /etc/x",
			"cat x >> ~/.bashrc",
			"cat x > ../y",
			"ls > $X",
			"cd /etc && ls > x",
			"ls > /dev/tcp/a/1",
			"cat x | tee y",
			"LD_PRELOAD=x ls",
			"PATH=. ls",
			"ls >| /etc/x",
			"&>/etc/x ls",
			"./ls",
			"../bin/ls",
			"/tmp/ls",
			"ls () { rm x; }; ls",
			"alias ls=rm; ls",
			"",
			"   ",
			"ls 'unclosed",
			"python3 -c x",
			"pip install numpy",
			"curl -K x",
			"(rm x)",
			"{ rm x; }",
			"! rm x",
			"time rm x",
			"coproc rm x",
			"rm",
			"RM=rm; ${RM} x",
			"cat <<EOF\n`rm x`\nEOF",
			"cat <<EOF\nx\nEOF\nrm x",
			"ls \\\n; rm x",
			"ls #\nrm x",
			"echo ${x:-$(rm y)}",
			"[[ -v a[$(rm x)] ]]",
			"sed --expression='1e rm' f",
			"sed -f s f",
		}},
		{"bash", engine.Allow, `{"bash": {"allowedCommands": ["ls"]}, "python": {"allowPipInstall": true, "pipAllowlist": ["numpy"]}, "javascript": {"allowNpmInstall": true, "npmAllowlist": ["lodash"]}}`, []string{
			"pip install numpy",
			"python3 -m pip install numpy",
			"pip3 install 'numpy>=1'",
			"npm install lodash",
			"npm i lodash",
		}},
		{"bash", engine.Deny, `{"bash": {"allowedCommands": ["ls"]}, "python": {"allowPipInstall": true, "pipAllowlist": ["numpy"]}, "javascript": {"allowNpmInstall": true, "npmAllowlist": ["lodash"]}}`, []string{
			"pip install requests",
			"pip install -r x",
			"pip install",
			"pip install --index-url https://e numpy",
			"pip config list",
			"python3 x.py",
			"python3 -m pip install $P",
			"pip install \"$P\"",
			"npm i evil",
			"npm run x",
			"npm install",
			"npm ci",
			"pip --isolated install numpy x",
			"pip -q install numpy",
			"npm --prefix / install lodash",
			"pip uninstall numpy",
			"yarn add evil",
		}},
		{"bash", engine.Deny, `{}`, []string{
			"ls",
		}},
		{"bash", engine.Deny, `{"bash": {"allowedCommands": []}}`, []string{
			"ls",
		}},
		{"bash", engine.Deny, `{"bash": {"allowedCommands": ["ls", "rm"], "deniedCommands": ["rm"]}}`, []string{
			"rm x",
		}},
		{"bash", engine.Deny, `{"bash": {"allowedCommands": ["ls"]}, "languages": ["python"]}`, []string{
			"ls",
		}},
		{"bash", engine.Deny, `{"enabled": false, "bash": {"allowedCommands": ["ls"]}}`, []string{
			"ls",
		}},
	}
}

func packageTable() []codeGroup {
	return []codeGroup{
		{"python", engine.Allow, `{"python": {"allowPipInstall": true, "pipAllowlist": ["numpy", "pandas>=2,<3", "scikit-learn", "ruamel.yaml", "uvicorn[standard]", "pin==1.2.3", "comp~=1.4.2", "wild==2.*"]}}`, []string{
			"numpy",
			"numpy>=1.20",
			"numpy>=1,<2",
			"numpy ==1.26.4",
			"numpy >= 1.0, < 2",
			"NumPy",
			"ruamel-yaml",
			"Ruamel_Yaml",
			"scikit_learn",
			"pandas==2.2.0",
			"pandas>=2.1",
			"pandas<3",
			"pandas~=2.1",
			"numpy pandas",
			"numpy; python_version < '3.13'",
			"uvicorn[standard]",
			"uvicorn",
			"pin",
			"pin==1.2.3",
			"comp==1.4.9",
			"comp",
			"wild==2.5",
			"pandas!=2.1.0",
			"numpy==1.*",
			"pandas>2,<2.5",
			"  numpy  ",
			"pandas>=1",
		}},
		{"python", engine.Deny, `{"python": {"allowPipInstall": true, "pipAllowlist": ["numpy", "pandas>=2,<3", "scikit-learn", "ruamel.yaml", "uvicorn[standard]", "pin==1.2.3", "comp~=1.4.2", "wild==2.*"]}}`, []string{
			"pandas==1.5.3",
			"pandas==3.0.0",
			"pandas>=3",
			"pandas<2",
			"pandas==3.*",
			"numpy[extra]",
			"-e .",
			"-r requirements.txt",
			"--requirement=x",
			"--find-links x numpy",
			"-i https://e numpy",
			"numpy -U",
			"--user numpy",
			"/tmp/x.whl",
			"x.whl",
			"numpy.whl",
			"numpy-1.0.tar.gz",
			"https://e/x.whl",
			"git+ssh://g/x",
			"file:///tmp/x",
			"numpy@https://e",
			"numpy @ file:///x",
			"numpy @git+https://x",
			"C:\\x",
			"..",
			"~/x",
			"nump\u0443",
			"numpy\u200b",
			"numpy requests",
			"numpy;requests",
			"numpy; os_name=='x'; import",
			"numpy; requests",
			"pin==1.2.4",
			"pin>=2",
			"comp==1.5.0",
			"wild==3.0",
			"pandas==2.2.0rc1",
			"numpy && rm",
			"numpy|sh",
			"$(id)",
			"numpy\nrequests",
			"'numpy'",
			"-",
			"--",
			"=",
			"numpy==",
			"numpy=1",
			"numpy(>=1)",
			"pandas===3.0",
			"numpy/..",
			"git:x",
			"numpy@latest",
			"pandas~=3.0",
			"pandas~=1.4",
		}},
		{"python", engine.Deny, `{"python": {"allowPipInstall": false, "pipAllowlist": ["numpy"]}}`, []string{
			"numpy",
		}},
		{"python", engine.Deny, `{"python": {"pipAllowlist": ["numpy"]}}`, []string{
			"numpy",
		}},
		{"python", engine.Deny, `{"python": {"allowPipInstall": true, "pipAllowlist": []}}`, []string{
			"numpy",
		}},
		{"python", engine.Deny, `{}`, []string{
			"numpy",
		}},
		{"python", engine.Allow, `{"python": {"allowPipInstall": true, "pipAllowlist": ["numpy"]}, "network": {"mode": "restricted", "allowedHosts": ["pypi.org", "files.pythonhosted.org"]}}`, []string{
			"numpy",
		}},
		{"python", engine.Allow, `{"python": {"allowPipInstall": true, "pipAllowlist": ["numpy"]}, "network": {"mode": "restricted", "allowedHosts": ["pypi.org", "*.pythonhosted.org"]}}`, []string{
			"numpy",
		}},
		{"python", engine.Warn, `{"python": {"allowPipInstall": true, "pipAllowlist": ["numpy"]}, "network": {"mode": "restricted", "allowedHosts": []}}`, []string{
			"numpy",
		}},
		{"javascript", engine.Allow, `{"javascript": {"allowNpmInstall": true, "npmAllowlist": ["lodash", "@types/node", "left-pad@1.3.0"]}}`, []string{
			"lodash",
			"lodash@4.17.21",
			"@types/node",
			"@types/node@20",
			"left-pad@1.3.0",
			"lodash @types/node",
		}},
		{"javascript", engine.Deny, `{"javascript": {"allowNpmInstall": true, "npmAllowlist": ["lodash", "@types/node", "left-pad@1.3.0"]}}`, []string{
			"evil",
			"lodash evil",
			"git+https://x",
			"github:a/b",
			"a/b",
			"./x",
			"file:x",
			"-g lodash",
			"lodash@npm:evil",
			"lodash@https://x",
			"left-pad@1.0.0",
			"left-pad",
			"--registry=https://e lodash",
			"Lodash",
			"lodash@file:x",
			"@types/node/x",
			"",
		}},
	}
}
