package analysis

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
)

// tree writes the commands of a text as edge:name, each with its parent's name
// in front; "?" is a name that is not static.
func tree(f *command.Facts) string {
	name := func(c command.Command) string {
		switch {
		case c.Kind == "none":
			return "-"
		case c.Name == nil:
			return "?"
		}
		return *c.Name
	}
	var out []string
	for _, c := range f.Commands {
		s := name(c)
		if c.Parent >= 0 {
			s = name(f.Commands[c.Parent]) + ">" + c.Edge + ":" + s
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func opaqueReasons(f *command.Facts) string {
	var out []string
	for _, o := range f.Opaque {
		out = append(out, o.Reason)
	}
	return strings.Join(out, " ")
}

func TestCommands(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, want, opaque string }{
		{"ls -la", "ls", ""},
		{"ls && cat a || wc; pwd\nid", "ls cat wc pwd id", ""},
		{"ls | grep x |& wc", "ls grep wc", ""},
		{"> /dev/null id", "id", ""},
		{"FOO=1 < /dev/null id", "id", ""},
		{"(id); { id; }; ! id; time id; id &", "id id id id id", ""},
		{"if a; then b; elif c; then d; else e; fi", "a b c d e", ""},
		{"while a; do b; done; until c; do d; done; for x in 1; do e; done; case x in y) f;; esac", "a b c d e f", ""},
		{"f() { id; }; f", "id f", ""},
		{"echo $(id) `pwd` <(ls) >(wc)", "echo echo>substitution:id echo>substitution:pwd echo>process:ls echo>process:wc", ""},
		{`echo "$(echo "$(id)")"`, "echo echo>substitution:echo echo>substitution:id", ""},
		{"A=$(id) ls", "ls ls>substitution:id", ""},
		{"A=$(id)", "- ->substitution:id", ""},
		{"a[$(id)]=1", "- ->substitution:id", ""},
		{"cat <<EOF\n$(id)\nEOF", "cat cat>substitution:id", ""},
		{"cat <<'EOF'\n$(id)\nEOF", "cat", ""},
		{"cat <<E\"\"OF\nEOF\nid", "cat id", ""},
		{`bash -c 'ls | sh -c "id"'`, "bash bash>payload:ls bash>payload:sh sh>payload:id", ""},
		{"bash -ec id", "bash bash>payload:id", ""},
		{"bash -o errexit +O extglob -c id", "bash bash>payload:id", ""},
		{`bash -c "$X"`, "bash", "payload"},
		{`sh -c '$0 "$@"' ls`, "sh sh>payload:?", "name"},
		{"env -i A=1 nice -n 5 timeout -k 1 5 id", "env env>wrapper:nice nice>wrapper:timeout timeout>wrapper:id", ""},
		{"env -S 'A=1 id -u' x", "env env>eval:env env>wrapper:id", ""},
		{"env -Sid", "env env>eval:env env>wrapper:id", ""},
		{"timeout --sig=KILL 5 id", "timeout timeout>wrapper:id", ""},
		{"timeout --bogus 5 id", "timeout", "wrapper"},
		{"nice $X id", "nice nice>wrapper:?", "name"},
		{"sudo -u root -- id", "sudo sudo>privilege:id", ""},
		{"sudo -s 'id; ls'", "sudo sudo>privilege:id sudo>privilege:ls", ""},
		{"su -c 'id' root", "su su>privilege:id", ""},
		{"flock /l -c 'id'", "flock flock>wrapper:id", ""},
		{"watch -n 1 'ls | wc'", "watch watch>wrapper:ls watch>wrapper:wc", ""},
		{"watch -x ls", "watch watch>wrapper:ls", ""},
		{"command -p id; builtin eval id; exec -a x id", "command command>carrier:id builtin builtin>carrier:eval eval>eval:id exec exec>carrier:id", ""},
		{"command -v id", "command", ""},
		{"busybox sh -c id", "busybox busybox>multiplexer:sh sh>payload:id", ""},
		{`find . -exec rm {} + -o -execdir sh -c 'id' \;`, "find find>find:rm find>find:sh sh>payload:id", ""},
		{"find . -e''xec id ';'", "find find>find:id", ""},
		{"find . -exec {} \\;", "find find>find:?", "name"},
		{"echo a | xargs -n1 -I{} sh -c {}", "echo xargs xargs>xargs:sh sh>payload:a", ""},
		{"echo a b | xargs -n1 -I{} sh -c {}", "echo xargs xargs>xargs:sh", "payload"},
		{"cat f | xargs -n1 -I{} sh -c {}", "cat xargs xargs>xargs:sh", "payload"},
		{"echo a | xargs -r env", "echo xargs xargs>xargs:env env>wrapper:a", ""},
		{"cat f | xargs -r env", "cat xargs xargs>xargs:env env>wrapper:?", "name"},
		{`echo '\x61' | xargs -r env`, "echo xargs xargs>xargs:env env>wrapper:?", "name"},
		{"echo . -exec id ';' | xargs find", "echo xargs xargs>xargs:find find>find:id", ""},
		{"fd -x id", "fd fd>find:id", ""},
		{"npx -y @scope/tool@1.2 x", "npx npx>runner:tool", ""},
		{"npm exec -- tool; pnpm dlx tool; yarn dlx tool; bunx tool; pipx run tool; uvx tool", "npm npm>runner:tool pnpm pnpm>runner:tool yarn yarn>runner:tool bunx bunx>runner:tool pipx pipx>runner:tool uvx uvx>runner:tool", ""},
		{"npm run build; yarn install; pnpm test", "npm yarn pnpm", ""},
		{"pnpm tool", "pnpm pnpm>runner:tool", ""},
		{"uv run --with x pytest -q", "uv uv>runner:pytest", ""},
		{"uv --directory d run ruff check", "uv uv>runner:ruff", ""},
		{"bundle exec jekyll; poetry run x; conda run -n e y", "bundle bundle>runner:jekyll poetry poetry>runner:x conda conda>runner:y", ""},
		{"ssh -o BatchMode=yes h 'id; ls'", "ssh ssh>remote:id ssh>remote:ls", ""},
		{"docker run --rm -v a:b img id", "docker docker>container:id", ""},
		{"docker compose -f x.yml exec svc id", "docker docker>container:id", ""},
		{"docker ps", "docker", ""},
		{"kubectl exec pod -- id", "kubectl kubectl>container:id", ""},
		{"git bisect run id", "git git>option:id", ""},
		{"git submodule foreach 'id; ls'", "git git>option:id git>option:ls", ""},
		{"tar cf x a --checkpoint=1 --checkpoint-act=exec=id", "tar tar>option:id", ""},
		{"eval 'id; ls'", "eval eval>eval:id eval>eval:ls", ""},
		{`eval "$X"`, "eval", "payload"},
		{"trap 'id' EXIT", "trap trap>eval:id", ""},
		{"trap - EXIT; trap '' INT", "trap trap", ""},
		{"$X id", "?", "name"},
		{"l${x}s", "?", "name"},
		{"{echo,id}", "echo", ""},
		{"{,}id", "id", ""},
		{"/usr/bin/i[d]", "?", "name"},
		{`\i\d; 'i''d'; $'\x69d'; "i"d; ''id`, "id id id id id", ""},
		{"i\\\nd", "id", ""},
		{"bwrap id", "bwrap", "wrapper"},
		{"parallel id ::: a", "parallel", "wrapper"},
		{"fish -c id", "fish", "dialect"},
		{"coproc id", "id", ""},
		{"[ -f x ] && test -f y && [[ a == b ]] && (( 1 ))", "[ test [[ ((", ""},
		{"export A=1; declare -x B; local c", "export declare local", ""},
		{"ls\vid", "ls\vid", "lines"},
		{"echo $\\\n(id)", "", "lines syntax"},
		{"ls &\\\n& id", "", "lines syntax"},
		{"if true", "", "syntax"},
	} {
		f := Text(c.src)
		if got := tree(f); got != c.want && c.want != "ls\vid" {
			t.Errorf("%q\n got %s\nwant %s", c.src, got, c.want)
		}
		if got := opaqueReasons(f); got != c.opaque {
			t.Errorf("%q: opaque %q, want %q", c.src, got, c.opaque)
		}
	}
}

func TestDialects(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		src          string
		bash, posix  string
		opaqueInDash bool
	}{
		{"{echo,id}", "echo", "{echo,id}", false},
		{"echo $'a'", "echo", "echo", true},
		{"cat <(id)", "cat cat>process:id", "", true},
		{"a=(1 2); id", "- id", "", true},
		{"[[ a ]]", "[[", "[[", false},
		{"ls &> x", "ls", "", true},
	} {
		if got := tree(Text(c.src)); got != c.bash {
			t.Errorf("bash %q: got %q, want %q", c.src, got, c.bash)
		}
		f := Text(c.src, WithDialect(command.POSIX))
		if got := tree(f); got != c.posix {
			t.Errorf("posix %q: got %q, want %q", c.src, got, c.posix)
		}
		if (len(f.Opaque) > 0) != c.opaqueInDash {
			t.Errorf("posix %q: opaque %v", c.src, f.Opaque)
		}
	}
	if f := Text("Get-ChildItem", WithDialect(command.PowerShell)); len(f.Opaque) != 1 || f.Opaque[0].Reason != command.OpaqueDialect {
		t.Errorf("PowerShell has no full grammar, but opaque is %v", f.Opaque)
	}
}

func TestArgvHasNoShell(t *testing.T) {
	t.Parallel()
	f := Argv([]string{"echo", "$(id)", "a b", "*"})
	if got := tree(f); got != "echo" {
		t.Errorf("got %s", got)
	}
	if f.Commands[0].Role != "program" || f.Commands[0].Args[3].Glob || *f.Commands[0].Args[1].Value != "$(id)" {
		t.Errorf("an argv is taken as it is: %+v", f.Commands[0])
	}
	if f.Source.Text != `echo '$(id)' 'a b' '*'` {
		t.Errorf("shown as %s", f.Source.Text)
	}
	if got := tree(Argv([]string{"sudo", "sh", "-c", "id | wc"})); got != "sudo sudo>privilege:sh sh>payload:id sh>payload:wc" {
		t.Errorf("got %s", got)
	}
}

func TestFunctionsShadowOnlyWhenTheySurelyExist(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, name, role string }{
		{"f() { id; }; f", "f", "function"},
		{"f; f() { id; }", "f", "program"},
		{"UID=1; f() { id; }\nf", "f", "program"},
		{"echo $((1/0)); f() { id; }\nf", "f", "program"},
		{"{ UID=1\nf() { id; }\n}\nf", "f", "program"},
		{"UID=1; \\\nf() { id; }\nf", "f", "program"},
		{"UID=1\nf() { id; }\nf", "f", "function"},
		{"cd x\n  f() { id; }\nf", "f", "function"},
		{"f() { g; }; g() { id; }; f", "f", "function"},
		{"for _ in 1; do f() { id; }\ndone\nf", "f", "program"},
		{"(f() { id; }); f", "f", "program"},
		{"false && f() { id; }; f", "f", "program"},
		{"f() { id; }; unset -f f; f", "f", "program"},
		{"f() { id; }; env f", "f", "program"},
		{"f() { id; }; command f", "f", "program"},
		{"f() { id; }; bash -c f", "f", "program"},
		{"a() { b; }; b() { id; }; a", "b", "function"},
	} {
		f := Text(c.src)
		i := slices.IndexFunc(f.Commands, func(x command.Command) bool { return x.Name != nil && *x.Name == c.name })
		if i < 0 || f.Commands[i].Role != c.role {
			t.Errorf("%q: %s should be a %s: %+v", c.src, c.name, c.role, f.Commands)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	one := func(src string) argv.Word { return Text("x " + src).Commands[0].Args[1] }
	for _, c := range []struct{ src, value, quote string }{
		{"a", "a", "none"}, {`'a b'`, "a b", "single"}, {`"a\$b\n"`, `a$b\n`, "double"}, {`a\ b`, "a b", "escaped"},
		{`$'a\tb\x41\u00e9\101'`, "a\tbAéA", "ansi"}, {`$'a\0b'c`, "ac", "ansi"}, {`$"a"`, "a", "locale"}, {`a'b'"c"`, "abc", "mixed"},
		{"a\\\nb", "ab", "none"}, {`''`, "", "single"},
	} {
		w := one(c.src)
		if w.Value == nil || *w.Value != c.value || w.Quote != c.quote || w.Text != c.src {
			t.Errorf("%s: got %+v", c.src, w)
		}
	}
	for _, c := range []struct{ src, prefix, suffix, params string }{
		{`"$d/x.py"`, "", "/x.py", "d"}, {`pre${a}mid$b`, "pre", "", "a b"}, {`"${!x}"`, "", "", "!x"}, {`$(id)s`, "", "s", ""},
	} {
		w := one(c.src)
		if w.Value != nil || w.Prefix != c.prefix || w.Suffix != c.suffix || strings.Join(w.Params, " ") != c.params {
			t.Errorf("%s: got %+v", c.src, w)
		}
	}
	for src, want := range map[string]string{
		"*": "glob", "a[12]": "glob", "~/x": "tilde", "$x": "splits", `"$x"`: "", `"$@"`: "splits", "{a,b}": "brace", "'*'": "", `\*`: "", "[": "", "--x=~/y": "tilde",
	} {
		w := one(src)
		var got []string
		for name, on := range map[string]bool{"glob": w.Glob, "tilde": w.Tilde, "splits": w.Splits, "brace": w.Brace} {
			if on {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %v, want %s", src, got, want)
		}
	}
}

func TestSpansPointIntoTheCommand(t *testing.T) {
	t.Parallel()
	src := "ls &&\n  bash -c 'id -u'\necho é \"$(wc)\""
	f := Text(src)
	for _, c := range f.Commands {
		if got := src[c.Span.Start.Offset:c.Span.End.Offset]; !strings.HasPrefix(got, *c.Name) {
			t.Errorf("%s stands at %q", *c.Name, got)
		}
	}
	id := f.Commands[2]
	if id.Span.Start.Line != 2 || id.Span.Start.Column != 12 || id.Inner == nil || id.Inner.Start.Offset != 0 {
		t.Errorf("id stands at %+v, inner %+v", id.Span, id.Inner)
	}
	if wc := f.Commands[4]; wc.Span.Start.Line != 3 || wc.Span.Start.Column != 11 {
		t.Errorf("wc stands at %+v; columns count code points", wc.Span)
	}
}

func TestContextAndStdin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, name, want string }{
		{"a | b | c", "b", "pipe 1/3 stdin pipe[0]"},
		{"a | { b; c; }", "c", "pipe 1/2 stdin pipe[0]"},
		{"a < f", "a", "pipe 0/1 stdin file"},
		{"{ a; } < /dev/null", "a", "pipe 0/1 stdin dev-null"},
		{"a <<< x", "a", "pipe 0/1 stdin herestring"},
		{"while x; do a; done < f", "a", "pipe 0/1 stdin file conditional loop"},
		{"a &", "a", "pipe 0/1 stdin inherit background"},
		{"x && a", "a", "pipe 0/1 stdin inherit conditional"},
		{"f() { a; }", "a", "pipe 0/1 stdin dynamic conditional in f"},
		{"x <(a)", "a", "pipe 0/1 stdin inherit subshell"},
		{"if a; then b; fi", "a", "pipe 0/1 stdin inherit condition"},
		{"a <&3", "a", "pipe 0/1 stdin fd"},
		{"a < <(b)", "a", "pipe 0/1 stdin process"},
		{"echo x | sudo a", "a", "pipe 1/2 stdin pipe[0]"},
	} {
		f := Text(c.src)
		i := slices.IndexFunc(f.Commands, func(x command.Command) bool { return x.Name != nil && *x.Name == c.name })
		x := f.Commands[i]
		got := fmt.Sprintf("pipe %d/%d stdin %s", x.Context.Pipe, x.Context.Pipes, x.Stdin.Kind)
		if x.Stdin.Kind == "pipe" {
			got += fmt.Sprint(x.Stdin.From)
		}
		for _, w := range []struct {
			on   bool
			name string
		}{{x.Context.Background, "background"}, {x.Context.Condition, "condition"}, {x.Context.Conditional, "conditional"}, {x.Context.Loop, "loop"}, {x.Context.Subshell, "subshell"}} {
			if w.on {
				got += " " + w.name
			}
		}
		if x.Context.Function != "" {
			got += " in " + x.Context.Function
		}
		if got != c.want {
			t.Errorf("%q: %s: got %q, want %q", c.src, c.name, got, c.want)
		}
	}
}

func TestDirectories(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, want string }{
		{"x", "[]"}, {"cd a && x", "a []"}, {"cd a; x", "a []|"}, {"set -e; cd a; x", "a []"}, {"cd a && cd b && x", "a/b []"},
		{"cd /tmp || exit 1; x", "/tmp []"}, {"(cd a); x", "[]"}, {"cd $d && x", "unknown"}, {"cd ~ && x", "~ []"}, {"cd && x", "~ []"},
		{"cd a/../.. && x", ".. []"}, {"if y; then cd a; fi; x", "unsure"}, {"while y; do cd a; done; x", "unknown"}, {"cd - && x", "unknown"},
		{"pushd a && x", "a []"}, {"cd 'a b' && x", "a b []"}, {"env -C /srv x", "/srv []"},
	} {
		f := Text(c.src)
		x := f.Commands[len(f.Commands)-1]
		got := "unknown"
		switch {
		case x.Dir.Known && len(x.Dir.Or) > 0 && strings.Contains(c.want, "unsure"):
			got = "unsure"
		case x.Dir.Known && len(x.Dir.Or) > 0:
			got = x.Dir.Path + " []|" + strings.Join(x.Dir.Or, "|")
		case x.Dir.Known:
			got = strings.TrimSpace(x.Dir.Path + " []")
		}
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.src, got, c.want)
		}
	}
}
