package analysis

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/command"
)

func TestInterpreters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, want string }{
		{"python3 -c 'x'", "python inline -c x"}, {"python3 -Ic x", "python inline -Ic x"}, {"python3 -cx", "python inline -cx x"}, {`python3 \-c x`, "python inline -c x"},
		{"python3 -''c x", "python inline -c x"}, {"python3.11 $'-c' x", "python inline -c x"}, {"python3 -W ignore -c x", "python inline -c x"},
		{"python3 --check-hash-based-pycs always -c x", "python inline -c x"}, {`python3 -c "$X"`, "python inline -c ?"},
		{"python3 a.py -c x", "python file a.py"}, {"python3 -u a.py", "python file a.py"}, {`python3 "$d/a.py"`, "python file ?/a.py"},
		{"python3 -m venv x", "python module venv"}, {"python3 -Im timeit x", "python module timeit"}, {"python3 -mpip x", "python module pip"},
		{"python3", "python stdin"}, {"python3 -", "python stdin"}, {"python3 <<< 'x'", "python stdin x"}, {"python3 /dev/stdin < f", "python stdin"},
		{"python3 <(id)", "python stdin"}, {"python3 --version", "python info"}, {"python3 --bogus x", "python unknown"}, {"python3 $X", "python unknown"},
		{"node -e x", "node inline -e x"}, {"node --eval=x", "node inline --eval=x x"}, {"node -p x", "node inline -p x"}, {"node app.js", "node file app.js"},
		{"node --require ./a.js b.js", "node file b.js startup"}, {"deno eval x", "deno inline eval x"}, {"deno run -A m.ts", "deno file m.ts"}, {"deno fmt", "deno info"},
		{"bun run build.ts", "bun file build.ts"}, {"bun install", "bun info"}, {"bun x.ts", "bun file x.ts"},
		{"perl -ne 'print' f", "perl inline -ne print"}, {"perl -CS -pe x", "perl inline -pe x"}, {"perl -i.bak -pe x", "perl inline -pe x"}, {"perl -l0e x", "perl inline -l0e x"},
		{"perl -MFoo x.pl", "perl file x.pl startup"}, {"ruby -rfoo x.rb", "ruby file x.rb startup"}, {"ruby -ne x", "ruby inline -ne x"}, {"php -d a=b -r x", "php inline -r x startup"}, {"php -d memory_limit=1 -r x", "php inline -r x"}, {"php -f x.php", "php file x.php"},
		{"lua -e x", "lua inline -e x"}, {"awk '{print $1}' f", "awk program {print $1}"}, {"awk -F: -f x.awk f", "awk file x.awk"}, {"awk -fx.awk f", "awk file x.awk"}, {"awk --file=x.awk f", "awk file x.awk"}, {"awk -e1 f", "awk program 1"}, {"sed -n -e p f", "sed program p"}, {"sed -f x.sed f", "sed file x.sed"},
		{"bash", "shell stdin"}, {"bash -s a", "shell stdin"}, {"bash x.sh", "shell file x.sh"}, {"bash -x -- x.sh", "shell file x.sh"}, {"bash --rcfile r -ic ls", "shell inline -ic ls startup"},
		{"bash -c", "shell unknown"}, {"bash --bogus", "shell unknown"}, {"bash --version", "shell info"}, {"sh -o errexit x.sh", "shell file x.sh"}, {"bash <<'E'\nid\nE", "shell stdin id\n"},
		{"source x.sh", "shell file x.sh"}, {". <(id)", "shell stdin"}, {"pwsh -Comm x", "powershell inline -Comm x"}, {"powershell -File x.ps1", "powershell file x.ps1"}, {"powershell -enc AA", "powershell inline -enc AA"},
		{"java -cp a B", "java file B"}, {"java -javaagent:x -jar y.jar", "java file y.jar startup"}, {"osascript -e x", "osascript inline -e x"}, {"emacs --eval x", "emacs inline --eval x"},
	} {
		i := Text(c.src).Commands[0].Interpreter
		if i == nil {
			t.Errorf("%q: no interpreter", c.src)
			continue
		}
		got := i.Family + " " + i.Mode
		switch {
		case i.Mode == "inline":
			got += " " + i.Option
			if i.Code == nil {
				got += " ?"
			}
		case i.Operand != nil && i.Mode != "stdin" && i.Operand.Value != nil:
			got += " " + *i.Operand.Value
		case i.Operand != nil && i.Mode != "stdin":
			got += " ?" + i.Operand.Suffix
		}
		if i.Code != nil {
			got += " " + *i.Code
		}
		if i.Startup {
			got += " startup"
		}
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.src, got, c.want)
		}
	}
}

func TestHits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, want string }{
		{"tar xf a", ""}, {"tar --to-command=id -xf a", "shell+"}, {"tar cIf gzip a b", "shell+"}, {"tar -czf I.tar a", ""},
		{"git -c core.pager=id log", "config"}, {"git -c user.name=x commit -m y", ""}, {"git --exec-path=/x log", "program"}, {"git grep -Oid x", "shell+"}, {"git rebase -x id HEAD", "shell+"},
		{"git clone ext::sh x", "shell"}, {"git foo", "program"}, {"git push -u origin main", ""}, {"git ls-remote --upload-pack=id .", "shell+"}, {"git config alias.x '!id'", "config"}, {"git config --get user.name", ""},
		{"git commit -c HEAD", ""}, {"git --config-env=core.pager=X log", "config"}, {"git clone --config core.sshCommand=id h x", "config"}, {"git filter-branch x", "program"},
		{"ssh -o ProxyCommand=id h", "config"}, {"ssh -oBatchMode=yes h ls", "shell+"}, {"ssh -F f h", "config"}, {"scp -S x a b:c", "program+"}, {"rsync -e id a b", "shell+"},
		{"sort --compress-prog=id", "program+"}, {"split --filter=id f", "shell+"}, {"zip x y -T -TT 'id #'", "shell+"}, {"man -P id ls", "shell+"}, {"less +'!id' f", "code"}, {"less +G f", ""},
		{"vim -c '!id' f", "code"}, {"vim +12 f", ""}, {"vim +'!id' f", "code"}, {"vim -es < f", "code"}, {"ed f", "code"}, {"ex -s", "code"},
		{"sqlite3 db '.shell id'", "code"}, {"sqlite3 db 'select 1'", ""}, {"sqlite3 db <<< '.shell id'", "code"}, {"psql -c 'select 1'", ""}, {"psql -c '\\! id'", "code"},
		{"make -f -", "file"}, {"make --eval='x:;id'", "code"}, {"make -j4 all", ""}, {"gdb -ex 'shell id'", "code"}, {"gdb -ex run -ex bt x", ""},
		{"awk '{print $1}'", ""}, {"awk 'BEGIN{system(\"id\")}'", "shell"}, {"awk '/x|y/{print}'", ""}, {"awk '{print | \"id\"}'", "shell"}, {"awk '{\"id\"|getline}'", "shell"}, {"awk '$3 > 5 || $1'", ""}, {"awk -i x '1'", "library"},
		{"sed 's/a/b/g'", ""}, {"sed 's/a/b/e'", "shell"}, {"sed -n '1e id'", "shell"}, {"sed '/x/,$ s|a|b|;p'", ""}, {"sed -e 'y/a/b/' -e '$d'", ""}, {`sed "s/$A/$B/"`, "code"}, {`sed "$X"`, "code"}, {`sed "s/a/b/$X"`, "code"},
		{"pip install x==1", ""}, {"pip install git+https://h/x", "package"}, {"pip install 'x @ git+https://h'", "package"}, {"pip install --index-url http://h x", "package package"}, {"npm run lint a/b", ""}, {"pip install -r requirements.txt", ""}, {"python3 -m pip install git+https://h/x", "package"},
		{"npm install x", ""}, {"npm i lodash --ignore-scripts", ""}, {"npm i h/x", "package"}, {"npm install github:h/x", "package"}, {"npx -p evil x", "package"}, {"npx github:h/x", "package"},
		{"docker run --privileged x", "privilege"}, {"docker run -v $(pwd):/w x", ""}, {"cargo build", ""}, {"cargo --config x build", "config"}, {"cargo frobnicate", "program"},
		{"go test -exec id ./...", "program"}, {"gcc -fplugin=x a.c", "library"}, {"gcc -c a.c", ""}, {"tmux ls", ""}, {"tmux send-keys -t x y", "terminal"}, {"tmux new -d -s x /bin/sh", "terminal"}, {"tmux new -d -s x", ""}, {"claude --yolo", "terminal"},
		{"crontab -l", ""}, {"crontab f", "daemon"}, {"codeql database create --command='make -j8'", "shell+"}, {"X='-exec id ;'; find . $X", ""}, {"python3 -m timeit x", "code"},
	} {
		f := Text(c.src, WithArguments())
		var got []string
		for _, h := range f.Commands[len(f.Commands)-1-children(f)].Hits {
			kind := h.Kind
			if h.Resolved {
				kind += "+"
			}
			got = append(got, kind)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: got %v, want %q", c.src, got, c.want)
		}
	}
}

// children counts the commands that hang below the last one of the text.
func children(f *command.Facts) int {
	n := 0
	for _, c := range f.Commands {
		if c.Parent >= 0 {
			n++
		}
	}
	return n
}

func TestOptionsInVariablesAreSeen(t *testing.T) {
	t.Parallel()
	f := Text("X='-exec id ;'; find . $X")
	if got := tree(f); got != "- find find>find:id" {
		t.Errorf("got %s", got)
	}
	if f := Text("O=--to-command=id; tar xf a $O"); len(f.Commands[1].Hits) != 1 {
		t.Errorf("an option in a variable was not seen: %+v", f.Commands)
	}
	if f := Text("T=-k; timeout \"$T\" 5 id"); opaqueReasons(f) == "" && tree(f) == "- timeout timeout>wrapper:5" {
		t.Errorf("the operand of timeout may be an option: %+v", f.Opaque)
	}
}

func TestWrites(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, want string }{
		{"tee a b", "write:a write:b"}, {"tee -a b", "append:b"}, {"rm -rf x", "delete-tree:x"}, {"rm x", "delete:x"}, {"cp a b", "write:b write:b=b/a"}, {"cp -t d a", "write-into:d"},
		{"mv a b", "delete:a write:b write:b=b/a"}, {"dd if=a of=b", "write:b"}, {"sed -i s/a/b/ f", "write:f"}, {"sed -n 'w out' f", "write:out=out"}, {"awk '{print > \"o\"}'", "write:o=o"}, {"awk '{print > $1}'", "write:?"},
		{"curl -so x http://h/y", "write:x"}, {"curl -O http://h/y.sh", "write:http://h/y.sh=y.sh"}, {"curl -sSL http://h", ""}, {"wget http://h/y?z", "write:http://h/y?z=y"}, {"wget -O - http://h", ""},
		{"find . -delete", "delete-tree:."}, {"find . -fprint o", "write:o"}, {"chmod +x f", "mode:f"}, {"sort -o x y", "write:x"}, {"ln -s a b", "link:b link:b=b/a"}, {"mkfs.ext4 /dev/x", "device:/dev/x"}, {"time -o x ls", ""},
	} {
		var got []string
		for _, w := range Text(c.src).Commands[0].Writes {
			s := w.Kind + ":?"
			if w.Target.Value != nil {
				s = w.Kind + ":" + *w.Target.Value
			}
			if w.Computed != nil {
				s += "=" + *w.Computed
			}
			got = append(got, s)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: got %v, want %q", c.src, got, c.want)
		}
	}
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, want string }{
		{"a > f", "file w command"}, {"a 2>/dev/null", "dev-null w command"}, {"a 2>&1", "fd-merge w command"}, {"a >&-", "fd-close  command"}, {"a < f", "file r command"}, {"a <> f", "file rw command"},
		{"a > $f", "dynamic w command"}, {"a > *", "dynamic w command"}, {"a > /dev/tcp/h/1", "network w command"}, {"a >& f", "file w command"}, {"a &>> f", "file w command"}, {"a <<< x", "herestring r command"},
		{"{ a; } > f", "file w compound"}, {"exec > f", "file w exec"}, {"exec 3< <(b)", "process r exec"}, {"[ x > f ]", "file w command"}, {"a > /dev/fd/3", "dev-std w command"}, {"a >| f", "file w command"}, {"a {fd}> f", "file w command"}, {"a > {x,y}", "dynamic w command"},
		{"a <<E\nE", "heredoc r command"},
	} {
		r := Text(c.src).Redirects[0]
		mode := ""
		if r.Read {
			mode += "r"
		}
		if r.Write {
			mode += "w"
		}
		if got := r.Class + " " + mode + " " + r.Scope; got != c.want {
			t.Errorf("%q: got %q, want %q", c.src, got, c.want)
		}
	}
}

func TestAssignments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, want string }{
		{"A=1 x", "prefix A ="}, {"A+=1 x", "prefix A +="}, {"A=1", "statement A ="}, {"A=(1)", "statement A array"}, {"A[0]=1", "statement A index"}, {"export A=1 B", "export A = export B export"},
		{"declare -x A+=1", "declare A +="}, {`export "A=1"`, "export A ="}, {`declare "LD_PRELOAD=$x"`, "declare LD_PRELOAD ="}, {"command export A=1", "export A ="}, {"export $X", "export ? ="}, {"env A=1 x", "env A ="}, {"env -u A x", "unset A unset"},
		{"env 'BASH_FUNC_f%%=() { id; }' x", "env BASH_FUNC_f%% ="}, {"read A B", "read A = read B ="}, {"read -r -p x A", "read A ="}, {"printf -v A x", "printf A ="}, {"mapfile -t A", "mapfile A array"}, {"getopts ab A", "getopts A ="},
		{"unset A", "unset A unset"}, {"for A in 1; do x; done", "for A ="}, {"echo ${A:=1}", "param A ="}, {"make CC=x", "option CC ="}, {"sudo A=1 x", "env A ="}, {"coproc x", "coproc COPROC array"}, {"local A=1", "local A ="},
	} {
		var got []string
		for _, a := range Text(c.src).Assignments {
			name := "?"
			if a.Name != nil {
				name = *a.Name
			}
			got = append(got, a.How+" "+name+" "+a.Op)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: got %v, want %q", c.src, got, c.want)
		}
	}
}

func TestHidden(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, want string }{
		{"test -v 'a[$(id)]'", "subscript certain"}, {"test -v $'a[\\x24(id)]'", "subscript certain"}, {"[ -v a ]", ""}, {"printf -v 'a[$(id)]' x", "subscript certain"}, {"read 'a[$(id)]'", "subscript certain"},
		{"unset 'a[$(id)]'", "subscript certain"}, {"x='a[$(id)]'; [[ $x -eq 0 ]]", "arithmetic suspect"}, {"[[ $x -gt 0 ]]", "arithmetic possible"}, {"[[ 1 -gt 0 ]]", ""}, {"[[ -v a[$x] ]]", "subscript possible"},
		{"(( i++ ))", "arithmetic possible"}, {"echo $((1+1))", ""}, {"echo $((x+1))", "arithmetic possible"}, {"echo $[x]", "dollar-bracket possible"}, {"x='a[$(id)]'; echo \"$[x]\"", "dollar-bracket suspect"}, {"let 'a[$(id)]=1'", "arithmetic certain"},
		{"echo ${x@P}", "prompt-expansion certain"}, {"echo ${x@Q}", ""}, {"echo ${!x}", "indirection possible"}, {"echo ${!x[@]}", ""}, {"echo ${y:$x}", "arithmetic possible"}, {"echo ${a[i]}", "subscript possible"}, {"echo ${a[0]} ${a[@]}", ""},
		{"declare -i n", "integer-attribute possible"}, {"declare -n r=x", "nameref possible"}, {"PS4='$(id)' bash -x s", "prompt-variable certain"}, {"BASH_CMDS[ls]=/x", "subscript possible command-table certain"}, {"hash -p /x ls", "command-table certain"},
		{"compgen -C id x", "completion certain"}, {"complete -W '$(id)' x", "completion certain"}, {"mapfile -C id a", "mapfile-callback certain"}, {"enable -f x y", "loadable certain"}, {"BASH_ALIASES[ls]=id", "subscript possible alias-table certain"}, {"set -a", "set-allexport certain"},
		{"bind -x x", "bind certain"}, {"fc -s", "history certain"}, {"for ((x;0;)); do :; done", "arithmetic possible"},
	} {
		var got []string
		for _, h := range Text(c.src).Hidden {
			got = append(got, h.Kind+" "+h.Level)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: got %v, want %q", c.src, got, c.want)
		}
	}
}

func TestDeception(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, want string }{
		{"ls", ""}, {"ls é ü 日本", ""}, {"lѕ", "confusable U+0455"}, {"ls\u200b", "zero-width U+200B"}, {"\u202els", "bidi U+202E"}, {"ls\u00a0-la", "space U+00A0"}, {"\ufeffls", "bom U+FEFF"}, {"ls\u3164", "filler U+3164"},
		{"ｌs", "fullwidth U+FF4C"}, {"ls\x1b[0m", "ansi U+001B"}, {"a\rb", "carriage-return U+000D"}, {"a\bb", "control U+0008"}, {"ls 'х'", "confusable U+0445"},
	} {
		var got []string
		f := Text(c.src)
		for _, d := range f.Deception {
			got = append(got, d.Kind+" "+d.Rune)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: got %v, want %q", c.src, got, c.want)
		}
	}
	if f := Text("ls 'х'"); !f.Deception[0].Quoted {
		t.Error("a character in quotes should be marked as quoted")
	}
}
