package exec_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
)

// Spellings that run, load or set something that the allow-list does not name.
// All names that a command uses in the open are on its list.
func TestDecideStrictSpellings(t *testing.T) {
	t.Parallel()
	d := sharedDecider()
	for _, c := range []struct {
		names    string
		commands []string
	}{
		{"tar", []string{"tar -c --use=./x -f a b", "tar cf a --use=./x b"}},
		{"zip", []string{"zip a b -T -TT./x"}},
		{"sqlite3", []string{`sqlite3 a.db "SELECT EDIT(b,'id') FROM c"`, `sqlite3 a.db "select Load_Extension('./x')"`}},
		{"make", []string{"make -f/dev/fd/0 <x", "make -f /proc/self/fd/0 <x", "make -f /dev//stdin <x"}},
		{"tmux", []string{"tmux new-s -d id", `tmux start \; run-shell id`, `tmux ls \; run id`, `tmux display -p "#(id)"`, "tmux send-k id Enter"}},
		{"npm", []string{"npm --call id exec", "npm exe -c id", "npm docs x --browser ./x"}},
		{"git", []string{"git grep -nO./x y", "git -c gc.recentObjectsHook=./x gc", "git cat-file --filters x"}},
		{"export ls", []string{"export L{D_PRELOAD,X}=x; ls", `export "LD_$V=x"; ls`, `export "$(date)"; ls`}},
		{"find ls", []string{`find . $X id \;`, `find . "$X" id \;`}},
		{"fd", []string{"fd -xid", "fd -tf -xid", "fd --exec-b id"}},
		{"python3 cd", []string{"python3 /dev//stdin < x", "python3 //dev/stdin < x", "cd /dev && python3 stdin < x", "python3 -m asyncio", "python3 -m debugpy -c x"}},
		{"vim", []string{`vim -c"!id"`, `vim -Nesc "!id"`}},
		{"read echo", []string{"while read x; do (( x )); done <<'E'\na[$(id)]\nE", "echo {a['$(id)']}>x"}},
		{"go", []string{"go vet --vettool ./x", "go build --toolexec=./x", "go test --exec ./x"}},
		{"rustc cargo", []string{"rustc --codegen linker=./x y.rs", "rustc --codegen=linker=./x y.rs", "rustc -C link-arg=-B. x.rs", "cargo rustc -- -Clinker=./x", "cargo watch -s id"}},
		{"cmake", []string{"cmake -D CMAKE_CXX_COMPILER_LAUNCHER=./x .", "cmake -DCMAKE_MAKE_PROGRAM:FILEPATH=./x .", "cmake -DCMAKE_C_COMPILER=./x .", "cmake --toolchain=x .", "cmake -Px.cmake", "cmake -DCMAKE_C_CLANG_TIDY=./x ."}},
		{"docker", []string{"docker run -v/:/h a", "docker run -itv /:/h a", "docker run --device=/dev/sda a", "docker run -v/root/.ssh:/x a"}},
		{"kubectl", []string{"kubectl krew x"}},
		{"socat", []string{"socat - eXeC:id", "socat - sYsTeM:id"}},
		{"just rake bat", []string{"just -c id", "just --chooser=./x --choose", "rake -e x", "rake -r ./x", "bat --pager=id x"}},
		{"pip", []string{"pip install -ihttp://x y", "pip --index-url http://x install y"}},
		{"ls", []string{"GROFF_COMMAND_PREFIX=./x ls", "BAZEL_SH=./x ls", "MAGICK_CODER_MODULE_PATH=. ls"}},
	} {
		for _, command := range c.commands {
			if got := decide(t, d, request(command), execSettings(named(strings.Fields(c.names)...))); got.Effect != engine.Deny {
				t.Errorf("%q under %q: %s", command, c.names, got.Effect)
			}
		}
	}
}

// Neighbours of those spellings that people write every day.
func TestDecideStrictEveryday(t *testing.T) {
	t.Parallel()
	d := sharedDecider()
	for names, commands := range map[string][]string{
		"sqlite3":       {`sqlite3 a.db "select total(x) from t"`, `sqlite3 a.db ".tables"`},
		"tmux":          {"tmux ls", "tmux new-session -d -s x", "tmux kill-session -t x", "tmux capture-pane -p -t x"},
		"find ls wc":    {`find $DIR -type f -exec ls -l {} \;`, `find "$D" -name x -exec ls {} \; -exec wc {} \;`},
		"fd":            {"fd -e py", "fd -ex", "fd -t f -e md . src"},
		"declare":       {"declare -i n=0"},
		"export":        {`export FOO="$BAR"`, "export A B", `export "FOO=$X"`},
		"cat echo":      {"cat <<'E' > x.txt\n$(date)\nE\necho $((N+1))"},
		"read":          {"while read x; do (( n += x )); done <<'E'\n1\nE"},
		"docker":        {"docker run --rm -v $(pwd):/app img", "docker run -dit --name x img"},
		"kubectl jq":    {"kubectl -n x get pods", "kubectl --context=c get svc -o json | jq ."},
		"cmake":         {"cmake -B build -DCMAKE_C_COMPILER=clang", "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release"},
		"rustc cargo":   {"rustc -C opt-level=3 x.rs", "cargo rustc -- -C opt-level=3"},
		"git":           {"git -c gc.auto=0 fetch", `git grep -n "foo" -- "*.go"`},
		"bat just rake": {"bat --paging=never x", "bat --pager=never x", "just build", "rake db:migrate"},
	} {
		for _, command := range commands {
			if got := decide(t, d, request(command), execSettings(named(strings.Fields(names)...))); got.Effect != engine.Allow {
				t.Errorf("%q under %q: %s (%s)", command, names, got.Effect, got.Reasons[0].Message)
			}
		}
	}
}
