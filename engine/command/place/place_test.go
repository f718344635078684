package place_test

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
)

// lead lists the places of a text that one of the uses has.
func lead(src string, uses ...string) string {
	var out []string
	for _, p := range analysis.Text(src, analysis.WithPlaces(), analysis.WithArguments()).Places {
		if !slices.Contains(uses, p.Use) {
			continue
		}
		shown := p.Path
		if p.Variable != "" {
			shown = "$" + p.Variable + shown
		}
		if shown == "" {
			shown = "?"
		}
		if !slices.Contains(out, shown) {
			out = append(out, shown)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestPlacesAreValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, use, want string }{
		// Assignments.
		{"h=.git/hooks; cat $h/x", "word", ".git/hooks/x"},
		{"h=hooks; cat .git/$h/x", "word", ".git/hooks/x"},
		{"for d in .git/hooks a; do cat $d/x; done", "word", ".git/hooks/x"},
		{"d=.ssh; cat ~/$d/id_rsa", "word", "~/.ssh/id_rsa"},
		{"f() { cat $1; }; f ~/.netrc", "word", "~/.netrc"},
		{"set -- ~/.netrc; cat \"$@\"", "word", "~/.netrc"},
		{"a=(~/.netrc); cat ${a[0]}", "word", "~/.netrc"},
		{"cat \"$HOME\"/.netrc", "word", "~/.netrc"},
		{"cat ${X:-/etc}/shadow", "word", "$X/shadow /etc/shadow"},
		{"cat \"$OUT/x\"", "word", "$OUT/x"},
		{"x='~'; cat $x/y", "word", "./~/y"},
		// Folders.
		{"cd ~/.ssh && cat id_rsa", "word", "~/.ssh ~/.ssh/id_rsa"},
		{"cd /proc/self; cat environ", "word", "/proc/self /proc/self/environ"},
		{"d=/etc; cd $d && cat shadow", "word", "/etc /etc/shadow"},
		{"for d in /etc a; do (cd $d && cat shadow); done", "word", "/etc /etc/shadow"},
		{"cat /proc/self/cwd/.git/config", "word", ".git/config"},
		{"cat /dev/fd/../environ", "word", "/proc/self/environ"},
		{"sqlite3 file:../x.db", "word", "../x.db"},
		{"sqlite3 'file:///etc/x?mode=rw'", "word", "/etc/x"},
		// What is known of the end, and what is printed.
		{"cat \"$(x)/.ssh/id_rsa\"", "word", "? ~/.ssh/id_rsa"},
		{"cat ${HOME:0}/.ssh/id_rsa", "word", "? ~/.ssh/id_rsa"},
		{"cat \"$(x)/src/main.go\"", "word", "?"},
		{"printf -v f '%s/.%s' ~ netrc; cat \"$f\"", "word", "%s/.%s ~ ~/.netrc"},
		{"cat $(printf /etc/%s shadow)", "word", "/etc/%s /etc/shadow"},
		{"cat $(ls -d ~/.netrc)", "word", "~/.netrc"},
		{"cp -a l m; cat m/x; ln -s ~ l", "word", "~ ~/x"},
		{"cat /proc/self/root/etc/shadow", "word", "/etc/shadow"},
		{"cat ~+/.git/config ~root/x", "word", ".git/config /root/x"},
		// Spellings.
		{"cat /etc//./a/../shadow", "word", "/etc/shadow"},
		{"cat a/../../x", "word", "../x"},
		{"cat /../../etc/x", "word", "/etc/x"},
		// Patterns.
		{"cat ~/.s*/id_rsa", "word", "~/.s*/id_rsa ~/.ssh/id_rsa"},
		{"cat /etc/sh[a]d?w", "word", "/etc/sh?d?w /etc/shadow"},
		{"cat .g?t/h*/x", "word", ".g?t/h*/x .git/hooks/x"},
		{"cat *.md", "word", ""},
		{"cat a/*", "word", ""},
		// Parts of words.
		{"x --file=/etc/a", "part", "/etc/a"},
		{"x -o/etc/a", "part", "/etc/a"},
		{"x s,f,.git/config,", "part", ".git/config"},
		{"x '.backup /etc/a'", "part", ".backup /etc/a"},
		// Links.
		{"ln -s ~ l; cat l/x", "word", "~ ~/x"},
		{"ln -sfn .git g; cat g/config", "word", ".git .git/config"},
		{"mkdir a; ln -s ../.git a/g; cat a/g/config", "word", "../.git ../.git/config .git/config"},
		{"ln -s ../.git/config -t a; cat a/config", "word", "../.git/config ../.git/config/config .git/config"},
		{"mv .git g; cat g/config", "word", ".git .git/config"},
		// What programs print.
		{"cat \"$(git rev-parse --git-path hooks)\"/x", "word", ".git/hooks/x"},
		{"cat $(dirname ~/.ssh/x)/y", "word", "~/.ssh/x ~/.ssh/y"},
		{"cat \"$(pwd)/.git/config\"", "word", ".git/config"},
		// Redirects and writes.
		{"x > ~/a", "redirect", "~/a"},
		{"ln -s ~ l && x > l/f", "redirect", "~/f"},
		{"cp a ~/b", "write", "~/b ~/b/a"},
		{"h=.git; cp a $h/", "write", ".git .git/a"},
		{"rm -r $(cat f)", "delete-tree", "?"},
		{"T=$(mktemp -d); rm -r \"$T\"", "delete-tree", "/tmp/tmp.*"},
		{"rm -r /tmp/tmp.$(cat f)", "delete-tree", "/tmp/tmp.…"},
		{"for f in *.md; do mv \"$f\" \"${f%.md}.txt\"; done", "write", "*.txt *.txt/*.md"},
		{"find . -name '*.md' | while read -r f; do cp \"$f\" \"$f.bak\"; done", "write", "*/*.md.bak */*.md.bak/*.md"},
		{"X=~/.bashrc y", "setting", "~/.bashrc"},
		// Input.
		{"echo a ~/b | xargs cp", "write", "~/b ~/b/a"},
		{"cat f | xargs sed -i s/a/b/", "fed", "?"},
		{"git ls-files | xargs sed -i s/a/b/", "fed", ""},
		{"find . -name x | xargs rm", "fed", ""},
		{"find ~ -type f -exec rm {} +", "delete", "~/*"},
		// What find finds has the name that its test says.
		{"find . -name pre-push -exec cp a {} \\;", "write", "*/pre-push */pre-push/a .git/hooks/pre-push .git/hooks/pre-push/a"},
		{"find . -name pre-push -execdir cp a {} \\;", "write", "*/pre-push */pre-push/a .git/hooks/pre-push .git/hooks/pre-push/a"},
		{"find . -name .lsp.json -exec cp a {} \\;", "write", "*/.lsp.json */.lsp.json/a .lsp.json"},
		{"find . -name notes.txt -exec cp a {} \\;", "write", "*/notes.txt */notes.txt/a"},
		// A default for a variable that has none is a value beside that of the environment.
		{"O=${O:-build}; rm -r \"$O\"", "delete-tree", "$O/"},
		{"O=${O:-build}; rm -r \"$O/x\"", "delete-tree", "$O/x"},
		{"O=$O/..; rm -r \"$O\"", "delete-tree", "$O/.. $O/../.."},
	} {
		if got := lead(c.src, c.use); got != c.want {
			t.Errorf("%s: %s places are %q, want %q", c.src, c.use, got, c.want)
		}
	}
}

func TestNarrow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		src  string
		want bool
	}{
		{"find . -name '*.pyc' -delete", true},
		{"find . -type f -name x -exec rm {} +", true},
		{`find . \( -name '*.o' -o -name '*.a' \) -delete`, true},
		{"find . -name x -o -name '*.y' -delete", true},
		{"find . -mtime +7 -delete", true},
		{"find . -type d -empty -delete", true},
		{"find . -name x ! -path './a/*' -delete", true},
		{"find . -delete", false},
		{"find . -name '*' -delete", false},
		{"find . -name '[a-z]*' -delete", false},
		{"find . -regex '.*' -delete", false},
		{"find . ! -name x -delete", false},
		{"find . -name x -o -delete", false},
		{`find . \( -name x -o -type f \) -delete`, false},
		{"find . -name x , -delete", false},
		{"find . -mmin +0 -delete", false},
		{"find . -size +0 -delete", false},
		{"find . -not -empty -delete", false},
		{"find . $X -name x -delete", false},
		{"find . -name x", false},
	} {
		if got := analysis.Text(c.src).Commands[0].Narrow; got != c.want {
			t.Errorf("%s: narrow is %t", c.src, got)
		}
	}
}

func TestMade(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, made, run string }{
		{"echo x > a.sh; sh a.sh", "a.sh", "a.sh"},
		{"f=a.sh; echo x > $f; sh ./b/../a.sh", "a.sh", "a.sh"},
		{"echo x > a.sh; sh $(pwd)/a.sh", "a.sh", ""},
		{"echo x > a.sh; bash \"$(pwd)\"/a.sh", "a.sh", "a.sh"},
		{"cp a b/", "b/** b/a", ""},
		{"cp -r a/. .", "./**", ""},
		{"tar xf a.tar", "./**", ""},
		{"tar cf a.tar b", "a.tar", ""},
		{"tar xf a.tar -C sub", "./** sub sub/**", ""},
		{"cd sub && tee x < y", "sub/x", ""},
		{"git clone https://h/x", "x x/**", ""},
		{"git clone -q https://h/x.git", "x x/**", ""},
		{"git clone --bare git@h:o/x", "x.git x.git/**", ""},
		{"git -C d clone https://h/x", "d d/** d/x d/x/**", ""},
		{"git clone https://h/x y", "y y/**", ""},
		{"git clone $u", "?/**", ""},
		{"git pull", "./**", ""},
		{"git checkout b", "./**", ""},
		{"git checkout -", "./**", ""},
		{"git checkout -b b", "", ""},
		{"git reset --hard", "./**", ""},
		{"git reset b", "", ""},
		{"git restore -S f", "", ""},
		{"git restore -SW f", "./**", ""},
		{"git stash list", "", ""},
		{"git stash pop", "./**", ""},
		{"npm i x", "", ""},
		{"npm pack x", "*.tgz", ""},
		{"pip download -d w x", "*.tar.* *.whl *.zip w w/*.tar.* w/*.whl w/*.zip", ""},
		{"wget http://h/x", "x", ""},
		{"wget -P d http://h/x", "d d/x x", ""},
		{"wget -r http://h/x", "./** x x/**", ""},
		{"scp h:x .", "./** h:x x", ""},
		{"scp x h:", "", ""},
		{"aws s3 cp s3://b/x .", "x", ""},
		{"aws s3 cp s3://b/x . --recursive", "./** x x/**", ""},
		{"gsutil cp 'gs://b/*' .", "* */** ./**", ""},
		{"docker cp c:/x .", "./** x x/**", ""},
		{"hg clone http://h/x", "./**", ""},
		{"git status", "", ""},
		{"gunzip Makefile.gz", "Makefile Makefile.gz", ""},
		{"gzip -dk a/Makefile.gz", "a/Makefile a/Makefile.gz", ""},
		{"gzip f", "f", ""},
		{"curl -OJ http://h", "./** index.html index.html/**", ""},
		{"python3 -m zipfile -e a.zip .", "./**", "zipfile.py zipfile/__init__.py zipfile/__main__.py"},
		{"touch a; mkdir b", "", ""},
		{"echo x > $(cat f)", "?", ""},
		{"echo x > \"$OUT/f\"", "", ""},
		{"python3 -m a.b", "", "a/b.py a/b/__init__.py a/b/__main__.py"},
		{"./a/x.sh", "", "a/x.sh"},
		{". ./x.sh", "", "x.sh"},
	} {
		facts := analysis.Text(c.src, analysis.WithPlaces(), analysis.WithArguments())
		var made []string
		for _, m := range facts.Made {
			shown := m.Path
			if shown == "" {
				shown = "?"
			}
			if m.Tree {
				shown += "/**"
			}
			made = append(made, shown)
		}
		slices.Sort(made)
		if got := strings.Join(slices.Compact(made), " "); got != c.made {
			t.Errorf("%s: made are %q, want %q", c.src, got, c.made)
		}
		if got := lead(c.src, "run"); got != c.run {
			t.Errorf("%s: run are %q, want %q", c.src, got, c.run)
		}
	}
}

// TestReadsThroughLinks: what a text brings may be a link, so that nobody knows what
// is read there.
func TestReadsThroughLinks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		src  string
		want bool
	}{
		{"tar xf a.tar; cat l/f", true},
		{"tar xf a.tar; cat f", true},
		{"tar xf a.tar; cat /tmp/f", false},
		{"cat l/f; tar xf a.tar", false},
		{"git checkout b && curl -d @l/f http://h", true},
		{"git checkout -b b && cat l/f", false},
		{"git pull && git diff l/f", false},
		{"git pull && git diff --no-index l/f g", true},
		{"git pull && git add l/f", false},
		{"git pull && git hash-object l/f", true},
		{"git pull && gh gist create l/f", true},
		{"git pull && git commit -F l/f", true},
		{"git pull && awk 'BEGIN{getline l < \"l/f\"; print l}'", true},
		{"git clone http://h/x && cat y/f", false},
		{"git clone http://h/x && wc -l < x/f", true},
		{"npm i && cat node_modules/l/f", true},
		{"npm i && cat src/f", false},
	} {
		got := slices.ContainsFunc(analysis.Text(c.src, analysis.WithPlaces(), analysis.WithArguments()).Places, func(p command.Place) bool {
			return (p.Use == "read" || p.Use == "input") && p.Path == "" && p.Via == "link"
		})
		if got != c.want {
			t.Errorf("%s: read through a link is %t", c.src, got)
		}
	}
}

// TestFoldersThatChange: a function may change the folder of the shell, and a program
// that names no place writes where it is.
func TestFoldersThatChange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, want string }{
		{"f() { cd ..; }; f; echo x > a", "?"},
		{"f() { (cd ..); }; f; echo x > a", ""},
		{"g() { f; }; f() { eval \"$1\"; }; g; echo x > a", "?"},
		{"cd .. && tar xf a.tar", ".."},
		{"cd ~ && unzip a.zip", "~"},
		{"tar xf a.tar", ""},
		{"tar xf a.tar; echo x > d/f", "?"},
		{"tar xf a.tar; echo x > f", "?"},
		{"tar xf a.tar; echo x > /tmp/f", "/tmp/f"},
		{"tar xf a.tar -C d; echo x > f", "?"},
		{"git clone http://h/x \"$D\"; echo y > \"$D/f\"", "/ ? /f"},
		{"tar tf a.tar; echo x > d/f", ""},
		{"tar xf a.tar; mkdir d/f", ""},
		{"git clone http://h/x; echo y > x/f", "?"},
		{"git clone http://h/x; echo y > y/f", ""},
		{"git clone http://h/x y; echo y > y/f", "?"},
		{"git clone http://h/x; rm x/f", ""},
		{"git checkout b; echo x > l/f", "?"},
		{"git checkout -b b; echo x > l/f", ""},
		{"git pull; tee l/f < a", "?"},
		{"npm i; cp x node_modules/l/f", "?"},
		{"npm i; cp x src/l/f", ""},
		{"npm pack x; cp y l/f", ""},
		{"docker cp c:/x d; echo x > d/f", "?"},
		{"docker cp d c:/x; echo x > d/f", ""},
		{"git clone http://h/x; echo y > x/d/f", "?"},
		{"echo x > d/f; tar xf a.tar", ""},
	} {
		var paths []string
		for _, p := range analysis.Text(c.src, analysis.WithPlaces(), analysis.WithArguments()).Places {
			if p.Use == "write" || p.Use == "redirect" {
				paths = append(paths, cmp.Or(p.Path, "?"))
			}
		}
		if got := strings.Join(slices.Compact(paths), " "); got != c.want {
			t.Errorf("%s writes to %q, want %q", c.src, got, c.want)
		}
	}
}

// TestBackBehindLinks: ".." behind a link is the parent of where the link leads, as the
// kernel has it, beside where it seems to.
func TestBackBehindLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, "out", "deep"), 0o755), os.MkdirAll(filepath.Join(dir, "w", "src"), 0o755)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "out", "deep"), filepath.Join(dir, "w", "l")); err != nil {
		t.Skip(err)
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	// What is ordinary, below the working folder, is no place.
	for src, want := range map[string][]string{
		": > l/../f":             {real + "/out/f"},
		"cd l && : > ../f":       {real + "/out/f"},
		"cat l/../../f":          {"../f", real + "/f"},
		": > src/../f":           {},
		": > src/nothing/../":    {},
		"ln -s /x k; cat k/../f": {""},
		"ln -s /x k; cat j/../f": {},
	} {
		got := map[string]bool{}
		for _, p := range analysis.Text(src, analysis.WithPlaces(), analysis.WithArguments(), analysis.WithNames(lookup.Scope{Dir: filepath.Join(dir, "w")})).Places {
			if slices.Contains([]string{"redirect", "write", "read"}, p.Use) {
				got[p.Path] = true
			}
		}
		for _, path := range want {
			if !got[path] {
				t.Errorf("%s leads to %v; want %q", src, got, want)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s leads to %v; want %q", src, got, want)
		}
	}
}
