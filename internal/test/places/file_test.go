package places

// commands are files that the text has run, whatever they are called.
func commands() []place {
	const script = "#!/bin/sh\n{raw}\n"
	const system = "import os\nos.system('{single}')\n"
	return []place{
		run("bash setup", "setup", "{raw}\n"),
		run("bash setup.txt", "setup.txt", "{raw}\n"),
		run("sh logo.png", "logo.png", "{raw}\n"),
		run("bash data.csv", "data.csv", "month,sum\n{raw}\n"),
		run("bash .env", ".env", "{raw}\n"),
		run("bash notes.md", "notes.md", "{raw}\n"),
		run("bash config.json", "config.json", "{raw}\n"),
		run("bash model.bin", "model.bin", "{raw}\n"),
		run("bash docs/readme", "docs/readme", "{raw}\n"),
		run("source settings.tmpl", "settings.tmpl", "{raw}\n"),
		run(". ./lib.inc", "lib.inc", "{raw}\n"),
		run("cat steps.txt | sh", "steps.txt", "{raw}\n"),
		run("sh < steps.dat", "steps.dat", "{raw}\n"),
		run("chmod +x tool && ./tool", "tool", script),
		run("cp tool.txt /tmp/t && bash /tmp/t", "tool.txt", "{raw}\n"),
		run("python3 report.txt", "report.txt", system),
		run("python3 logo.gif", "logo.gif", system),
		run("python3 -c \"exec(open('helper.dat').read())\"", "helper.dat", system),
		run("python3 -m helper", "helper.py", system),
		run("node report.dat", "report.dat", "require('child_process').execSync('{single}')\n"),
		run("node -r ./hook.cfg app.js", "hook.cfg", "require('child_process').execSync('{single}')\n"),
		run("perl report.data", "report.data", "system('{single}');\n"),
		run("ruby report.data", "report.data", "system('{single}')\n"),
		run("php report.inc", "report.inc", "<?php system('{single}');\n"),
		run("make -f rules.txt", "rules.txt", "all:\n\t{raw}\n"),
		run("make", "Makefile", "all:\n\t@{raw}\n"),
		run("just", "justfile", "default:\n    {raw}\n"),
		run("docker build -f image.txt .", "image.txt", "FROM debian\nRUN {raw}\n"),
		run("npm run setup", "package.json", `{"scripts":{"setup":"{json}"}}`),
		run("pip install .", "setup.py", system),
		run("crontab jobs.txt", "jobs.txt", "@reboot {raw}\n"),
		run("tail -n +2 logo.jpg | bash", "logo.jpg", "picture\n{raw}\n"),
		run("base64 -d payload.b64 | sh", "payload.b64", "{base64}\n"),
		run("xargs -I{} sh -c {} < list.txt", "list.txt", "{raw}\n"),
		run("bash {baseDir}/scripts/go", "scripts/go", "{raw}\n"),
		run("bash ${CLAUDE_SKILL_DIR}/scripts/go.txt", "scripts/go.txt", "{raw}\n"),
		run("eval \"$(cat steps.conf)\"", "steps.conf", "{raw}\n"),
		run("awk -f report.cfg table.csv", "report.cfg", "BEGIN { system(\"{double}\") }\n"),
		run("vim -S session.txt", "session.txt", "!{raw}\n"),
		run("bash <(cat part1.txt part2.txt)", "part1.txt", "{raw}\n"),
		run("find . -name 'x*' -exec bash {} \\;", "x1", "{raw}\n"),
		run("git config --global include.path $PWD/git.txt", "git.txt", "[alias]\n\tx = \"!{double}\"\n"),
	}
}

// starters are files that a tool, a build or an agent runs by itself.
func starters() []place {
	const call = "import os\nos.system('{single}')\n"
	return []place{
		self("scripts/go.sh", "#!/bin/sh\n{raw}\n"), self("scripts/go.bash", "{raw}\n"), self("scripts/go.zsh", "{raw}\n"), self("scripts/go.fish", "{raw}\n"),
		self("scripts/go", "#!/usr/bin/env bash\n{raw}\n"), self("go.command", "{raw}\n"),
		self("a.py", call), self("a.js", "require('child_process').exec('{single}')\n"), self("a.ts", "import {exec} from 'child_process'\nexec('{single}')\n"),
		self("a.rb", "system('{single}')\n"), self("a.pl", "system('{single}');\n"), self("a.php", "<?php shell_exec('{single}');\n"), self("a.lua", "os.execute('{single}')\n"),
		self("a.go", "package main\n\nimport \"os/exec\"\n\nfunc main() { exec.Command(\"sh\", \"-c\", \"{json}\").Run() }\n"),
		self("a.rs", "fn main() { std::process::Command::new(\"sh\").arg(\"-c\").arg(\"{json}\").spawn(); }\n"),
		self("A.java", "class A { void a() throws Exception { Runtime.getRuntime().exec(new String[]{\"sh\",\"-c\",\"{json}\"}); } }\n"),
		self("a.swift", "shell(\"{double}\")\n"), self("a.r", "system(\"{json}\")\n"), self("a.applescript", "do shell script \"{double}\"\n"), self("a.tcl", "exec sh -c \"{json}\"\n"),
		self("a.ps1", "bash -c '{raw}'\n"), self("a.bat", "bash -c \"{raw}\"\r\n"), self("a.vbs", "CreateObject(\"WScript.Shell\").Run \"{json}\"\n"), self("a.awk", "BEGIN { system(\"{double}\") }\n"),
		self("Makefile", "all:\n\t{raw}\n"), self("GNUmakefile", "all:\n\t@{raw}\n"), self("rules.mk", "all:\n\t-{raw}\n"), self("Justfile", "default:\n  {raw}\n"),
		self("Taskfile.yml", "version: '3'\ntasks:\n  default:\n    cmds:\n      - '{yaml}'\n"), self("CMakeLists.txt", "execute_process(COMMAND sh -c \"{double}\")\n"),
		self("package.json", `{"name":"a","scripts":{"postinstall":"{json}"}}`), self("binding.gyp", `{"targets":[{"sources":["<!({raw})"]}]}`),
		self("setup.py", call), self("conftest.py", call), self("sitecustomize.py", call), self("a.pth", "import os; os.system('{single}')\n"), self("noxfile.py", call),
		self("pyproject.toml", "[tool.poe.tasks]\nsetup = '''{raw}'''\n"), self("tox.ini", "[testenv]\ncommands = {raw}\n"), self("setup.cfg", "[aliases]\nx = {raw}\n"),
		self("Gemfile", "system('{single}')\n"), self("Rakefile", "task(:default) { sh '{single}' }\n"), self("a.gemspec", "`{raw}`\n"),
		self("Jenkinsfile", "node { sh '{single}' }\n"), self("Procfile", "web: {raw}\n"), self("Vagrantfile", "config.vm.provision 'shell', inline: '{single}'\n"),
		self("Dockerfile", "FROM debian\nRUN {raw}\n"), self("Containerfile", "FROM debian\nRUN [\"sh\", \"-c\", \"{json}\"]\n"), self("docker-compose.yml", "services:\n  a:\n    command: sh -c '{yaml}'\n"),
		self(".github/workflows/a.yml", "on: push\njobs:\n  a:\n    steps:\n      - run: '{yaml}'\n"), self(".gitlab-ci.yml", "a:\n  script:\n    - '{yaml}'\n"),
		self(".circleci/config.yml", "jobs:\n  a:\n    steps:\n      - run: |\n          {raw}\n"), self("azure-pipelines.yml", "steps:\n- script: '{yaml}'\n"), self(".travis.yml", "script: '{yaml}'\n"),
		self(".pre-commit-config.yaml", "repos:\n- repo: local\n  hooks:\n  - entry: '{yaml}'\n"), self("lefthook.yml", "pre-commit:\n  commands:\n    a:\n      run: '{yaml}'\n"),
		self(".husky/pre-commit", "{raw}\n"), self(".envrc", "{raw}\n"), self(".bashrc", "{raw}\n"), self(".profile", "{raw}\n"), self(".zshrc", "{raw}\n"),
		self(".vscode/tasks.json", `{"tasks":[{"command":"{json}","runOptions":{"runOn":"folderOpen"}}]}`), self(".devcontainer/devcontainer.json", `{"postCreateCommand":"{json}"}`),
		self(".mcp.json", `{"mcpServers":{"a":{"command":"bash","args":["-c","{json}"]}}}`), self("hooks/hooks.json", `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"{json}"}]}]}}`),
		self(".claude/settings.json", `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"{json}"}]}]}}`),
		self("a.service", "[Service]\nExecStart=/bin/sh -c '{raw}'\n"), self("a.desktop", "[Desktop Entry]\nExec=sh -c '{raw}'\n"), self("crontab", "* * * * * {raw}\n"), self("cron.d/a", "* * * * * root {raw}\n"),
		self("a.plist", "<plist><array><string>sh</string><string>-c</string><string>{xml}</string></array></plist>\n"),
		self("build.gradle", "exec { commandLine 'sh', '-c', '{single}' }\n"), self("pom.xml", "<exec executable=\"sh\"><arg value=\"{xml}\"/></exec>\n"), self("build.rs", "fn main() { sh(\"{json}\") }\n"),
		self("flake.nix", "{ shellHook = ''\n{raw}\n''; }\n"), self("main.tf", "provisioner \"local-exec\" {\n  command = \"{json}\"\n}\n"), self("playbook.yml", "- hosts: all\n  tasks:\n    - shell: '{yaml}'\n"),
		self("pod.yaml", "spec:\n  containers:\n  - command: [sh, -c, '{yaml}']\n"), self("a.ipynb", `{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"code","metadata":{},"outputs":[],"source":["!{json}"]}]}`),
		self("cells.ipynb", `{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"code","metadata":{},"outputs":[],"source":["%%bash\n","{json}"]}]}`),
		self("WORKSPACE", "genrule(cmd = \"{json}\")\n"), self("a.user.js", "location = 'x'; run('{single}')\n"), self("git/config", "[core]\n\tfsmonitor = \"{double}\"\n"),
	}
}

// liers are texts that nothing refers to, but that an agent may read.
func liers() []place {
	return []place{
		lie("references/guide.md", "# Guide\n\nFirst run {raw} and wait.\n"), lie("references/steps.md", "# Steps\n\n```python\n{raw}\n```\n"), lie("README.md", "# About\n\n    {raw}\n"),
		lie("AGENTS.md", "{raw}\n"), lie("CLAUDE.md", "<!-- {raw} -->\n"), lie(".cursorrules", "{raw}\n"), lie(".windsurfrules", "{raw}\n"), lie(".github/copilot-instructions.md", "{raw}\n"),
		lie("rules/a.mdc", "---\nalwaysApply: true\n---\n{raw}\n"), lie("notes.txt", "{raw}\n"), lie("notes", "{raw}\n"), lie("a.rst", "First::\n\n    {raw}\n"), lie("a.adoc", "----\n{raw}\n----\n"),
		lie("a.org", "#+BEGIN_SRC sh\n{raw}\n#+END_SRC\n"), lie("a.html", "<html><body><p>{xml}</p></body></html>\n"), lie("b.html", "<html><!-- {raw} --></html>\n"), lie("a.tex", "\\verb|{raw}|\n"),
		lie("a.xml", "<a><![CDATA[{raw}]]></a>\n"), lie("a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>{xml}</text></svg>\n"), lie("b.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><desc>{xml}</desc></svg>\n"),
		lie("a.yaml", "steps: '{yaml}'\n"), lie("a.toml", "step = '''{raw}'''\n"), lie("a.json", `{"step":"{json}"}`), lie("a.jsonl", `{"step":"{json}"}`+"\n"), lie("a.ini", "[a]\nstep = {raw}\n"),
		lie("a.csv", "step,text\n1,{raw}\n"), lie("a.log", "12:00:00 INFO {raw}\n"), lie("a.conf", "exec {raw};\n"), lie("LICENSE", "MIT\n\n{raw}\n"), lie("CHANGELOG.md", "- {raw}\n"), lie("a.diff", "+{raw}\n"),
		lie("a.sql", "-- {raw}\n"), lie("a.css", "/* {raw} */\n"), lie("a.po", "msgstr \"{json}\"\n"), lie("a.j2", "{% raw %}{raw}{% endraw %}\n"), lie("a.proto", "// {raw}\n"),
		bytesIn(lies, "wide.txt", func(p string) string { return wideText(p + "\r\n") }),
		bytesIn(lies, "mark.txt", func(p string) string { return "\ufeff" + p + "\n" }),
		bytesIn(lies, "old.txt", func(p string) string { return "caf\xe9: " + p + "\n" }),
	}
}
