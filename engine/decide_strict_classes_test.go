package engine_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
)

// strictDecides holds what profile strict says of commands, by the names on the
// allow-list: those of denied come to a denial, those of allowed may run.
func strictDecides(t *testing.T, denied, allowed map[string][]string) {
	t.Helper()
	d := engine.NewDecider()
	for want, table := range map[engine.Effect]map[string][]string{engine.Deny: denied, engine.Allow: allowed} {
		for names, commands := range table {
			for _, command := range commands {
				got := decide(t, d, request(command), execSettings(named(strings.Fields(names)...)))
				if got.Effect != want {
					t.Errorf("%q under %q: %s, want %s (%s)", command, names, got.Effect, want, got.Reasons[0].Message)
				}
			}
		}
	}
}

// Options of interpreters, and their abbreviations, that give code or a file that runs
// first.
func TestDecideStrictCodeOptions(t *testing.T) {
	t.Parallel()
	strictDecides(t, map[string][]string{
		"php":       {"php -d auto_prepend_file=x a.php", "php -dauto_append_file=x a.php", "php -f -", "php -f-", "php -c /tmp/php.ini a.php", "php -z x.so a.php", "php -S 0.0.0.0:80"},
		"pwsh":      {"pwsh -file -", "pwsh -f -"},
		"bun":       {"bun -e 'x' run", "bun -e x", "bun --print x", "bun --print=x", "bun --silent -e x", "bun --bun --eval x run y.ts", "bun run -e x", "bun --print 1 x"},
		"python3":   {"python3 -m timeit x", "python3 -m pdb x", "python3 -m cProfile -c x", "python3 -m runpy x", "python3 -m trace x", "python3 -m code", "python3 -m timeit -s 'import os' x", "python3 -m cProfile script.py", "python3 -m timeit.__main__ x", "python3 -m coverage run -m pdb x"},
		"emacs":     {"emacs --ev '(x)'", "emacs --eva '(x)'", "emacs --batch --ex x", "emacs --batch --func x", "emacs --batch --loa x", "emacs --batch --in /tmp/x"},
		"coreutils": {"coreutils --coreutils-prog=env id", "coreutils --coreutils-prog-shebang=env x id", "coreutils --coreutils-p=ls"},
		"xargs ls":  {"xargs --process-slot-var=LD_PRELOAD ls", "xargs --process-slot-var=PATH ls", "xargs --process-slot=PATH ls", "xargs --rep=ls ls"},
		"node":      {"node --openssl-config=x.cnf a.js", "node --openssl-config x.cnf a.js", "node --experimental-config-file=x a.js", "node --import=./x a.js", "node --test-reporter=./x a.js"},
		"gdb":       {"gdb -ex run ./x", "gdb --batch -ex run ./x", `gdb --eval-comm "shell id"`, "gdb -comm x ./y"},
		"perl":      {`perl -F"/x/);system(1);(2" -an x.pl`},
		"sort":      {"sort --c=./x y"},
		"coverage":  {"coverage run -m timeit x"},
	}, map[string][]string{
		"php":      {"php -d memory_limit=1G a.php", "php -dmemory_limit=-1 vendor/bin/phpunit", "php -F x", "php artisan migrate", "php -l x.php", "php -i"},
		"pwsh":     {"pwsh -File x.ps1"},
		"bun":      {"bun run build", "bun test", "bun x.ts", "bun install"},
		"python3":  {"python3 -m pytest", "python3 -m venv .venv", "python3 -m json.tool x.json"},
		"xargs ls": {"xargs --process-slot-var=SLOT ls"},
		"perl":     {"perl -F: -lan x.pl"},
		"node":     {"node --test-reporter=spec a.js"},
		"gdb ./x":  {"gdb --batch -ex run ./x"},
		"gdb":      {"gdb -batch -ex bt ./x core"},
		"coverage": {"coverage run -m pytest"},
	})
}

// Runners that start a command, fetch a package or take a toolchain.
func TestDecideStrictRunners(t *testing.T) {
	t.Parallel()
	strictDecides(t, map[string][]string{
		"yarn":           {"yarn node -e 1", "yarn workspace x exec id", "yarn workspace x node -e 1", "yarn workspaces foreach exec id", "yarn workspaces foreach -A exec id", "yarn run node -e x", "yarn workspaces run node -e x"},
		"pipx":           {"pipx install git+https://x/y", "pipx install https://x/y.whl", "pipx inject a git+https://x/y"},
		"uv":             {"uv run -m timeit 'x'", "uv run -m pdb x.py", "uv run python -m timeit x", "uv run --module timeit x", "uv run -mtimeit x"},
		"poetry":         {"poetry shell", "poetry add git+https://x/y"},
		"pipenv":         {"pipenv shell"},
		"hatch":          {"hatch shell"},
		"cargo":          {"cargo add --git https://x", "cargo add x --registry y", "cargo +x build", "cargo +./x build"},
		"rustup":         {"rustup run nightly id"},
		"cross-env":      {"cross-env A=1 id"},
		"cross-env node": {"cross-env NODE_OPTIONS=--require=./x node x.js"},
		"rustc":          {"rustc +mine x.rs"},
	}, map[string][]string{
		"yarn":           {"yarn workspace x build", "yarn workspaces foreach -A run build", "yarn build", "yarn test"},
		"yarn node":      {"yarn node x.js"},
		"pipx":           {"pipx install black"},
		"uv pytest":      {"uv run pytest", "uv run -m pytest"},
		"uv":             {"uv run -m pytest"},
		"cargo":          {"cargo add serde", "cargo add serde --features derive", "cargo +nightly build", "cargo +stable fmt", "cargo +nightly-2024-01-01 clippy", "cargo +1.75.0 test"},
		"rustup cargo":   {"rustup run nightly cargo build"},
		"poetry":         {"poetry add requests"},
		"cross-env node": {"cross-env NODE_ENV=production node x.js"},
	})
}
